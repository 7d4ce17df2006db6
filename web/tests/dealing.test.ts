import { describe, expect, it } from 'vitest';
import { moments, newCards } from '../src/lib/dealing';
import type { HandSeen, RoundSeen } from '../src/lib/wire';

function hand(...cards: string[]): HandSeen {
  return { cards, total: 0, soft: false, doubled: false, in_turn: false, cleared: false, wagers: [], surrendered: [] } as HandSeen;
}
function round(dealer: string[], boxes: Record<number, HandSeen[]>, id = 'r1'): Pick<RoundSeen, 'boxes' | 'dealer'> & { id: string } {
  return {
    id,
    dealer,
    boxes: Object.entries(boxes).map(([number, hands]) => ({ number: Number(number), controller: '', hands, insurance: [], perfect_pairs: [], super_sevens: [] })),
  };
}

describe('what is dealt', () => {
  it('goes round in the initial deal: a card each, the dealer, a second each', () => {
    const after = round(['7H'], { 1: [hand('KS', '6C')], 3: [hand('9D', '8D')] });
    expect(newCards(null, after)).toEqual(['1/0/0', '3/0/0', 'dealer/0', '1/0/1', '3/0/1']);
  });

  it('is only what was not there before', () => {
    const before = round(['7H'], { 1: [hand('KS', '6C')] });
    const after = round(['7H', 'KD'], { 1: [hand('KS', '6C', '5S')] });
    expect(newCards(before, after)).toEqual(['1/0/2', 'dealer/1']);
    expect(newCards(after, after)).toEqual([]);
  });

  it('is everything in another round, even where the same cards lie', () => {
    const before = round(['7H'], { 1: [hand('KS', '6C')] });
    expect(newCards(before, { ...before, id: 'r2' })).toHaveLength(3);
  });

  it('follows a split: the card that moved and the card that came', () => {
    const before = round(['7H'], { 2: [hand('8S', '8D')] });
    const after = round(['7H'], { 2: [hand('8S', '3C'), hand('8D')] });
    expect(newCards(before, after)).toEqual(['2/0/1', '2/1/0']);
  });

  it('takes no longer than people wait, however many cards there are', () => {
    const places = Array.from({ length: 15 }, (_, place) => `1/0/${place}`);
    const at = [...moments(places).values()];
    expect(at[0]).toBe(0);
    expect(at.at(-1)!).toBeLessThan(1_800);
    expect(at).toEqual([...at].sort((one, other) => one - other));
  });
});
