import type * as wire from './wire';

/** The state of the connection: `lost` while it is being reopened, `ended` when the session is over. */
export type Line = 'idle' | 'opening' | 'open' | 'lost' | 'ended';
export type Answer = Omit<wire.AnswerFrame, 'is' | 'id'>;

/** What the connection needs from its environment; tests use another. */
export interface World {
  ticket(): Promise<string>;
  open(ticket: string): WebSocket;
  id(): string;
  now(): number;
  random(): number;
  later(work: () => void, ms: number): unknown;
  never(timer: unknown): void;
}

export interface Heard {
  line(line: Line, retryAt: number | null): void;
  table(frame: wire.TableFrame): void;
  stream?(frame: wire.StreamFrame): void;
  hello(frame: wire.HelloFrame): void;
  ended(reason: string): void;
  problem(frame: wire.ErrorFrame): void;
}

interface Waiting {
  frame: wire.CommandFrame | wire.StreamCommandFrame;
  answer(answer: Answer): void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
const PING_EVERY = 15_000;
const PONG_WITHIN = 8_000;
const ENDED = 4401;

/**
 * One connection to the house. When it is lost it reconnects, watches the same tables, and sends every unanswered
 * command again with the same id: the house does each at most once.
 */
export class HouseLine {
  private socket: WebSocket | null = null;
  private line: Line = 'idle';
  private readonly watched = new Set<string>();
  private readonly waiting = new Map<string, Waiting>();
  private failures = 0;
  private retry: unknown = null;
  private pinging: unknown = null;
  private overdue: unknown = null;
  private pings = 0;
  private opened = 0;

  constructor(
    private readonly world: World,
    private readonly heard: Heard,
  ) {}

  open(): void {
    if (this.line === 'idle' || this.line === 'ended') void this.connect();
  }

  /** Close for good: another person signs in, or nobody. */
  close(): void {
    this.opened += 1;
    this.settle('idle');
    this.world.never(this.retry);
    this.socket?.close();
    this.socket = null;
    this.giveUp({ answer: 'paused', reason: '' });
  }

  watch(table: string): void {
    this.watched.add(table);
    this.say({ watch: table });
  }

  unwatch(table: string): void {
    this.watched.delete(table);
    this.say({ unwatch: table });
  }

  resync(table: string): void {
    this.say({ resync: table });
  }

  /** Send a command to a table, or to a stream by its whole name; the answer comes even if the connection is lost meanwhile. */
  command(name: string, version: number, command: wire.Command): Promise<Answer> {
    const id = this.world.id();
    const frame = name.includes('/') ? { id, stream: name, version, command } : { id, table: name, version, command };
    return new Promise((answer) => {
      this.waiting.set(frame.id, { frame, answer });
      this.say(frame);
    });
  }

  /** Reconnect at once: the browser reports that the network is back, or the user asks. */
  hurry(): void {
    if (this.line !== 'lost') return;
    this.world.never(this.retry);
    void this.connect();
  }

  private async connect(): Promise<void> {
    const mine = ++this.opened;
    if (this.line !== 'lost') this.settle('opening');
    let socket: WebSocket;
    try {
      const ticket = await this.world.ticket();
      if (mine !== this.opened) return;
      socket = this.world.open(ticket);
    } catch (error) {
      if (mine !== this.opened) return;
      if ((error as { nobody?: boolean }).nobody) this.end('');
      else this.lose();
      return;
    }
    this.socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.socket) this.hear(JSON.parse(event.data) as wire.ServerFrame);
    };
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      this.socket = null;
      if (event.code === ENDED) this.end('');
      else this.lose();
    };
  }

  private hear(frame: wire.ServerFrame): void {
    switch (frame.is) {
      case 'hello':
        this.failures = 0;
        this.settle('open');
        this.heard.hello(frame);
        for (const table of this.watched) this.say({ watch: table });
        for (const { frame: asked } of this.waiting.values()) this.say(asked);
        this.ping();
        break;
      case 'table':
        if (this.watched.has(frame.id)) this.heard.table(frame);
        break;
      case 'stream':
        if (this.watched.has(frame.id)) this.heard.stream?.(frame);
        break;
      case 'answer':
        this.answered(frame.id, frame);
        break;
      case 'error':
        if (frame.id) this.answered(frame.id, { answer: 'refused', code: frame.code, reason: frame.reason, clause: '' });
        else this.heard.problem(frame);
        break;
      case 'pong':
        this.world.never(this.overdue);
        break;
      case 'ended':
        this.end(frame.reason);
        break;
    }
  }

  private answered(id: string, answer: Answer): void {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id);
    waiting.answer(answer);
  }

  private ping(): void {
    this.world.never(this.pinging);
    this.pinging = this.world.later(() => {
      this.say({ ping: ++this.pings });
      this.overdue = this.world.later(() => this.drop(), PONG_WITHIN);
      this.ping();
    }, PING_EVERY);
  }

  /** Nothing is received: the socket looks open, but the connection is dead. */
  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.lose();
  }

  private lose(): void {
    this.quiet();
    const wait = Math.min(FIRST_WAIT * 2 ** this.failures, LONGEST_WAIT) * (0.5 + this.world.random() / 2);
    this.failures += 1;
    this.settle('lost', this.world.now() + wait);
    this.retry = this.world.later(() => void this.connect(), wait);
  }

  private end(reason: string): void {
    this.quiet();
    this.socket?.close();
    this.socket = null;
    this.settle('ended');
    this.giveUp({ answer: 'paused', reason });
    this.heard.ended(reason);
  }

  private giveUp(answer: Answer): void {
    for (const { answer: tell } of this.waiting.values()) tell(answer);
    this.waiting.clear();
  }

  private quiet(): void {
    this.world.never(this.pinging);
    this.world.never(this.overdue);
  }

  private settle(line: Line, retryAt: number | null = null): void {
    this.line = line;
    this.heard.line(line, retryAt);
  }

  private say(frame: wire.ClientFrame): void {
    if (this.line === 'open' && this.socket?.readyState === 1) this.socket.send(JSON.stringify(frame));
  }
}
