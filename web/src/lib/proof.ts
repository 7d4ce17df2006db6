/**
 * The check of a shoe in the browser, with WebCrypto alone: docs/fairness.md, version 1. The order of the cards is
 * computed from the seed and compared with the cards dealt, as the offline verifier does.
 */
import type { CardFate, ShoeProof, Stage } from './wire';
import { study } from './words-study';

const RANKS = 'A23456789TJQK';
const SUITS = 'SHDC';
const SEED_BYTES = 512;
const MOST_STAGES = 2;
const TWO_32 = 2 ** 32;
const say = study.fairness.faults;

export interface StageChecked {
  /** In the order that the seed gives, first card first. */
  order: string[];
  dealt: string[];
  burnt: readonly number[];
  /** What became of cards that an irregularity kept from their places. */
  fates: readonly CardFate[];
  /** The positions, from 0, where a different card was dealt. */
  differ: number[];
}

export interface Verdict {
  faults: string[];
  stages: StageChecked[];
}

export class Unreadable extends Error {}

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
const hex = (raw: Uint8Array): string => Array.from(raw, (byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const isHex = (text: string, length: number): boolean => text.length === 2 * length && /^[0-9a-f]*$/.test(text);

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export async function commitmentOf(book: string, shoe: string, seed: Uint8Array): Promise<string> {
  const said = joined(bytes(`boxseat shoe 1\0${book}\0${shoe}\0`), seed);
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', said)));
}

/** An endless sequence of 32-bit words, computed from the seed block by block. */
class Words {
  private number = 0;
  private block = new DataView(new ArrayBuffer(0));
  private at = 32;
  private readonly domain: Uint8Array;

  constructor(private readonly seed: Uint8Array<ArrayBuffer>, label: string) {
    this.domain = bytes(`boxseat shuffle 1\0${label}\0`);
  }

  async below(n: number): Promise<number> {
    const limit = TWO_32 - (TWO_32 % n);
    for (;;) {
      const word = await this.next();
      if (word < limit) return word % n;
    }
  }

  private async next(): Promise<number> {
    if (this.at === 32) {
      const place = new DataView(new ArrayBuffer(8));
      place.setBigUint64(0, BigInt(this.number++));
      const raw = joined(this.domain, new Uint8Array(place.buffer));
      const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
      this.block = new DataView(await crypto.subtle.sign('HMAC', key, this.seed));
      this.at = 0;
    }
    this.at += 4;
    return this.block.getUint32(this.at - 4);
  }
}

async function shuffled(pack: readonly string[], seed: Uint8Array<ArrayBuffer>, label: string): Promise<string[]> {
  const order = [...pack];
  const words = new Words(seed, label);
  for (let last = order.length - 1; last > 0; last--) {
    const other = await words.below(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

async function drawn(seed: Uint8Array<ArrayBuffer>, label: string, least: number, most: number): Promise<number> {
  return least + (await new Words(seed, label).below(most - least + 1));
}

const place = (card: string): number => RANKS.indexOf(card[0]!) * 4 + SUITS.indexOf(card[1]!);
const inOrder = (cards: readonly string[]): string[] => [...cards].sort((one, other) => place(one) - place(other));

function wholePack(ranks: string, decks: number): string[] {
  const deck = [...ranks].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
  return inOrder(Array.from({ length: decks }, () => deck).flat());
}

/** The cards of one pack that are not in another. */
function beyond(cards: readonly string[], held: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const card of held) counts.set(card, (counts.get(card) ?? 0) + 1);
  return cards.filter((card) => {
    const left = counts.get(card) ?? 0;
    counts.set(card, left - 1);
    return left <= 0;
  });
}

function cardsIn(text: string): string[] {
  const cards = text.split(/\s+/).filter(Boolean);
  const wrong = cards.find((word) => word.length !== 2 || !RANKS.includes(word[0]!) || !SUITS.includes(word[1]!));
  if (wrong !== undefined) throw new Unreadable(say.noCard(wrong.slice(0, 20)));
  return cards;
}

const isFate = (fate: CardFate): boolean =>
  Number.isInteger(fate.place) && Number.isInteger(fate.record) && Object.hasOwn(study.fairness.fates, String(fate.fate));

/** Read a proof from its text; missing parts are reported by the check. */
export function readProof(text: string): ShoeProof {
  let found: unknown;
  try {
    found = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new Unreadable(say.noJson);
  }
  const proof = found as ShoeProof;
  const right =
    typeof found === 'object' && found !== null && Array.isArray(proof.stages) &&
    [proof.book, proof.ranks, proof.shoe, proof.commitment, proof.seed].every((field) => typeof field === 'string') &&
    [proof.version, proof.decks, proof.cut_from_ends].every(Number.isInteger) &&
    proof.stages.every((stage: Stage | null) => stage && typeof stage.dealt === 'string' && (stage.fates ?? []).every(isFate));
  if (!right) throw new Unreadable(say.noProof);
  return proof;
}

function shapeFaults(proof: ShoeProof): string[] {
  const faults: string[] = [];
  const ranks = [...proof.ranks];
  if (proof.version !== 1) faults.push(say.version(proof.version));
  if (proof.decks < 1 || proof.decks > 64 || proof.cut_from_ends < 0 || proof.cut_from_ends > 64) faults.push(say.decks);
  if (!ranks.length || new Set(ranks).size !== ranks.length || !ranks.every((rank) => RANKS.includes(rank))) faults.push(say.ranks);
  if (!isHex(proof.seed, SEED_BYTES)) faults.push(say.seed(SEED_BYTES));
  if (!isHex(proof.commitment, 32)) faults.push(say.commitment);
  if (proof.stages.length < 1 || proof.stages.length > MOST_STAGES) faults.push(say.stages(proof.stages.length));
  return faults;
}

/** All errors in a proof, and the order of each stage according to the seed. */
export async function verify(proof: ShoeProof, promised = ''): Promise<Verdict> {
  const faults = shapeFaults(proof);
  const stages: StageChecked[] = [];
  if (faults.length) return { faults, stages };
  if (promised && promised !== proof.commitment) faults.push(say.notNoted);
  const seed = fromHex(proof.seed);
  const decks = wholePack(proof.ranks, proof.decks);
  if ((await commitmentOf(proof.book, proof.shoe, seed)) !== proof.commitment) faults.push(say.otherSeed);
  let left: string[] = [];
  let onTable: string[] = [];
  for (const [index, stage] of proof.stages.entries()) {
    const tell = (fault: string): void => void faults.push(proof.stages.length > 1 ? say.inStage(index + 1, fault) : fault);
    let pack: string[];
    let dealt: string[];
    try {
      pack = stage.pack ? inOrder(cardsIn(stage.pack)) : decks;
      dealt = cardsIn(stage.dealt);
    } catch (error) {
      tell((error as Error).message);
      break;
    }
    const foreign = beyond(pack, decks);
    if (foreign.length) {
      tell(say.foreign(foreign.slice(0, 10).join(' ')));
      break;
    }
    if (beyond(left, pack).length) tell(say.lacks);
    if (beyond([...pack, ...onTable], decks).length) tell(say.onTable);
    if (index + 1 < proof.stages.length && !dealt.length) tell(say.none);
    const burnt = stage.burnt ?? [];
    const found = await checkOrder(proof, stage, seed, index + 1, pack, dealt, burnt, tell);
    if (found) stages.push(found);
    left = beyond(pack, dealt);
    onTable = onTable.concat(dealt.filter((_, at) => !burnt.includes(at + 1)));
  }
  return { faults, stages };
}

async function checkOrder(
  proof: ShoeProof, stage: Stage, seed: Uint8Array<ArrayBuffer>, number: number, pack: string[], dealt: string[],
  burnt: readonly number[], tell: (fault: string) => void,
): Promise<StageChecked | null> {
  let order = await shuffled(pack, seed, `stage ${number}`);
  if (stage.cut) {
    const { place: at, by } = stage.cut;
    const least = Math.min(4 * proof.ranks.length * proof.cut_from_ends, Math.floor(pack.length / 2));
    const most = pack.length - least;
    if (at < least || at > most) {
      tell(say.cut(at, least, most));
      return null;
    }
    if (by === 'house' && at !== (await drawn(seed, `cut ${number}`, least, most))) tell(say.houseCut(at));
    order = [...order.slice(at), ...order.slice(0, at)];
  }
  if (stage.cutting_card) {
    const { behind, least, most } = stage.cutting_card;
    if (!(least >= 0 && least <= most && most <= pack.length)) tell(say.noPlace);
    else {
      const due = await drawn(seed, `cutting card ${number}`, least, most);
      if (behind !== due) tell(say.cuttingCard(behind, due));
    }
  }
  if (burnt.some((at) => at < 1 || at > dealt.length) || new Set(burnt).size < burnt.length) tell(say.burnt);
  const fates = stage.fates ?? [];
  const kept = fates.map((fate) => fate.place);
  if (kept.some((at) => at < 1 || at > dealt.length || burnt.includes(at)) || new Set(kept).size < kept.length) tell(say.fates);
  for (const fate of fates) if (fate.record < 1) tell(say.noRecord(fate.place));
  if (dealt.length > order.length) tell(say.tooMany(dealt.length, order.length));
  const differ = dealt.flatMap((card, at) => (at < order.length && card !== order[at] ? [at] : []));
  if (differ.length) tell(say.card(differ[0]! + 1, dealt[differ[0]!]!, order[differ[0]!]!, differ.length));
  return { order, dealt, burnt, fates, differ };
}

/** A copy of the proof with one dealt card changed, to show that the check finds it. */
export function altered(proof: ShoeProof, at: number): ShoeProof {
  const [first, ...others] = proof.stages;
  const cards = first!.dealt.split(' ');
  const card = cards[at] ?? '';
  cards[at] = (card[0] === 'A' ? '2' : 'A') + (card[1] ?? 'S');
  return { ...proof, stages: [{ ...first!, dealt: cards.join(' ') }, ...others] };
}
