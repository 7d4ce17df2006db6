import { SvelteMap } from 'svelte/reactivity';
import { api } from './api';
import type { GameSeen } from './wire';

/** What the layouts say: asked for once, and kept. */
class Games {
  known = new SvelteMap<string, GameSeen>();
  private asked: Promise<void> | null = null;

  load(): Promise<void> {
    this.asked ??= api.games().then(
      (games) => {
        for (const game of games) this.known.set(game.name, game);
      },
      (error: unknown) => {
        this.asked = null;
        throw error;
      },
    );
    return this.asked;
  }

  get(name: string): GameSeen | null {
    return this.known.get(name) ?? null;
  }
}

export const games = new Games();
