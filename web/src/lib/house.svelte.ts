import { SvelteMap } from 'svelte/reactivity';
import { announcer } from './announce.svelte';
import { api } from './api';
import { base } from './base';
import { withOwnCards } from './face-down';
import { shared } from './sharing';
import { HouseLine, type Answer, type Line } from './socket';
import type * as wire from './wire';
import { words } from './words';

const BUILD = document.querySelector('meta[name="boxseat-build"]')?.getAttribute('content') ?? '';
const RELOADED = 'boxseat.reloaded';
const IN_VIEW_WITHIN = 2_000;

/** The house as this browser knows it: who is signed in, the connection, and the tables being watched. */
class House {
  /** Undefined until the house has answered. */
  person = $state.raw<wire.PersonSeen | null | undefined>(undefined);
  /** The people of a demo floor, whom one can be by one click; none elsewhere. */
  demo = $state.raw<readonly wire.PersonSeen[]>([]);
  /** In dollars; empty until it is known. */
  wallet = $state('');
  /** The tables where the player has chips. */
  seats = $state.raw<readonly wire.SeatSeen[]>([]);
  line = $state<Line>('idle');
  retryAt = $state<number | null>(null);
  /** How far the house's clock is ahead of this browser's, in milliseconds. */
  ahead = $state(0);
  tables = new SvelteMap<string, wire.TableFrame>();
  /** Streams that are no tables, by their whole name. */
  streams = new SvelteMap<string, wire.StreamFrame>();
  /** Why a table cannot be shown. */
  trouble = $state('');
  private readonly listeners = new Set<(frame: wire.TableFrame) => void>();
  private readonly socket: HouseLine;

  constructor() {
    const world = {
      ticket: async () => (await api.ticket()).ticket,
      open: (ticket: string) => new WebSocket(`${socketAddress()}?ticket=${encodeURIComponent(ticket)}`),
      id: () => crypto.randomUUID?.() ?? fallbackId(),
      now: () => Date.now(),
      random: () => Math.random(),
      later: (work: () => void, ms: number) => setTimeout(work, ms),
      never: (timer: unknown) => clearTimeout(timer as number | undefined),
    };
    this.socket = new HouseLine(world, {
      line: (line, retryAt) => this.lineChanged(line, retryAt),
      table: (frame) => this.seen(frame),
      stream: (frame) => void ((this.streams.get(frame.id)?.version ?? 0) <= frame.version && this.streams.set(frame.id, frame)),
      hello: (frame) => {
        this.person = frame.person;
        this.ahead = frame.time - Date.now();
        void reloadIfStale();
      },
      ended: () => {
        this.person = null;
        this.tables.clear();
        this.streams.clear();
      },
      problem: (frame) => (this.trouble = frame.reason),
    });
    addEventListener('online', () => this.socket.hurry());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.socket.hurry();
    });
  }

  /** Find out who is signed in, and open the connection for them. */
  async start(): Promise<void> {
    try {
      const { person, demo } = await api.visit();
      this.demo = demo;
      if (person) this.come(person);
      else this.person = null;
    } catch {
      setTimeout(() => void this.start(), 2000);
    }
  }

  /** A person has signed in. */
  come(person: wire.PersonSeen): void {
    if (this.person && this.person.name !== person.name) this.socket.close();
    if (this.person?.name !== person.name) [this.wallet, this.seats] = ['', []];
    this.person = person;
    // A person who must choose a password first is refused everything else.
    if (person.password_due) return;
    this.socket.open();
    void this.countWallet();
  }

  async comeInAsGuest(): Promise<void> {
    this.come((await api.comeInAsGuest()).person);
    await this.countWallet();
  }

  /** Be another person of a demo floor. */
  async beDemoPerson(name: string): Promise<void> {
    const { person } = await api.beDemoPerson({ name });
    this.socket.close();
    this.tables.clear();
    this.streams.clear();
    this.come(person);
  }

  async leave(): Promise<void> {
    await api.logOut().catch(() => undefined);
    this.socket.close();
    this.person = null;
    [this.wallet, this.seats] = ['', []];
    this.tables.clear();
    this.streams.clear();
  }

  async countWallet(): Promise<void> {
    const me = await api.me().catch(() => null);
    if (me && me.person.name === this.person?.name) [this.wallet, this.seats] = [me.wallet, me.seats];
  }

  /** Whether this person may play: staff only watch. */
  get plays(): boolean {
    return !this.person || this.person.role === 'player';
  }

  /** Whether this person deals, and so records rounds of hand-dealt tables. */
  get deals(): boolean {
    return ['dealer', 'supervisor', 'gaming-manager'].includes(this.person?.role ?? '');
  }

  watch(table: string): void {
    this.trouble = '';
    this.socket.watch(table);
  }

  unwatch(table: string): void {
    this.socket.unwatch(table);
    this.tables.delete(table);
    this.streams.delete(table);
  }

  /** Send a command to a table, with the version in view. When the answer is returned, its effect is in view. */
  async ask(table: string, command: wire.Command): Promise<Answer> {
    const answer = await this.socket.command(table, (this.tables.get(table) ?? this.streams.get(table))?.version ?? 0, command);
    if (answer.answer === 'done' && this.tables.has(table)) await this.inView(table, answer.version ?? 0);
    return answer;
  }

  /** Wait for the picture of a version, with a time limit, since the connection may be lost meanwhile. */
  private inView(table: string, version: number): Promise<void> {
    if ((this.tables.get(table)?.version ?? version) >= version) return Promise.resolve();
    return new Promise((go) => {
      const given = (): void => {
        stop();
        clearTimeout(timer);
        // Listeners are called before the picture is in view.
        queueMicrotask(go);
      };
      const stop = this.listen((frame) => (frame.id === table && frame.version >= version ? given() : undefined));
      const timer = setTimeout(given, IN_VIEW_WITHIN);
    });
  }

  hurry(): void {
    this.socket.hurry();
  }

  /** Listen to every picture as it arrives, before it is drawn. */
  listen(listener: (frame: wire.TableFrame) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private seen(given: wire.TableFrame): void {
    const frame = withOwnCards(given);
    const known = this.tables.get(frame.id);
    if (known && known.version > frame.version) return;
    for (const listener of this.listeners) listener(frame);
    this.tables.set(frame.id, known ? shared(known, frame) : frame);
    if (known?.you?.chips !== frame.you?.chips) void this.countWalletSoon();
  }

  private counting: ReturnType<typeof setTimeout> | undefined;

  private countWalletSoon(): void {
    clearTimeout(this.counting);
    this.counting = setTimeout(() => void this.countWallet(), 400);
  }

  private lineChanged(line: Line, retryAt: number | null): void {
    if (line === 'lost' && this.line === 'open') announcer.alert(words.line.lost);
    if (line === 'open' && this.line === 'lost') announcer.alert(words.line.back);
    this.line = line;
    this.retryAt = retryAt;
  }
}

function socketAddress(): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${base}/api/socket`;
}

/** A random id for pages served over plain HTTP from another machine, where randomUUID is missing. */
function fallbackId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** After an upgrade the server has newer pages than this one: load them, but never in a loop. */
async function reloadIfStale(): Promise<void> {
  if (!BUILD || BUILD === '%BUILD%') return;
  const version = await api.version().catch(() => null);
  if (!version?.pages || version.pages === BUILD) return;
  if (sessionStorage.getItem(RELOADED) === version.pages) return;
  sessionStorage.setItem(RELOADED, version.pages);
  location.reload();
}

export const house = new House();
