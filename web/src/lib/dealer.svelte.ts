import { announcer } from './announce.svelte';
import { face } from './cards';
import { house } from './house.svelte';
import type { Step } from './keying';
import { isSplit, placeName } from './ruling-aloud';
import type { Answer } from './socket';
import type * as wire from './wire';
import { dealing } from './words-deal';
import { words } from './words';

/** A card on its way to the house. */
export interface Keyed {
  readonly key: number;
  readonly card: string;
  /** The place that was chosen; empty where it is due. */
  readonly to: string;
  /** The place where it is shown until the house has answered; empty if that is not known yet. */
  readonly shownAt: string;
  /** The version of the picture in which it is not there yet; null while cards before it are on their way. */
  readonly since: number | null;
}

type Command = { readonly do: string } & Step;

/** The dealer's side of a hand-dealt table: cards are shown at once and sent one after the other, and each is confirmed by the house. */
export class Dealer {
  keyed = $state.raw<readonly Keyed[]>([]);
  /** A card that nobody is due: it waits until it is said what it was. */
  held = $state('');
  /** The place of the next card, if it is not the one that is due. */
  other = $state('');
  /** What went wrong, and the next card leaves the shoe by it. */
  armed = $state.raw<wire.StepSeen | null>(null);
  refused = $state.raw<Answer | null>(null);
  /** A command that is no card is on its way. */
  busy = $state(false);
  private numbers = 0;
  /** What was keyed, one after the other: a signal that is typed after a card is about the picture with that card. */
  private line: Promise<unknown> = Promise.resolve();

  constructor(readonly id: string) {}

  get frame(): wire.TableFrame | undefined {
    return house.tables.get(this.id);
  }

  /** The place where the next card goes, with the number of its hand. */
  get target(): string {
    return this.other || this.frame?.ruling?.due || '';
  }

  /** The card that is shown before the house has confirmed it. */
  get ghost(): Keyed | null {
    const first = this.keyed[0];
    return first && first.shownAt && (first.since === null || first.since === this.frame?.version) ? first : null;
  }

  // Cards

  card(card: string): void {
    this.refused = null;
    if (this.held) {
      announcer.alert(dealing.heldFirst(face(card).name));
      return;
    }
    const armed = this.armed;
    if (armed) {
      this.armed = null;
      void this.staff(armed, {}, card);
      return;
    }
    const [to, shownAt] = [this.other, this.keyed.length ? '' : this.target];
    this.other = '';
    this.keyed = [...this.keyed, { key: this.numbers++, card, to, shownAt, since: null }];
    const key = this.keyed.at(-1)!.key;
    this.next(() => this.send(key));
  }

  /** Do something after what was keyed before it. */
  next(work: () => Promise<unknown>): void {
    this.line = this.line.then(work, work);
  }

  private async send(key: number): Promise<void> {
    const first = this.keyed[0];
    if (first?.key !== key) return;
    if (!first.to && this.asksFirst()) {
      [this.held, this.keyed] = [first.card, []];
      announcer.alert(dealing.held(face(first.card).name));
      return;
    }
    const sent: Keyed = { ...first, shownAt: first.to || this.target, since: this.frame?.version ?? 0 };
    this.keyed = [sent, ...this.keyed.slice(1)];
    const done = await this.ask({ do: 'card', card: sent.card, ...(sent.to && { to: sent.to }) });
    // Cards that were keyed after one that was refused were meant for another table.
    this.keyed = done ? this.keyed.slice(1) : [];
  }

  /** Whether somebody is to decide, so that a card may be the answer to a signal that is not recorded yet. */
  private asksFirst(): boolean {
    const frame = this.frame;
    const seen = frame?.ruling;
    if (!frame?.table.in_round || !seen || seen.due || frame.table.join) return false;
    return seen.signals.some((one) => one.draws_to && one.do !== 'close');
  }

  async undo(): Promise<void> {
    if (this.held || this.armed || this.other) {
      [this.held, this.armed, this.other] = ['', null, ''];
      return;
    }
    if (await this.tell({ do: 'undo-card' })) announcer.say([dealing.undone]);
  }

  /** Choose where the next card lies; the place that is due is chosen without it. */
  place(place: string): void {
    this.armed = null;
    this.other = place === this.frame?.ruling?.due ? '' : place;
    announcer.say([this.other ? dealing.liesOn(placeName(place, false)) : dealing.asDue]);
  }

