import { base } from './base';
import { words } from './words';
import type * as wire from './wire';

/** A failed request, with a sentence for people. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly reason: string,
    readonly clause = '',
  ) {
    super(reason);
  }

  /** Nobody is signed in, or the session is over. */
  get nobody(): boolean {
    return this.status === 401;
  }
}

export async function ask<T>(path: string, body?: object): Promise<T> {
  const options: RequestInit = body
    ? {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-boxseat': '1' },
        body: JSON.stringify(body),
      }
    : {};
  let response: Response;
  try {
    response = await fetch(`${base}/api/${path}`, { credentials: 'same-origin', ...options });
  } catch {
    throw new Refused(0, 'line/down', words.line.unreachable);
  }
  if (response.status === 204) return undefined as T;
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  const error = answer as Partial<wire.Error> | null;
  throw new Refused(response.status, error?.code ?? '', error?.reason ?? words.line.unreadable, error?.clause ?? '');
}

/** Requests of the pages to the house, besides the socket. */
export const api = {
  beDemoPerson: (body: wire.DemoPerson) => ask<wire.Welcome>('demo', body),
  makeFirstAdministrator: (body: wire.FirstAdministrator) => ask<wire.Welcome>('first-administrator', body),
  visit: () => ask<wire.VisitSeen>('visit'),
  me: () => ask<wire.Me>('me'),
  comeInAsGuest: () => ask<wire.Welcome>('guests', {}),
  openAccount: (body: wire.Credentials) => ask<wire.Welcome>('accounts', body),
  logIn: (body: wire.Credentials) => ask<wire.Welcome>('login', body),
  logOut: () => ask<undefined>('logout', {}),
  changePassword: (body: wire.PasswordChange) => ask<wire.Welcome>('password', body),
  wallet: (before?: number) => ask<wire.Statement>(before ? `wallet?before=${before}` : 'wallet'),
  bankroll: () => ask<wire.BankrollPoint[]>('bankroll'),
  ticket: () => ask<wire.Ticket>('ticket', {}),
  houseRules: (game: string) => ask<wire.ClauseSeen[]>(`house-rules/${encodeURIComponent(game)}`),
  games: () => ask<wire.GameSeen[]>('games'),
  tables: () => ask<wire.TableLine[]>('tables'),
  table: (id: string) => ask<wire.TableAnswer>(`tables/${encodeURIComponent(id)}`),
  rounds: (table: string, before?: number) =>
    ask<wire.RoundLine[]>(`tables/${encodeURIComponent(table)}/rounds${before ? `?before=${before}` : ''}`),
  myRounds: (before?: number) => ask<wire.MyRound[]>(before ? `rounds?before=${before}` : 'rounds'),
  recall: (round: string) => ask<wire.Recalled>(`rounds/${encodeURIComponent(round)}`),
  document: (round: string) => ask<object>(`rounds/${encodeURIComponent(round)}/document`),
  shoe: (shoe: string) => ask<wire.ShoeAnswer>(`shoes/${encodeURIComponent(shoe)}`),
  notices: (before?: number) => ask<wire.NoticeSeen[]>(before ? `notices?before=${before}` : 'notices'),
  cage: () => ask<wire.CageBooks>('pit/cage'),
  footage: () => ask<wire.FootageSeen[]>('pit/footage'),
  results: () => ask<wire.ResultRow[]>('pit/results'),
  events: (query: string) => ask<wire.EventsSeen>(`events${query}`),
  searchRounds: (query: string) => ask<wire.RoundsFound>(`search/rounds${query}`),
  log: (query: string) => ask<wire.LogLine[]>(`log${query}`),
  acts: () => ask<wire.ActSeen[]>('acts'),
  stream: (name: string) => ask<wire.StreamAnswer>(`streams/${name.split('/').map(encodeURIComponent).join('/')}`),
  people: (after = '') => ask<wire.AccountSeen[]>(`people${after ? `?after=${encodeURIComponent(after)}` : ''}`),
  openStaff: (body: wire.NewStaff) => ask<wire.OneTime>('people', body),
  changePerson: (name: string, what: string, body: object = {}) => ask<wire.OneTime | wire.PersonSeen>(`people/${encodeURIComponent(name)}/${what}`, body),
  version: () => ask<wire.VersionSeen>('version'),
};
