import { ask } from './api';
import type * as wire from './wire';

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** An address with its query; empty values are left out. */
export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '' && value !== false);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text ? `${path}?${text}` : path;
}

const name = encodeURIComponent;

/** Requests of the pages about odds, rules and practice. */
export const study = {
  odds: () => ask<wire.GameOdds[]>('odds'),
  ev: (game: string, query: Query) => ask<wire.HandWorths>(withQuery(`odds/${name(game)}/ev`, query)),
  copies: () => ask<wire.RulesCopy[]>('rules-copies'),
  rules: (query: Query) => ask<wire.RulesSeen>(withQuery('rules', query)),
  clause: (game: string, clause: string) => ask<wire.ClauseAnswer>(`rules/${name(game)}/${name(clause)}`),
  differences: () => ask<wire.DifferencesSeen>('rules/differences'),
  practice: (game: string) => ask<wire.PracticeSeen>('practice', { game }),
  advice: (table: string) => ask<wire.AdviceSeen[]>(`practice/${name(table)}/advice`),
  grade: (table: string) => ask<wire.GradeSeen>(`practice/${name(table)}/grade`),
  drill: (table: string, theme: string) => ask<wire.PracticeSeen>(`practice/${name(table)}/drill`, { theme }),
};
