import { announcer } from './announce.svelte';
import { face, SIGNS } from './cards';
import { boxOf } from './keying';
import { inDollars } from './sentence';
import type * as wire from './wire';
import { words } from './words';
import { ruling } from './words-ruling';

/** A place in words: "Box 3", "Box 3, hand 2", "Dealer". */
export function placeName(place: string, split: boolean): string {
  if (place === 'dealer') return ruling.place.dealer;
  if (place === 'next') return ruling.place.next;
  if (place === 'rack') return ruling.place.rack;
  const box = boxOf(place);
  const hand = Number(place.split('.')[1] ?? 1);
  return split || hand > 1 ? ruling.place.hand(box, hand) : ruling.place.box(box);
}

/** Whether the box of a place has several hands. */
export function isSplit(round: wire.RoundLying, place: string): boolean {
  return (round.boxes.find((one) => one.number === boxOf(place))?.hands.length ?? 1) > 1;
}

/** A card in short: "7♥". */
export function short(card: string): string {
  const one = face(card);
  return `${one.index}${SIGNS[one.suit]}`;
}

/** A sentence of the house with cards as they look: "4C was dealt" is "4♣ was dealt". */
export function plainly(text: string): string {
  return inDollars(text.replace(/\b[A2-9TJQK][SHDC]\b/g, short));
}

/** A decision or step of the document in words. */
export function decisionName(step: Readonly<Record<string, unknown>>, name: string): string {
  const what = ruling.steps.names[name] ?? ruling.record.by[name] ?? words.choices.words[name] ?? name;
  const to = typeof step.to === 'string' ? placeName(step.to, false) : '';
  const more = [step.player, step.amount && `$${String(step.amount)}`, step.card, to].filter(Boolean).join(' · ');
  return `${step.box ? `${ruling.place.box(step.box as number)}: ` : ''}${what}${more ? ` (${more})` : ''}`;
}

/** What a screen reader is told of a new answer: cards that came, what is due or asked, and at once what went wrong. */
export function tell(before: wire.RulingSeen | null, now: wire.RulingSeen): void {
  const known = before && before.record.length <= now.record.length ? before.record.length : now.record.length;
  const said = now.record.slice(known).flatMap((one) => (one.card ? [`${face(one.card).name}, ${placeName(one.to, isSplit(now.round, one.to))}.`] : []));
  if (now.left_over.length) said.push(ruling.signals.pending(face(now.left_over[0]!).name));
  else if (now.due) said.push(`${ruling.keys.dueAt(placeName(now.due, isSplit(now.round, now.due)))}.`);
  else if (now.asked) said.push(`${ruling.signals.offers[now.asked] ?? ruling.signals.label(placeName(now.asked, isSplit(now.round, now.asked)))}.`);
  else if (now.round.over) said.push(now.round.void ? ruling.keys.void : ruling.keys.over);
  announcer.say(said);
  const fresh = now.rulings.slice(before?.rulings.length ?? now.rulings.length);
  for (const one of fresh) announcer.alert(`${plainly(one.said)} ${words.choices.clause(one.clause)}.`);
}
