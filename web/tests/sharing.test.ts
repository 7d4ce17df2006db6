import { expect, test } from 'vitest';
import { shared } from '../src/lib/sharing';

const table = (cards: string[]) => ({ boxes: [{ number: 1, hands: [{ cards, total: 8 }] }, { number: 2, hands: [] }], round: null as object | null });

test('a picture that is equal is the one before', () => {
  const before = table(['8S']);
  expect(shared(before, table(['8S']))).toBe(before);
});

test('only what changed is new', () => {
  const before = table(['8S']);
  const after = table(['8S', '3C']);
  const found = shared(before, after);
  expect(found).toEqual(after);
  expect(found).not.toBe(before);
  expect(found.boxes[0]).not.toBe(before.boxes[0]);
  expect(found.boxes[1]).toBe(before.boxes[1]);
});

test('what came, went or is of another kind is not taken for what was', () => {
  expect(shared<unknown>([1, 2], [1])).toEqual([1]);
  expect(shared<unknown>([1], [1, 2])).toEqual([1, 2]);
  expect(shared<unknown>({ a: 1 }, { b: undefined })).toEqual({ b: undefined });
  expect(shared<unknown>({ a: undefined }, { b: undefined })).toStrictEqual({ b: undefined });
  expect(shared<unknown>({ 0: 'x' }, ['x'])).toEqual(['x']);
  expect(shared<unknown>(null, { a: 1 })).toEqual({ a: 1 });
  expect(shared<unknown>({ a: 1 }, null)).toBeNull();
  expect(shared(Number.NaN, Number.NaN)).toBeNaN();
});
