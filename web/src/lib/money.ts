/** Amounts are whole cents here and dollars on the wire, so that nothing is ever rounded. */

export function cents(dollars: string | number): number {
  const [whole = '0', part = ''] = String(dollars).replace('-', '').split('.');
  const value = Number(whole) * 100 + Number(part.padEnd(2, '0').slice(0, 2));
  return String(dollars).startsWith('-') ? -value : value;
}

/** The format on the wire: 3750 is "37.50". */
export function dollars(value: number): string {
  const sign = value < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(value) / 100);
  return `${sign}${whole}.${String(Math.abs(value) % 100).padStart(2, '0')}`;
}

const GROUPS = /\B(?=(\d{3})+(?!\d))/g;

/** The format for people: "$1,250", "$37.50", "−$5". */
export function shown(amount: string | number): string {
  const written = typeof amount === 'number' ? dollars(amount) : dollars(cents(amount));
  const [whole = '', part = ''] = written.replace('-', '').split('.');
  const text = whole.replace(GROUPS, ',') + (part === '00' ? '' : `.${part}`);
  return `${written.startsWith('-') ? '−' : ''}$${text}`;
}

/** With its sign: "+$30", "−$5", "$0". */
export function change(amount: string | number): string {
  const value = typeof amount === 'number' ? amount : cents(amount);
  return value > 0 ? `+${shown(value)}` : shown(value);
}

/** A typed amount in cents; null if it is not an amount. */
export function typed(text: string): number | null {
  const found = /^\s*\$?\s*(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text.replaceAll(',', ''));
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : null;
}

/** The chips of the house, in cents, largest first. */
export const CHIPS = [100_000, 50_000, 10_000, 2_500, 500, 100, 50] as const;

/** The fewest chips for an amount, largest first, at most as many as fit in a stack. */
export function stack(value: number, most = 8): number[] {
  const found: number[] = [];
  let left = value;
  for (const chip of CHIPS) {
    while (left >= chip && found.length < most) {
      found.push(chip);
      left -= chip;
    }
  }
  return found;
}
