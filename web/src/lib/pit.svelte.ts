import { SvelteMap } from 'svelte/reactivity';
import { api } from './api';
import type { Wanted } from './acts';
import { house } from './house.svelte';
import { shown } from './money';
import type * as wire from './wire';
import { floor } from './words-floor';

const LOOK_EVERY = 5_000;
/** A socket takes so many subscriptions; further tables are seen in the list only. */
const WATCHED = 50;

/** Something on a tile that somebody should see: words, a time that runs, and the act that clears it. */
export interface Sign {
  readonly text: string;
  readonly clause?: string;
  /** In milliseconds since 1970. */
  readonly until?: number;
  /** It waits for somebody. */
  readonly todo?: boolean;
  /** The act that clears it, with what is known already. */
  readonly act?: string;
  readonly filled?: Wanted['filled'];
  /** A page where it is put right. */
  readonly link?: string;
}

/** The floor as a member of staff sees it: all tables, live, and the acts of their role. */
class Pit {
  lines = $state.raw<readonly wire.TableLine[]>([]);
  acts = $state.raw<readonly wire.ActSeen[]>([]);
  loaded = $state(false);
  private readonly watched = new SvelteMap<string, true>();

  /** Follow all tables and streams, and those that one's role only reads, until the returned function is called. */
  follow(also: readonly string[] = []): () => void {
    let here = true;
    const look = async (): Promise<void> => {
      const [lines, acts] = await Promise.all([api.tables(), this.acts.length ? this.acts : api.acts()]).catch(() => [this.lines, this.acts] as const);
      if (!here) return;
      [this.lines, this.acts, this.loaded] = [lines.filter((line) => !line.practice), acts, true];
      const streams = [...new Set([...acts.map((act) => act.at).filter((at) => at.includes('/')), ...also])];
      for (const name of [...this.lines.slice(0, WATCHED).map((line) => line.id), ...streams]) {
        if (this.watched.has(name)) continue;
        this.watched.set(name, true);
        house.watch(name);
      }
    };
    void look();
    const timer = setInterval(() => document.visibilityState === 'visible' && void look(), LOOK_EVERY);
    return () => {
      here = false;
      clearInterval(timer);
      for (const name of this.watched.keys()) house.unwatch(name);
      this.watched.clear();
      [this.acts, this.loaded] = [[], false];
    };
  }

  /** The acts that can be done at a table: its own, and those of other streams that name a table. */
  actsAt(table: string): readonly wire.ActSeen[] {
    void table;
    return this.acts.filter((act) => act.at === 'table' || act.fields.some((field) => field.name === 'table'));
  }

  act(word: string): wire.ActSeen | undefined {
    return this.acts.find((act) => act.do === word);
  }
}

export const pit = new Pit();

const DISPUTE_ACTS: Readonly<Record<string, string>> = { decide: 'rule-on-dispute', review: 'review-dispute', inspect: 'review-dispute', correction: 'void-past-round', payment: 'settle-dispute' };
const PUT_RIGHT: readonly string[] = ['rectified', 'attempted', 'reported'];

/** Chips by value, as a form shows them. */
export const counted = (chips: Readonly<Record<string, number>>): Record<string, string> => Object.fromEntries(Object.entries(chips).map(([chip, count]) => [chip, String(count)]));

/** The registers of the house, as far as one's role sees them. */
export function registers(): { disputes?: wire.DisputesSeen; payments?: wire.PaymentsSeen; persons?: wire.PersonsForStaff; cage?: wire.CageSeen } {
  const of = <T>(name: string, part: 'staff' | 'picture'): T | undefined => (house.streams.get(name)?.[part] ?? undefined) as T | undefined;
  const [disputes, payments, persons, cage] = [of<wire.DisputesSeen>('disputes/house', 'staff'), of<wire.PaymentsSeen>('payments/house', 'staff'), of<wire.PersonsForStaff>('persons/register', 'staff'), of<wire.CageSeen>('cage/house', 'staff')];
  return { ...(disputes && { disputes }), ...(payments && { payments }), ...(persons && { persons }), ...(cage && { cage }) };
}

