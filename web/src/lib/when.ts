const SHORT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A time of the house's clock, in the local format. */
export function when(at: number | string): string {
  return SHORT.format(new Date(at));
}
