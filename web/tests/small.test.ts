import { describe, expect, it } from 'vitest';
import { stand } from '../src/lib/arc';
import { face } from '../src/lib/cards';
import { isForTheTable, KEYS } from '../src/lib/keys';
import { shortName } from '../src/lib/names';
import { sentence } from '../src/lib/sentence';

describe('the arc', () => {
  it('has the first box at the dealer’s left, the middle one lowest, and both ends at one height', () => {
    const places = [1, 2, 3, 4, 5, 6, 7].map((box) => stand(box, 7));
    expect(places.map(({ x }) => x)).toEqual([...places.map(({ x }) => x)].sort((one, other) => other - one));
    expect(Math.max(...places.map(({ y }) => y))).toBe(places[3]!.y);
    expect(places[0]!.y).toBeCloseTo(places[6]!.y);
  });
});

describe('words', () => {
  it('make a sentence of a reason, with its clause', () => {
    expect(sentence('the two cards are not of equal value', '14.1')).toBe('The two cards are not of equal value (clause 14.1).');
    expect(sentence('')).toBe('');
  });

  it('name cards aloud', () => {
    expect(face('TD')).toMatchObject({ index: '10', name: 'Ten of Diamonds' });
    expect(face('AS').name).toBe('Ace of Spades');
  });

  it('shorten names for plates', () => {
    expect(shortName('guest-wattle-6641')).toBe('wattle-6641');
    expect(shortName('Ines.bot')).toBe('Ines');
  });
});

describe('keys', () => {
  function pressed(target: HTMLElement, init: KeyboardEventInit = {}): KeyboardEvent {
    document.body.append(target);
    const event = new KeyboardEvent('keydown', { key: 'h', bubbles: true, cancelable: true, ...init });
    target.dispatchEvent(event);
    return event;
  }

  it('are for the table unless somebody is typing or asks something of the browser', () => {
    expect(isForTheTable(pressed(document.createElement('button')))).toBe(true);
    expect(isForTheTable(pressed(document.createElement('input')))).toBe(false);
    expect(isForTheTable(pressed(document.createElement('select')))).toBe(false);
    expect(isForTheTable(pressed(document.createElement('div'), { ctrlKey: true }))).toBe(false);
  });

  it('never mean two things at once', () => {
    for (const together of [['hit', 'stand', 'double', 'split'], ['insure', 'even-money', 'decline'], ['surrender', 'decline'], ['forfeit', 'decline'], ['join', 'pass']]) {
      expect(new Set(together.map((word) => KEYS[word])).size).toBe(together.length);
    }
  });
});
