import { describe, expect, it } from 'vitest';
import { amountOf, isAnswered, pieces, storedSheet, storeSheet, sumOf, today, written } from '../src/lib/training';
import type { Part } from '../src/lib/wire';

const part = (form: Part['form'], options: Part['options'] = []): Part => ({ name: 'one', asks: 'One', form, options, start: '', cards: '' });

describe('training', () => {
  it('draws the cards in a sentence, and no other words', () => {
    expect(pieces('A hand has 5D AS, on 21 at SP 18.2.')).toEqual([
      { text: 'A hand has ', card: false },
      { text: '5D', card: true },
      { text: ' ', card: false },
      { text: 'AS', card: true },
      { text: ', on 21 at SP 18.2.', card: false },
    ]);
  });

  it.each([
    ['37.50', '37.50', 3750],
    ['25+10+2.50', '25+10+2.50', 3750],
    [' $1,250 ', '1250', 125000],
    ['−5', '-5', -500],
  ])('reads the amount %s', (text, plain, cents) => {
    expect(amountOf(text)).toBe(plain);
    expect(sumOf(text)).toBe(cents);
  });

  it.each(['', 'ten', '5.125', '5+', '--5'])('does not read %s', (text) => {
    expect(amountOf(text)).toBeNull();
    expect(isAnswered(part('amount'), text)).toBe(false);
  });

  it('knows what is not answered yet', () => {
    expect(isAnswered(part('choice'), '')).toBe(false);
    expect(isAnswered(part('several'), '')).toBe(true);
    expect(isAnswered(part('total'), 'soft ')).toBe(false);
    expect(isAnswered(part('total'), 'soft 17')).toBe(true);
  });

  it('writes answers for people', () => {
    const boxes = [{ id: '1', label: 'Box 1' }, { id: 'dealer', label: 'The dealer' }];
    expect(written(part('several', boxes), '')).toBe('none');
    expect(written(part('choice', boxes), 'dealer')).toBe('The dealer');
    expect(written(part('places', boxes), '1 dealer 1')).toBe('1 D 1');
    expect(written(part('amount'), '-5.00')).toBe('−$5');
  });

  it('keeps a sheet for each trainee', () => {
    storeSheet('ann', { trainee: 'ann', answered: 3 });
    expect(storedSheet('ann').answered).toBe(3);
    expect(storedSheet('ben')).toEqual({ trainee: 'ben' });
    localStorage.setItem('boxseat.training.ann', '{');
    expect(storedSheet('ann')).toEqual({ trainee: 'ann' });
  });

  it('dates by the calendar on the wall', () => {
    expect(today(new Date(2026, 0, 9, 23, 59))).toBe('2026-01-09');
  });
});
