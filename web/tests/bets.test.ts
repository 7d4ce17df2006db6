import { describe, expect, it } from 'vitest';
import { Bets, laying, NOTHING, wagerOf, type Wager } from '../src/lib/bets.svelte';
import type { Answer } from '../src/lib/socket';
import type { Command } from '../src/lib/wire';

const done: Answer = { answer: 'done', version: 2 };
const wager = (stake: number, perfect_pairs = 0): Wager => ({ stake, perfect_pairs, super_sevens: 0 });

describe('chips in hand', () => {
  it('are added to what lies there, spot by spot, and can be taken up again', () => {
    const bets = new Bets();
    const laid = wagerOf({ player: 'ann', stake: '20.00', perfect_pairs: '5.00', super_sevens: '0.00' });
    bets.add(3, 'stake', 500, laid);
    bets.add(3, 'perfect_pairs', 100, laid);
    expect(bets.on(3, laid)).toEqual({ stake: 2_500, perfect_pairs: 600, super_sevens: 0 });
    expect(bets.needed(() => laid)).toBe(600);
    bets.undo();
    bets.undo();
    expect(bets.changed).toBe(false);
    expect(bets.on(3, laid)).toEqual(laid);
  });

  it('are laid in one command a box, in dollars, without empty spots', () => {
    expect(laying(3, wager(2_500, 50))).toEqual({ do: 'wager', box: 3, stake: '25.00', perfect_pairs: '0.50' });
    expect(laying(3, NOTHING)).toEqual({ do: 'take-back', box: 3 });
  });

  it('are taken back with what is on its way, and nothing more is laid', async () => {
    const bets = new Bets();
    const lies = new Map<number, boolean>();
    const asked: string[] = [];
    let answer = (): void => undefined;
    const ask = (command: Command): Promise<Answer> => {
      asked.push(`${command.do} ${'box' in command ? command.box : ''}`);
      return new Promise((go) => {
        answer = () => {
          if ('box' in command) lies.set(command.box as number, command.do === 'wager');
          go(done);
        };
      });
    };
    bets.set(1, wager(500));
    bets.set(2, wager(100));
    const placed = bets.place(ask);
    const taken = bets.takeBack(ask, () => [...lies].filter(([, there]) => there).map(([box]) => box));
    expect(bets.changed).toBe(false);
    answer();
    await placed;
    await Promise.resolve();
    answer();
    expect(await taken).toBeNull();
    expect(asked).toEqual(['wager 1', 'take-back 1']);
  });

  it('stay in hand where they are refused', async () => {
    const bets = new Bets();
    bets.set(1, wager(500));
    bets.set(2, wager(100));
    const asked: Command[] = [];
    const refused: Answer = { answer: 'refused', code: 'wager/under-minimum', clause: '7.1', reason: 'the minimum is 5.00' };
    const answer = await bets.place(async (command) => {
      asked.push(command);
      return 'box' in command && command.box === 2 ? refused : done;
    });
    expect(answer).toBe(refused);
    expect(asked).toHaveLength(2);
    expect([...bets.drafts.keys()]).toEqual([2]);
  });
});
