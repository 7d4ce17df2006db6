import { beforeEach, describe, expect, it } from 'vitest';
import { HouseLine, type Heard, type Line, type World } from '../src/lib/socket';
import type * as wire from '../src/lib/wire';

/** A socket whose other end is the test. */
class FakeSocket {
  readyState = 1;
  sent: unknown[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  hears(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  drops(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const HELLO = { is: 'hello', person: { name: 'ann', role: 'player', guest: true, password_due: false }, time: 5, program: '1' };

let sockets: FakeSocket[];
let timers: { work: () => void; ms: number }[];
let lines: Line[];
let seen: wire.TableFrame[];
let ended: string[];
let line: HouseLine;
let ids: number;
let nobody: boolean;

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}
const last = (): FakeSocket => sockets.at(-1)!;
async function again(): Promise<void> {
  const retry = timers.pop()!;
  retry.work();
  await settle();
}

beforeEach(async () => {
  sockets = [];
  timers = [];
  lines = [];
  seen = [];
  ended = [];
  ids = 0;
  nobody = false;
  const world: World = {
    ticket: async () => {
      if (nobody) throw Object.assign(new Error(), { nobody: true });
      return 't';
    },
    open: () => {
      sockets.push(new FakeSocket());
      return last() as unknown as WebSocket;
    },
    id: () => `c${++ids}`,
    now: () => 0,
    random: () => 1,
    later: (work, ms) => {
      const timer = { work, ms };
      timers.push(timer);
      return timer;
    },
    never: (timer) => {
      timers = timers.filter((each) => each !== timer);
    },
  };
  const heard: Heard = {
    line: (now) => lines.push(now),
    table: (frame) => seen.push(frame),
    hello: () => undefined,
    ended: (reason) => ended.push(reason),
    problem: () => undefined,
  };
  line = new HouseLine(world, heard);
  line.open();
  await settle();
  last().hears(HELLO);
});

describe('the line to the house', () => {
  it('shows the tables that are watched, and no others', () => {
    line.watch('t1');
    expect(last().sent).toEqual([{ watch: 't1' }]);
    last().hears({ is: 'table', id: 't1', version: 3 });
    last().hears({ is: 'table', id: 't2', version: 9 });
    expect(seen.map((frame) => frame.id)).toEqual(['t1']);
  });

  it('says an unanswered command again, with the same id, when it is back, and gives the one answer', async () => {
    line.watch('t1');
    const answer = line.command('t1', 4, { do: 'hit', box: 3 });
    last().drops();
    expect(lines.at(-1)).toBe('lost');
    await again();
    last().hears(HELLO);
    expect(lines.at(-1)).toBe('open');
    expect(last().sent).toEqual([{ watch: 't1' }, { id: 'c1', table: 't1', version: 4, command: { do: 'hit', box: 3 } }]);
    last().hears({ is: 'answer', id: 'c1', answer: 'done', version: 5 });
    expect(await answer).toMatchObject({ answer: 'done', version: 5 });
    last().drops();
    await again();
    last().hears(HELLO);
    expect(last().sent).toEqual([{ watch: 't1' }]);
  });

  it('waits longer after each failure, and not at all once somebody hurries it', async () => {
    const waits: number[] = [];
    for (let turn = 0; turn < 7; turn += 1) {
      last().drops();
      waits.push(timers.at(-1)!.ms);
      await again();
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
    last().drops();
    const before = sockets.length;
    line.hurry();
    await settle();
    expect(sockets.length).toBe(before + 1);
  });

  it('takes a socket that answers no ping for dead', async () => {
    const ping = timers.find((timer) => timer.ms === 15_000)!;
    ping.work();
    expect(last().sent).toEqual([{ ping: 1 }]);
    timers.find((timer) => timer.ms === 8_000)!.work();
    expect(lines.at(-1)).toBe('lost');
  });

  it('tries no more when the session is over, and leaves no command waiting', async () => {
    const answer = line.command('t1', 1, { do: 'ready' });
    last().hears({ is: 'ended', reason: 'your session is over' });
    expect(ended).toEqual(['your session is over']);
    expect(await answer).toMatchObject({ answer: 'paused' });
    expect(lines.at(-1)).toBe('ended');
    expect(timers).toEqual([]);
  });

  it('finds out from a refused ticket that the session is over', async () => {
    nobody = true;
    last().drops();
    await again();
    expect(lines.at(-1)).toBe('ended');
  });

  it('hears a command that could not be read as a refusal', async () => {
    const answer = line.command('t1', 1, { do: 'ready' });
    last().hears({ is: 'error', code: 'frame/bad', reason: 'command: missing', id: 'c1' });
    expect(await answer).toEqual({ answer: 'refused', code: 'frame/bad', reason: 'command: missing', clause: '' });
  });
});