/** What a tile shows besides its state, what waits for somebody first. */
export function signsOf(frame: wire.TableFrame): readonly Sign[] {
  const { table, staff } = frame;
  const about = registers();
  const words = floor.warnings;
  const signs: Sign[] = [];
  const deviation = table.by_hand?.deviation;
  if (table.by_hand && (deviation || table.by_hand.misplaced)) signs.push({ text: words.deviation, clause: deviation?.clause ?? '', todo: true, link: `/deal/${encodeURIComponent(table.id)}` });
  for (const due of table.due) signs.push({ text: floor.due[due] ?? due, todo: due !== 'rack-stays', act: 'shuffle', filled: { replace_cards: due === 'check-cards' } });
  for (const one of about.disputes?.to_do ?? []) {
    if (one.table !== table.id) continue;
    const act = DISPUTE_ACTS[one.to_do] ?? '';
    signs.push({ text: words.dispute(one.dispute, one.player, floor.disputes.todo[one.to_do] ?? one.to_do), clause: one.clause, todo: one.to_do !== 'inspect', act, filled: { dispute: String(one.dispute) } });
  }
  for (const one of about.payments?.errors ?? []) {
    if (one.table === table.id && !PUT_RIGHT.includes(one.status)) signs.push({ text: words.wrongPayment(one.error, shown(one.amount)), todo: true, act: one.player ? 'rectify-payment' : 'identify-patron', filled: { error: String(one.error) } });
  }
  for (const one of about.persons?.detained ?? []) if (one.table === table.id) signs.push({ text: words.detained(one.player), clause: one.clause, todo: true, act: 'hand-over', filled: { player: one.player } });
  for (const one of about.cage?.orders ?? []) {
    if (one.table !== table.id || one.received) continue;
    const told = one.what === 'fill' ? words.fill : words.credit;
    const act = one.what === 'fill' ? (one.sent ? 'receive-fill' : 'issue-fill') : one.sent ? 'receive-credit' : 'send-credit';
    signs.push({ text: told(one.order, shown(one.ordered.amount), !!one.sent), act, filled: { order: String(one.order), chips: counted((one.sent ?? one.ordered).chips) } });
  }
  if (table.cut && !table.cut.player) signs.push({ text: words.cut, todo: true, act: 'cut-for-the-house', filled: { place: String(Math.round((table.cut.least + table.cut.most) / 2)) } });
  if (table.status === 'closed') signs.push({ text: words.closed, act: 'open' });
  if (table.status === 'closing') signs.push({ text: words.closing });
  if (table.final_rounds !== null) signs.push({ text: words.finals(table.final_rounds) });
  const sign = table.sign;
  if (sign.closing) signs.push({ text: words.closingTime, until: sign.closing, ...(table.status === 'open' && { act: 'close' }) });
  for (const one of sign.coming) signs.push({ text: (words.coming[one.what] ?? words.coming.other)!(shown(one.minimum), one.bet === 'main' ? '' : floor.choices[one.bet] ?? one.bet), until: one.at });
  if (sign.old_minima.length) signs.push({ text: words.oldMinimum(sign.old_minima.map((one) => shown(one)).join(', ')), ...(!sign.coming.some((one) => one.what === 'end-old-minimum') && { act: 'end-old-minimum' }) });
  for (const one of sign.private_limits) signs.push({ text: words.privateLimits(one.player, floor.limits(shown(one.minimum), shown(one.maximum))), act: 'end-private-limits', filled: { player: one.player } });
  if (sign.low_limit) signs.push({ text: words.lowLimit, act: 'low-limit', filled: { on: false } });
  for (const box of table.boxes) {
    if (box.wanted_by) signs.push({ text: words.wanted(box.number, box.wanted_by) });
    if (box.reserved_for) signs.push({ text: words.reserved(box.number, box.reserved_for), act: 'reserve', filled: { box: String(box.number) } });
    if (box.maximum) signs.push({ text: words.marker(box.number, shown(box.maximum)), act: 'mark-box', filled: { box: String(box.number) } });
  }
  for (const one of staff?.patrons ?? []) {
    if (one.to_minimum) signs.push({ text: words.heldMinimum(one.name), act: 'restrict', filled: { player: one.name, to_one_box: one.to_one_box } });
    if (one.to_one_box) signs.push({ text: words.heldBox(one.name), act: 'restrict', filled: { player: one.name, to_minimum: one.to_minimum } });
    if (one.warned) signs.push({ text: words.warned(one.name) });
  }
  return signs.sort((one, other) => Number(other.todo ?? false) - Number(one.todo ?? false));
}

/** What stands in the form at first: the sentence to begin with is the sign's own. */
export function wantedBy(sign: Sign, at: string): Wanted | null {
  const act = sign.act ? pit.act(sign.act) : undefined;
  return act ? { act, at: act.at === 'table' ? at : act.at, filled: { ...sign.filled, ...(act.at !== 'table' && { table: at }) } } : null;
}