  // Signals

  /** Record a decision, with those who join it; a held card is the one that it draws. */
  async decide(decision: Step): Promise<void> {
    const held = this.held;
    if (!(await this.tell(this.commandFor(decision)))) return;
    const join = this.frame?.table.join;
    if (join && decision.joined_by) {
      const joined = decision.joined_by as readonly string[] | Readonly<Record<string, string>>;
      for (const player of Array.isArray(joined) ? (joined as readonly string[]) : Object.keys(joined)) {
        const amount = Array.isArray(joined) ? undefined : (joined as Readonly<Record<string, string>>)[player];
        await this.forPlayer(player, { do: 'join', box: join.box, ...(amount && { amount }) });
      }
      if (this.frame?.table.join) await this.tell({ do: 'close-offer' });
    }
    if (held) {
      this.held = '';
      this.card(held);
    }
  }

  private commandFor(decision: Step): Command {
    if (decision.do === 'close') return { do: 'close-offer' };
    if (decision.do === 'absent') return { do: 'absent', box: this.frame?.ruling?.signals.find((one) => one.do === 'absent')?.box };
    const box = this.frame?.ruling?.round.boxes.find((one) => one.number === decision.box);
    const what = { do: decision.do, box: decision.box, ...(decision.amount !== undefined && { amount: decision.amount }) };
    return { do: 'for-player', player: decision.player ?? box?.controller ?? '', what };
  }

  forPlayer(player: string, what: Command | wire.Lay | wire.Command): Promise<boolean> {
    return this.tell({ do: 'for-player', player, what });
  }

  // What went wrong

  /** A step of staff; one by which a card leaves the shoe waits for that card. */
  async staff(step: wire.StepSeen, fields: Step, card = ''): Promise<boolean> {
    const leaves = card || this.held;
    if (step.takes_card && !leaves) {
      this.armed = step;
      return true;
    }
    const { by, do: what, after_cards: after, ...rest } = step.step;
    void [by, after];
    const done = await this.tell({ do: what === 'void' ? 'void-round' : (what as string), ...rest, ...(step.takes_card && { card: leaves }), ...fields });
    if (done && step.takes_card) this.held = '';
    return done;
  }

  // Sending

  /** Do something at the table; whether it was done. */
  async tell(command: Command): Promise<boolean> {
    this.busy = true;
    this.refused = null;
    const done = await this.ask(command);
    this.busy = false;
    return done;
  }

  private async ask(command: Command): Promise<boolean> {
    const answer = await house.ask(this.id, command as unknown as wire.Command);
    if (answer.answer !== 'done') this.refused = answer;
    return answer.answer === 'done';
  }
}

/** What a screen reader is told of a new picture: the cards that came, what went wrong, and what is next. */
export function heard(before: wire.TableFrame, now: wire.TableFrame): { said: string[]; alarm: string } {
  const [was, is] = [before.staff?.by_hand?.record ?? [], now.staff?.by_hand?.record ?? []];
  const same = before.table.round?.id === now.table.round?.id;
  const said = is.slice(same ? was.length : 0).flatMap((one) => (one.card && one.to ? [`${face(one.card).name}, ${placeName(one.to, one.to.includes('.'))}.`] : []));
  const seen = now.ruling;
  if (now.table.in_round && seen) {
    if (seen.due) said.push(`${dealing.next(placeName(seen.due, isSplit(seen.round, seen.due)))}.`);
    else if (now.table.join) said.push(dealing.joinAsks(now.table.join.asked.join(', '), words.choices.verbs[now.table.join.what] ?? now.table.join.what, now.table.join.box));
    else if (seen.asked) said.push(dealing.asks[seen.asked] ?? `${dealing.decides(placeName(seen.asked, isSplit(seen.round, seen.asked)))}.`);
  } else if (before.table.in_round) said.push(dealing.roundOver);
  const deviation = now.table.by_hand?.deviation;
  const known = before.table.by_hand?.deviation;
  const fresh = deviation && (deviation.kind !== known?.kind || deviation.clause !== known?.clause);
  return { said, alarm: fresh ? `${dealing.deviations[deviation.kind] ?? deviation.kind}. ${words.choices.clause(deviation.clause)}.` : '' };
}
