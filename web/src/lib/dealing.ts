import type { CardsSeen, HandSeen, RoundSeen } from './wire';

type Cards = Pick<RoundSeen, 'boxes' | 'dealer'> & { id?: string };

/** A card's position: "dealer/0", or box, hand and index as in "3/0/1". */
export type Place = string;

/** Whether a hand's cards are in the discard rack already. */
export function isCleared(hand: HandSeen | undefined): boolean {
  return (hand as { cleared?: boolean } | undefined)?.cleared ?? false;
}

/** The number of cards in the discard rack: the house's count, or else the cards drawn that are not in view. */
export function racked(cards: CardsSeen, round: Cards | null): number {
  const counted = (cards as { rack?: number }).rack;
  if (counted !== undefined) return counted;
  const hands = round?.boxes.flatMap((box) => box.hands.filter((hand) => !isCleared(hand))) ?? [];
  const inView = hands.reduce((sum, hand) => sum + hand.cards.length, round?.dealer.length ?? 0);
  return Math.max(0, cards.drawn - inView);
}

const FASTEST = 90;
const USUAL = 230;
const IN_ALL = 1_800;

/** The new cards on the table, in the order a dealer lays them. */
export function newCards(before: Cards | null, after: Cards): Place[] {
  const known = before && before.id === after.id ? placesOf(before) : new Map<Place, string>();
  const initial = known.size === 0;
  const places = [...placesOf(after)].filter(([place, card]) => known.get(place) !== card).map(([place]) => place);
  return initial ? places.sort((one, other) => turn(one) - turn(other)) : places;
}

/** When each new card is laid, in milliseconds from now. */
export function moments(places: readonly Place[]): Map<Place, number> {
  const step = Math.max(FASTEST, Math.min(USUAL, IN_ALL / Math.max(places.length, 1)));
  return new Map(places.map((place, order) => [place, Math.round(order * step)]));
}

/** The order of the initial deal: a card to every box, one to the dealer, a second to every box; then all others. */
function turn(place: Place): number {
  const parts = place.split('/');
  if (parts[0] === 'dealer') return parts[1] === '0' ? 1 : 10 + Number(parts[1]);
  const card = Number(parts[2]);
  return card === 0 ? 0 : card === 1 ? 2 : 2 + card;
}

function placesOf(cards: Cards): Map<Place, string> {
  const found = new Map<Place, string>();
  for (const box of cards.boxes) {
    box.hands.forEach((hand, number) => {
      hand.cards.forEach((card, place) => found.set(`${box.number}/${number}/${place}`, card));
    });
  }
  cards.dealer.forEach((card, place) => found.set(`dealer/${place}`, card));
  return found;
}
