const SHORT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A time of the house's clock, as people here write it. */
export function when(at: number | string): string {
  return SHORT.format(new Date(at));
}
