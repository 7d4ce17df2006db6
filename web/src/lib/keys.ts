import { prefs } from './prefs.svelte';

/** The key for each action at a table, as shown on its button. */
export const KEYS: Readonly<Record<string, string>> = {
  hit: 'H',
  stand: 'S',
  double: 'D',
  split: 'P',
  surrender: 'U',
  insure: 'I',
  'even-money': 'E',
  forfeit: 'F',
  decline: 'N',
  join: 'J',
  pass: 'N',
  deal: 'Enter',
  rebet: 'R',
  clear: 'C',
};

/** Whether a key press is meant for a field, a dialog or the browser, and not for the table. */
export function isForTheTable(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false;
  if (!prefs.keys && event.key.length === 1) return false;
  const target = event.target as HTMLElement | null;
  if (!target) return true;
  if (target.closest('dialog')) return false;
  if (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName)) return false;
  // A letter cannot be part of an amount, so it is not meant for the field.
  if (target instanceof HTMLInputElement && target.inputMode === 'decimal') return /^[a-z]$/i.test(event.key);
  return !(target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type));
}
