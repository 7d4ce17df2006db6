import { describe, expect, it } from 'vitest';
import { folderAbove } from '../src/lib/base';
import { routeOf } from '../src/lib/router.svelte';

const route = (path: string): unknown => {
  const url = new URL(path, 'http://house');
  return routeOf(url.pathname, url.searchParams);
};

describe('addresses', () => {
  it('name their pages', () => {
    expect(route('/')).toEqual({ page: 'lobby' });
    expect(route('/table/star-pontoon?sit')).toEqual({ page: 'table', table: 'star-pontoon', sit: true });
    expect(route('/round/star-pontoon-1')).toEqual({ page: 'round', round: 'star-pontoon-1' });
    expect(route('/odds/star-pontoon/8')).toEqual({ page: 'odds', rest: 'star-pontoon/8' });
    expect(route('/history')).toEqual({ page: 'history', table: '' });
    expect(route('/attic')).toEqual({ page: 'nowhere' });
  });

  it('are found under whatever path the scripts came from', () => {
    expect(folderAbove('https://play.example/assets/index-a.js')).toBe('');
    expect(folderAbove('https://play.example/casino/floor/assets/index-a.js')).toBe('/casino/floor');
  });
});
