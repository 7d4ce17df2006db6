/** A fraction as a percentage: 0.004321 is "0.432 %". */
export function percent(part: number, places = 3): string {
  return `${minus((part * 100).toFixed(places))} %`;
}

/** A value in units with its sign: "+0.538", "−0.437". */
export function units(worth: number, places = 4): string {
  const text = worth.toFixed(places);
  return Number(text) > 0 ? `+${text}` : minus(text);
}

/** Large numbers in groups of three: "20,000,000". */
export function grouped(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

function minus(text: string): string {
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−');
}

/** Round values for the marks of an axis, few enough to read. */
export function marks(least: number, most: number, about = 4): number[] {
  const span = most - least || 1;
  const rough = span / about;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((times) => times * size >= rough * 0.75) ?? 10) * size;
  const found: number[] = [];
  for (let at = Math.ceil(least / step) * step; at <= most + step * 1e-9; at += step) found.push(Number(at.toPrecision(12)));
  return found;
}
