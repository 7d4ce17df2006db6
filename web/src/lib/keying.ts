import type * as wire from './wire';

/** A decision or a step of staff, as a replay document has it. */
export type Step = Readonly<Record<string, unknown>>;

/** A wager as it was keyed; amounts are dollars as they were typed. */
export interface KeyedWager {
  readonly box: number;
  readonly player: string;
  readonly stake: string;
  readonly seated: boolean;
  /** Side bets by name; those that are not laid are missing. */
  readonly side: Readonly<Record<string, string>>;
}

/** A round as it was keyed. */
export interface Keyed {
  readonly game: string;
  /** The options that differ from the book's own, as text. */
  readonly options: Readonly<Record<string, string>>;
  readonly device: boolean;
  /** The sign's minimum and maximum, in dollars; empty for none. */
  readonly least: string;
  readonly most: string;
  readonly wagers: readonly KeyedWager[];
  readonly cards: readonly string[];
  readonly decisions: readonly Step[];
}

export function nothingKeyed(game = ''): Keyed {
  return { game, options: {}, device: false, least: '', most: '', wagers: [], cards: [], decisions: [] };
}

/** The replay document of a keyed round. */
export function documentOf(keyed: Keyed): Step {
  const limits = { ...(keyed.least && { min: keyed.least }), ...(keyed.most && { max: keyed.most }) };
  const options = Object.entries(keyed.options).map(([name, text]) => [name, optionOf(text)]);
  return {
    game: keyed.game,
    ...(options.length && { options: Object.fromEntries(options) as Step }),
    ...(Object.keys(limits).length && { limits }),
    cards: keyed.cards.join(' '),
    ...(keyed.device && { cards_from: 'device' }),
    wagers: inOrder(keyed.wagers).map((one) => ({
      box: one.box,
      player: one.player,
      ...(one.stake && { stake: one.stake }),
      ...(one.seated && { seated: true }),
      ...one.side,
    })),
    decisions: keyed.decisions,
  };
}

/** Whole numbers, yes and no are not text in a document; amounts of dollars may be. */
function optionOf(text: string): unknown {
  return /^(\d+|true|false)$/.test(text) ? (JSON.parse(text) as unknown) : text;
}

/** Wagers by box; those on one box stay as they were keyed, nearest the dealer first. */
export function inOrder(wagers: readonly KeyedWager[]): readonly KeyedWager[] {
  return [...wagers].sort((one, other) => one.box - other.box);
}

export function withCard(keyed: Keyed, card: string): Keyed {
  return { ...keyed, cards: [...keyed.cards, card] };
}

export function withDecision(keyed: Keyed, decision: Step, card = ''): Keyed {
  const cards = card ? [...keyed.cards, card] : keyed.cards;
  return { ...keyed, cards, decisions: [...keyed.decisions, decision] };
}

export function withoutDecision(keyed: Keyed, place: number): Keyed {
  return { ...keyed, decisions: keyed.decisions.filter((_, at) => at !== place) };
}

export function withOtherCard(keyed: Keyed, place: number, card: string): Keyed {
  return { ...keyed, cards: keyed.cards.map((one, at) => (at === place ? card : one)) };
}

/** Without a card, and without the step by which it left the shoe, if there is one; later steps move forward by it. */
export function withoutCard(keyed: Keyed, place: number, step: number | null): Keyed {
  const moved = (one: Step): Step =>
    typeof one.after_cards === 'number' && one.after_cards > place ? { ...one, after_cards: one.after_cards - 1 } : one;
  return {
    ...keyed,
    cards: keyed.cards.filter((_, at) => at !== place),
    decisions: keyed.decisions.filter((_, at) => at !== step).map(moved),
  };
}

/** What a step of staff is called: its word, and whatever tells it from others of that word. */
export function nameOf(step: Step): string {
  const more = [
    step.because as string | undefined,
    step.exposed === false ? 'unseen' : undefined,
    step.another_device === false ? 'no-device' : undefined,
    step.disadvantaged === true ? 'disadvantaged' : undefined,
  ].filter(Boolean);
  return [step.do as string, ...more].join('/');
}

/** A place as the server names it: a box without a hand is its first hand. */
export function placeOf(box: number, hand = 1): string {
  return `${box}.${hand}`;
}

/** The box of a place; 0 for the dealer and for cards that wait. */
export function boxOf(place: string): number {
  return Number(place.split('.')[0]) || 0;
}

const RANK = /^[A2-9TJQK]$/;
const SUIT = /^[SHDC]$/;

/** What has been typed so far of a card or a place, and what it came to. */
export interface Typed {
  readonly rank: string;
  /** Whether `B` was typed, and a box is to follow. */
  readonly toBox: boolean;
}

export const NOTHING_TYPED: Typed = { rank: '', toBox: false };

export type Meaning = { card: string } | { place: string } | { more: Typed } | null;

/** What a key means after those before it: `7` `H` is a card, `B` `4` a box, `B` `0` the dealer; null for neither. */
export function meaningOf(key: string, before: Typed, ranks: string): Meaning {
  const one = key.toUpperCase();
  if (one.length !== 1) return null;
  if (before.toBox) return /^[0-9]$/.test(one) ? { place: one === '0' ? 'dealer' : placeOf(Number(one)) } : null;
  if (before.rank && SUIT.test(one)) return { card: before.rank + one };
  if (before.rank === '1' && one === '0' && ranks.includes('T')) return { more: { rank: 'T', toBox: false } };
  if (one === '1' && ranks.includes('T')) return { more: { rank: '1', toBox: false } };
  if (RANK.test(one) && ranks.includes(one)) return { more: { rank: one, toBox: false } };
  return one === 'B' && !before.rank ? { more: { rank: '', toBox: true } } : null;
}

/** The cards that moved, as `place card`, with a number each where there are several alike. */
export function movedFrom(moves: readonly wire.CardMoveSeen[], side: 'before' | 'after'): readonly string[] {
  return moves.map((one) => `${one[side]} ${one.card}`);
}
