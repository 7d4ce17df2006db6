import { SvelteMap } from 'svelte/reactivity';
import { cents, dollars } from './money';
import type { Answer } from './socket';
import type * as wire from './wire';

export type Spot = 'stake' | 'perfect_pairs' | 'super_sevens';
export const SPOTS: readonly Spot[] = ['stake', 'perfect_pairs', 'super_sevens'];
export type Wager = Readonly<Record<Spot, number>>;
export const NOTHING: Wager = { stake: 0, perfect_pairs: 0, super_sevens: 0 };

export function wagerOf(laid: wire.WagerSeen | undefined): Wager {
  if (!laid) return NOTHING;
  return { stake: cents(laid.stake), perfect_pairs: cents(laid.perfect_pairs), super_sevens: cents(laid.super_sevens) };
}

export function sum(wager: Wager): number {
  return wager.stake + wager.perfect_pairs + wager.super_sevens;
}

/** The command that puts a wager on a box, instead of the one there. */
export function laying(box: number, wager: Wager): wire.Command {
  if (!sum(wager)) return { do: 'take-back', box };
  const lay: Record<string, unknown> = { do: 'wager', box };
  for (const spot of SPOTS) if (wager[spot]) lay[spot] = dollars(wager[spot]);
  return lay as unknown as wire.Lay;
}

type Ask = (command: wire.Command) => Promise<Answer>;

/** Draft wagers, box by box: the chips chosen but not yet sent. Wagers already on the table are not included. */
export class Bets {
  drafts = new SvelteMap<number, Wager>();
  box = $state<number | null>(null);
  spot = $state<Spot>('stake');
  private past: { box: number; wager: Wager | undefined }[] = $state([]);

  /** The wager that a box would have. */
  on(box: number, laid: Wager): Wager {
    return this.drafts.get(box) ?? laid;
  }

  get changed(): boolean {
    return this.drafts.size > 0;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  choose(box: number, spot: Spot = 'stake'): void {
    this.box = box;
    this.spot = spot;
  }

  set(box: number, wager: Wager): void {
    this.past.push({ box, wager: this.drafts.get(box) });
    this.drafts.set(box, wager);
  }

  add(box: number, spot: Spot, value: number, laid: Wager): void {
    const now = this.on(box, laid);
    this.set(box, { ...now, [spot]: now[spot] + value });
  }

  undo(): void {
    const last = this.past.pop();
    if (!last) return;
    if (last.wager) this.drafts.set(last.box, last.wager);
    else this.drafts.delete(last.box);
  }

  /** How much more the drafts need than is on the table already. */
  needed(laid: (box: number) => Wager): number {
    let more = 0;
    for (const [box, wager] of this.drafts) more += sum(wager) - sum(laid(box));
    return more;
  }

  clear(): void {
    this.drafts.clear();
    this.past = [];
  }

  /** The wagers being sent to the table, until all are answered. */
  private placing: Promise<Answer | null> = Promise.resolve(null);
  private cleared = 0;

  /** Send the drafts; returns the first refusal, if any. A refused wager stays a draft. */
  place(ask: Ask): Promise<Answer | null> {
    return (this.placing = this.lay(ask, this.cleared));
  }

  private async lay(ask: Ask, cleared: number): Promise<Answer | null> {
    for (const [box, wager] of [...this.drafts]) {
      const answer = await ask(laying(box, wager));
      if (answer.answer !== 'done' && !(answer.code === 'wager/none' && !sum(wager))) return answer;
      // The player cancelled meanwhile: the rest is not laid, and what was laid is taken back.
      if (cleared !== this.cleared) return null;
      if (this.drafts.get(box) === wager) this.drafts.delete(box);
    }
    if (!this.drafts.size) this.past = [];
    return null;
  }

  /** Take back everything: drafts, wagers on the table, and wagers being sent. Returns the first refusal, if any. */
  async takeBack(ask: Ask, laid: () => readonly number[]): Promise<Answer | null> {
    this.cleared += 1;
    this.clear();
    await this.placing;
    for (const box of laid()) {
      const answer = await ask({ do: 'take-back', box });
      if (answer.answer !== 'done' && answer.code !== 'wager/none') return answer;
    }
    return null;
  }
}

const KEY = 'boxseat.last-bets.';

/** Store the wagers of the last round, so that they can be laid again. */
export function remember(table: string, wagers: ReadonlyMap<number, Wager>): void {
  try {
    sessionStorage.setItem(KEY + table, JSON.stringify([...wagers]));
  } catch {
    // Without storage they cannot be laid again.
  }
}

export function remembered(table: string): Map<number, Wager> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(KEY + table) ?? '[]') as [number, Wager][]);
  } catch {
    return new Map();
  }
}
