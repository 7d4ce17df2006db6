import { words } from './words';

export type Suit = 'S' | 'H' | 'D' | 'C';

export interface Face {
  rank: string;
  suit: Suit;
  /** The rank as printed on the card. */
  index: string;
  name: string;
}

/** How a card is written that lies face down. */
export const FACE_DOWN = '??';

export function face(card: string): Face {
  const rank = card[0] ?? '';
  const suit = (card[1] ?? 'S') as Suit;
  const name = card === FACE_DOWN ? words.cards.faceDown : words.cards.name(words.cards.ranks[rank] ?? rank, words.cards.suits[suit] ?? suit);
  return { rank, suit, index: rank === 'T' ? '10' : rank, name };
}

/** The outlines of the suits, in a 24 by 24 square. */
export const SUITS: Readonly<Record<Suit, string>> = {
  S: 'M12 1.500C9.200 6 2.800 9.200 2.800 14.200a4.700 4.700 0 0 0 8 3.300c-.2 2.200-1.100 3.700-2.800 4.700v.3h8v-.3c-1.700-1-2.600-2.500-2.800-4.700a4.700 4.700 0 0 0 8-3.300C21.200 9.200 14.800 6 12 1.500z',
  H: 'M12 22C5.300 16.600 2 12.700 2 8.400A5.400 5.400 0 0 1 12 5.700a5.400 5.400 0 0 1 10 2.700c0 4.300-3.300 8.200-10 13.600z',
  D: 'M12 1.500c2.300 4 4.800 7.300 8 10.500-3.200 3.200-5.700 6.500-8 10.500-2.300-4-4.800-7.300-8-10.500 3.200-3.200 5.700-6.500 8-10.500z',
  C: 'M12 1.800a4.600 4.600 0 0 0-3.700 7.300 4.600 4.600 0 1 0 2.500 8.200c-.2 2.300-1.100 3.900-2.900 4.900v.3h8.200v-.3c-1.800-1-2.700-2.600-2.900-4.900a4.600 4.600 0 1 0 2.500-8.200A4.600 4.600 0 0 0 12 1.800z',
};

/** The suits as text characters. */
export const SIGNS: Readonly<Record<Suit, string>> = { S: '♠', H: '♥', D: '♦', C: '♣' };
