import { face } from './cards';
import type { Place } from './dealing';
import type { RoundSeen } from './wire';
import { words } from './words';

/** The names of new cards, for screen readers: "Box 4: Eight of Spades, Three of Clubs." */
export function cardsTold(places: readonly Place[], round: Pick<RoundSeen, 'boxes' | 'dealer'>): string[] {
  const told = new Map<string, string[]>();
  for (const place of places) {
    const [where, hand, nth] = place.split('/');
    const box = round.boxes.find((each) => each.number === Number(where));
    const card = where === 'dealer' ? round.dealer[Number(hand)] : box?.hands[Number(hand)]?.cards[Number(nth)];
    const split = (box?.hands.length ?? 0) > 1;
    const name = where === 'dealer' ? words.table.dealer : `${words.table.box(Number(where))}${split ? `, ${words.table.hand(Number(hand) + 1)}` : ''}`;
    if (card) told.set(name, [...(told.get(name) ?? []), face(card).name]);
  }
  return [...told].map(([name, cards]) => `${name}: ${cards.join(', ')}.`);
}
