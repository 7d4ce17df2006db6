import { SvelteMap } from 'svelte/reactivity';
import { api } from './api';
import { to } from './router.svelte';
import type { GameSeen } from './wire';

/** The games' layouts: requested once, then cached. */
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

  /** The page of a clause (the first, if there are several); undefined for a house's own book, which has no register.
  */
  clause(game: string, clauses: string): string | undefined {
    if (this.get(game)?.registered === false) return undefined;
    return to(`/rules/${game}/${encodeURIComponent(clauses.split(',')[0]!)}`);
  }
}

export const games = new Games();
