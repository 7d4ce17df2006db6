import { readFileSync } from 'node:fs';
import { webcrypto } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { eventsIn } from '../src/lib/events';
import { grouped, marks, percent, units } from '../src/lib/figures';
import { altered, readProof, Unreadable, verify } from '../src/lib/proof';
import { withQuery } from '../src/lib/study';

describe('events in pieces', () => {
  it('gives out whole ones and keeps the rest', () => {
    const { events, rest } = eventsIn('event: progress\ndata: {"done":1}\n\n: still counting\n\nevent: answer\nda');
    expect(events).toEqual([{ name: 'progress', data: '{"done":1}' }]);
    expect(rest).toBe('event: answer\nda');
    expect(eventsIn(`${rest}ta: 7\n\n`).events).toEqual([{ name: 'answer', data: '7' }]);
  });
});

describe('figures as people read them', () => {
  it('have a sign that is no hyphen, and no sign at nothing', () => {
    expect([percent(0.00432141), percent(-0.0391), percent(-0.0000001)]).toEqual(['0.432 %', '−3.910 %', '0.000 %']);
    expect([units(0.5379), units(-0.4366), units(0)]).toEqual(['+0.5379', '−0.4366', '0.0000']);
    expect(grouped(20_000_000)).toBe('20,000,000');
  });
  it('have round marks on an axis', () => {
    expect(marks(0, 20, 4)).toEqual([0, 5, 10, 15, 20]);
    expect(marks(-0.0012, 0.0031, 4)).toEqual([-0.001, 0, 0.001, 0.002, 0.003]);
  });
  it('leave out of an address what is not asked', () => {
    expect(withQuery('odds/x/ev', { hand: '8S 8D', decks: undefined, doubled: false, removed: '' })).toBe('odds/x/ev?hand=8S+8D');
  });
});

describe('the check of a shoe', () => {
  const text = readFileSync('tests/shoe-proof.json', 'utf-8');
  beforeAll(() => vi.stubGlobal('crypto', webcrypto));

  it('verifies what the house proved', async () => {
    const { faults, stages } = await verify(readProof(text));
    expect(faults).toEqual([]);
    expect(stages[0]!.order).toHaveLength(384);
  });
  it('refuses an altered card and says which', async () => {
    const { faults, stages } = await verify(altered(readProof(text), 4));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^Card 5 was dealt as .., and by the seed it is ..\.$/);
    expect(stages[0]!.differ).toEqual([4]);
  });
  it('refuses another seed, another commitment and another cut', async () => {
    const proof = readProof(text);
    const seed = (proof.seed.startsWith('0') ? '1' : '0') + proof.seed.slice(1);
    expect((await verify({ ...proof, seed })).faults[0]).toMatch(/not the seed that was promised/);
    expect((await verify(proof, '0'.repeat(64))).faults).toEqual(['The commitment is not the one you noted.']);
    const [stage] = proof.stages;
    const cut = { ...stage!.cut!, place: stage!.cut!.place + 1 };
    expect((await verify({ ...proof, stages: [{ ...stage!, cut }] })).faults.length).toBeGreaterThan(0);
  });
  it('checks the fates of cards that irregularities kept from their places', async () => {
    const proof = readProof(text);
    const [stage] = proof.stages;
    const fated = (place: number, record: number) =>
      verify({ ...proof, stages: [{ ...stage!, fates: [{ place, record, fate: 'burned' as const }] }] });
    expect((await fated(3, 41)).faults).toEqual([]);
    expect((await fated(3, 41)).stages[0]?.fates.length).toBe(1);
    expect((await fated(3, 0)).faults).toEqual(['There is no record of what became of card 3.']);
    expect((await fated(0, 41)).faults[0]).toMatch(/^The fates are not those/);
    const lost = JSON.stringify({ ...proof, stages: [{ ...stage!, fates: [{ place: 3, record: 1, fate: 'lost' }] }] });
    expect(() => readProof(lost)).toThrow(Unreadable);
  });
  it('does not take anything else for a proof', () => {
    for (const other of ['', 'null', '[]', '{}', '{"version":1}']) expect(() => readProof(other)).toThrow(Unreadable);
  });
});
