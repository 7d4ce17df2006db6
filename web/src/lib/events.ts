import { Refused } from './api';
import { base } from './base';
import { words } from './words';
import type * as wire from './wire';

export interface Event {
  name: string;
  data: string;
}

/** Parses events that arrive in pieces: the complete events, and the rest for the next piece. */
export function eventsIn(text: string): { events: Event[]; rest: string } {
  const parts = text.split('\n\n');
  const rest = parts.pop() ?? '';
  const events = parts.flatMap((part) => {
    const found: Event = { name: 'message', data: '' };
    for (const line of part.split('\n')) {
      if (line.startsWith('event: ')) found.name = line.slice(7);
      if (line.startsWith('data: ')) found.data += line.slice(6);
    }
    return found.data ? [found] : [];
  });
  return { events, rest };
}

/** A request that may take long: reports its progress, and returns the answer. */
export async function long<T>(path: string, heard: (progress: wire.ProgressSeen) => void, stop: AbortSignal): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`${base}/api/${path}`, { headers: { accept: 'text/event-stream' }, signal: stop });
  } catch (error) {
    if (stop.aborted) throw error;
    throw new Refused(0, 'line/down', words.line.unreachable);
  }
  if (!response.ok || !response.body) {
    const error = (await response.json().catch(() => null)) as Partial<wire.Error> | null;
    throw new Refused(response.status, error?.code ?? '', error?.reason ?? words.line.unreadable, error?.clause ?? '');
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let left = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Refused(0, 'line/down', words.line.unreachable);
    const { events, rest } = eventsIn(left + value);
    left = rest;
    for (const event of events) {
      const data: unknown = JSON.parse(event.data);
      if (event.name === 'progress') heard(data as wire.ProgressSeen);
      if (event.name === 'answer') return data as T;
      if (event.name === 'problem') {
        const error = data as wire.Error;
        throw new Refused(422, error.code, error.reason, error.clause);
      }
    }
  }
}
