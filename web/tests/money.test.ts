import { describe, expect, it } from 'vitest';
import { cents, change, dollars, shown, stack, typed } from '../src/lib/money';

describe('amounts', () => {
  it('go from the wire to cents and back without loss', () => {
    for (const written of ['0.00', '0.01', '0.50', '37.50', '1000.00', '-12.05']) expect(dollars(cents(written))).toBe(written);
    expect(cents('5')).toBe(500);
    expect(cents(0.5)).toBe(50);
  });

  it('are written for people with a real minus and without idle zeros', () => {
    expect(shown('1250.00')).toBe('$1,250');
    expect(shown('-5.50')).toBe('−$5.50');
    expect(change('30.00')).toBe('+$30');
    expect(change('0.00')).toBe('$0');
  });

  it('are read as people type them, and nothing else is', () => {
    expect(typed(' $1,250.5 ')).toBe(125_050);
    expect(typed('37.50')).toBe(3_750);
    for (const wrong of ['', 'ten', '1.234', '-5', '1e3', '.5']) expect(typed(wrong)).toBeNull();
  });

  it('are stacked in the fewest chips', () => {
    expect(stack(13_650)).toEqual([10_000, 2_500, 500, 500, 100, 50]);
    expect(stack(9_999_950, 3)).toHaveLength(3);
  });
});
