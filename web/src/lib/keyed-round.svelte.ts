import { announcer } from './announce.svelte';
import { Refused } from './api';
import { documentOf, nameOf, nothingKeyed, withCard, withDecision, withoutDecision, type Keyed, type Step } from './keying';
import { rulings } from './rulings';
import { sentence } from './sentence';
import type * as wire from './wire';
import { words } from './words';
import { tell } from './ruling-aloud';

const TRY_AGAIN_MS = 1_500;
const STEPS_BACK = 60;
/** Answers after which the same is asked again: none at all, too many questions, and a house that cannot be reached. */
const WAITING = [0, 429, 502, 503, 504];

/** What the printed report says besides the round. */
export interface ReportFields {
  table: string;
  at: string;
  dealer: string;
  supervisor: string;
  manager: string;
  reference: string;
  text: string;
}

/** A step of staff by which the next card leaves the shoe. */
export interface Armed {
  readonly name: string;
  readonly fields: Step;
}

/** What undo brings back: cards and decisions. Wagers and rules stay as they are. */
type Done = Pick<Keyed, 'cards' | 'decisions'>;

interface Kept {
  now: Keyed;
  past: readonly Done[];
  report: ReportFields;
}

const NO_REPORT: ReportFields = { table: '', at: '', dealer: '', supervisor: '', manager: '', reference: '', text: '' };

/** A round being keyed: kept in this browser, and ruled on by the house after every key. */
export class KeyedRound {
  now = $state.raw<Keyed>(nothingKeyed());
  past = $state.raw<readonly Done[]>([]);
  report = $state<ReportFields>({ ...NO_REPORT });
  answer = $state.raw<wire.RulingSeen | null>(null);
  /** The round that the answer is about. */
  private answered = $state.raw<Keyed | null>(null);
  /** Why there is no answer. */
  problem = $state('');
  /** What was tried last and refused; it has been taken back. */
  refused = $state.raw<wire.RefusedSeen | null>(null);
  armed = $state.raw<Armed | null>(null);
  private tried: Keyed | null = null;
  private waiting: (() => void)[] = [];
  private sending = false;

  constructor(private readonly key: string) {
    const kept = read(key);
    if (!kept) return;
    [this.now, this.past, this.report] = [kept.now, kept.past, { ...NO_REPORT, ...kept.report }];
    void this.send();
  }

  /** Whether the answer is about the round as it is keyed now. */
  get fresh(): boolean {
    return this.answered === this.now;
  }

  /** The place where the next card goes: where it is due, or the one that was chosen. */
  get target(): string {
    return this.armed?.name === 'misplace' ? String(this.armed.fields.to) : (this.answer?.due ?? '');
  }

  /** The card that has left the shoe, though nobody was due one. */
  get pending(): string {
    return (this.fresh && !this.problem && this.answer?.left_over[0]) || '';
  }

  step(name: string): wire.StepSeen | undefined {
    return this.answer?.steps.find((one) => nameOf(one.step) === name);
  }

  // Keying

  card(card: string): void {
    const armed = this.armed;
    this.refused = null;
    if (!armed) return this.change(withCard(this.now, card));
    this.armed = null;
    this.afterAnswer(() => this.take(armed, card));
  }

  /** A decision of a player, or a step of the dealer for one. */
  decide(decision: Step): void {
    this.armed = null;
    this.afterAnswer(() => this.change(withDecision(this.now, decision), true));
  }

  /** A step of staff; one that takes a card waits for it. */
  staff(step: wire.StepSeen, fields: Step = {}): void {
    const armed = { name: nameOf(step.step), fields };
    if (step.takes_card && !this.pending) this.armed = armed;
    else this.afterAnswer(() => this.take(armed, ''));
  }

  /** Choose the place for the next card: it is misplaced, unless the card is due there. */
  place(place: string): void {
    if (!this.answer || place === this.answer.due) {
      this.armed = null;
      return;
    }
    const misplace = this.step('misplace');
    if (misplace?.refused) {
      this.refused = { decision: -1, ...misplace.refused };
      announcer.alert(sentence(misplace.refused.reason, misplace.refused.clause));
      return;
    }
    this.refused = null;
    this.armed = { name: 'misplace', fields: { to: place } };
  }

  private take(armed: Armed, card: string): void {
    const step = this.step(armed.name)?.step;
    if (step) this.change(withDecision(this.now, { ...step, ...armed.fields }, card), true);
  }

  /** Change what was keyed. What was `tried` is taken back if it is refused. */
  change(next: Keyed, tried = false): void {
    const { cards, decisions } = this.now;
    this.past = [...this.past, { cards, decisions }].slice(-STEPS_BACK);
    this.put(next);
    this.tried = tried ? next : null;
  }

  /** Change wagers or rules. */
  setUp(next: Keyed): void {
    this.put(next);
  }

  private put(next: Keyed): void {
    [this.now, this.tried, this.refused] = [next, null, null];
    this.keep();
    void this.send();
  }

  undo(): void {
    if (this.armed) {
      this.armed = null;
      return;
    }
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.put({ ...this.now, ...before });
  }

  /** Begin another round at the same game. */
  clear(): void {
    const { game, options, device, least, most } = this.now;
    [this.past, this.armed, this.answer] = [[], null, null];
    this.report = { ...NO_REPORT, table: this.report.table, supervisor: this.report.supervisor };
    this.now = { ...nothingKeyed(game), options, device, least, most };
    this.keep();
  }

  /** Ask again, as the connection is back. */
  again(): void {
    void this.send();
  }

  keep(): void {
    try {
      localStorage.setItem(this.key, JSON.stringify({ now: this.now, past: this.past, report: this.report } satisfies Kept));
    } catch {
      // Without storage the round lasts until the page is closed.
    }
  }

  // The house's answer

  /** Do something when the answer is about the round as it is now. */
  private afterAnswer(work: () => void): void {
    if (this.fresh) work();
    else this.waiting.push(work);
  }

  private async send(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    while (!this.fresh && this.now.wagers.length) {
      const asked = this.now;
      try {
        const answer = await rulings.ask(documentOf(asked));
        if (asked === this.now) this.heard(asked, answer);
      } catch (error) {
        await this.failed(asked, error);
      }
    }
    this.sending = false;
  }

  private heard(asked: Keyed, answer: wire.RulingSeen): void {
    const before = this.answer;
    this.problem = '';
    const last = answer.refused.find((one) => one.decision === asked.decisions.length - 1);
    if (last && this.tried === asked) {
      this.tried = null;
      if (last.code === 'irregular/right-place') {
        this.now = withoutDecision(asked, last.decision);
        this.keep();
      } else {
        this.undo();
        this.refused = last;
        this.waiting = [];
        announcer.alert(sentence(last.reason, last.clause));
      }
      return;
    }
    [this.answer, this.answered] = [answer, asked];
    tell(before, answer);
    const [first, ...later] = this.waiting;
    this.waiting = later;
    first?.();
  }

  private async failed(asked: Keyed, error: unknown): Promise<void> {
    this.problem = error instanceof Refused ? sentence(error.reason, error.clause) : words.line.unreadable;
    const final = error instanceof Refused && !WAITING.includes(error.status);
    if (final && asked === this.now) {
      [this.answered, this.waiting] = [asked, []];
      announcer.alert(this.problem);
    } else if (!final) {
      await new Promise((go) => setTimeout(go, TRY_AGAIN_MS));
    }
  }
}

function read(key: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null;
    return kept && Array.isArray(kept.now.cards) && Array.isArray(kept.now.wagers) && Array.isArray(kept.past) ? kept : null;
  } catch {
    return null;
  }
}
