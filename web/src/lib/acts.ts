import { dollars, typed } from './money';
import type { Answer } from './socket';
import { floor } from './words-floor';
import type * as wire from './wire';

/** What stands in the fields of a form, by the name of the field; a field of a group by `group.field`. */
export type Filled = Readonly<Record<string, unknown>>;

/** An act that is to be filled in: where it is done, and what is known already. */
export interface Wanted {
  readonly act: wire.ActSeen;
  /** The table, or the whole name of the stream. */
  readonly at: string;
  readonly filled: Filled;
}

export const nameOfAct = (act: wire.ActSeen): string => floor.names[act.do]?.[0] ?? spoken(act.do);
export const groupOfAct = (act: wire.ActSeen): string => floor.names[act.do]?.[1] ?? 'other';
export const nameOfField = (name: string): string => floor.fields[name] ?? spoken(name);
export const nameOfChoice = (value: string): string => floor.choices[value] ?? value.replaceAll('-', ' ');

/** A word of the wire as it is read: "rack-stays" is "Rack stays". */
export function spoken(word: string): string {
  const said = word.replaceAll(/[-_]/g, ' ');
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** The acts in the groups that the pages show, in the order of their words. */
export function grouped(acts: readonly wire.ActSeen[], sought = ''): readonly { group: string; acts: readonly wire.ActSeen[] }[] {
  const order = Object.keys(floor.names);
  const place = (act: wire.ActSeen): number => (order.indexOf(act.do) + order.length + 1) % (order.length + 1);
  const wanted = sought.trim().toLowerCase();
  const found = acts.filter((act) => !wanted || nameOfAct(act).toLowerCase().includes(wanted) || act.do.includes(wanted));
  return Object.keys(floor.groups)
    .map((group) => ({ group, acts: found.filter((act) => groupOfAct(act) === group).sort((one, other) => place(one) - place(other)) }))
    .filter((one) => one.acts.length);
}

/** The command that a form asks for; or the names of the fields that are not right yet. */
export function commandOf(act: wire.ActSeen, filled: Filled): { command: Readonly<Record<string, unknown>>; bad: readonly string[] } {
  const bad: string[] = [];
  return { command: { do: act.do, ...valuesOf(act.fields, filled, '', bad) }, bad };
}

function valuesOf(fields: readonly wire.ActField[], filled: Filled, before: string, bad: string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const at = before + field.name;
    const value = field.kind === 'group' ? groupOf(field, filled, at, bad) : valueOf(field, filled[at]);
    if (value === undefined ? field.required : value === null) bad.push(at);
    else if (value !== undefined) values[field.name] = value;
  }
  return values;
}

function groupOf(field: wire.ActField, filled: Filled, at: string, bad: string[]): Record<string, unknown> | undefined {
  const begun = field.fields.some((one) => filled[`${at}.${one.name}`]);
  return begun || field.required ? valuesOf(field.fields, filled, `${at}.`, bad) : undefined;
}

/** A field's value on the wire; undefined if it is left out, null if it cannot be read. */
function valueOf(field: wire.ActField, value: unknown): unknown {
  if (field.kind === 'flag') {
    const on = value ?? field.usual ?? false;
    return on === field.usual && !field.required ? undefined : on;
  }
  if (field.kind === 'names') return Array.isArray(value) && value.length ? (value as unknown[]) : field.required ? [] : undefined;
  if (field.kind === 'counts') {
    const counts = Object.entries((value ?? {}) as Record<string, string>).filter(([, text]) => String(text).trim());
    if (!counts.length) return undefined;
    return counts.every(([, text]) => /^\d{1,6}$/.test(String(text))) ? Object.fromEntries(counts.map(([chip, text]) => [chip, Number(text)])) : null;
  }
  const text = String(value ?? '').trim();
  if (!text) return undefined;
  switch (field.kind) {
    case 'amount': {
      const amount = typed(text);
      return amount === null ? null : dollars(amount);
    }
    case 'number':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : null;
    case 'time': {
      const time = new Date(text);
      return Number.isNaN(time.getTime()) ? null : time.toISOString();
    }
    default:
      return text;
  }
}

/** What the answer of a command tells besides that it is done. */
export function resultOf(answer: Answer): string {
  return Object.entries(answer.result ?? {})
    .filter(([, value]) => ['string', 'number'].includes(typeof value))
    .map(([what, value]) => floor.result(spoken(what), String(value)))
    .join(', ');
}

/** A time for a field: the browser's own, to the minute. */
export function localTime(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
