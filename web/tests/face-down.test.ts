import { expect, test } from 'vitest';
import { withOwnCards } from '../src/lib/face-down';
import type * as wire from '../src/lib/wire';

const hand = { cards: ['??', '??'], total: 0, soft: false };
const own = { box: 1, cards: ['9S', '5H'], total: 14, soft: false };

function frame(faceDown: unknown[]): wire.TableFrame {
  const boxes = [1, 2].map((number) => ({ number, hands: [hand] }));
  return { id: 'p1', you: { face_down: faceDown }, table: { round: { boxes } } } as unknown as wire.TableFrame;
}

test('a player sees their own cards that lie face down, and nobody else’s', () => {
  const boxes = withOwnCards(frame([own])).table.round?.boxes ?? [];
  expect(boxes.map((box) => box.hands[0]?.cards)).toEqual([own.cards, hand.cards]);
  expect(boxes[0]?.hands[0]?.total).toBe(14);
});

test('a picture without such cards stays as it is', () => {
  const picture = frame([]);
  expect(withOwnCards(picture)).toBe(picture);
});
