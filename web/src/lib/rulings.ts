import { ask } from './api';
import type * as wire from './wire';

/** Requests of the page for rulings. */
export const rulings = {
  games: () => ask<wire.RulingGame[]>('rulings'),
  ask: (document: wire.RulingAsked['document']) => ask<wire.RulingSeen>('rulings', { document }),
};
