import { shown } from './money';
import { words } from './words';

const AMOUNT = /(?<!clauses? [^)]*)(?<![\d.$])\d{1,9}\.\d\d(?![\d.])/g;

/** Amounts as they are written everywhere on the pages: "25.00" is "$25". Numbers of clauses stay as they are. */
export function inDollars(text: string): string {
  return text.replace(AMOUNT, (amount) => shown(amount));
}

const SAID_TO_YOU: Readonly<Record<string, string>> = { has: 'have', is: 'are', wagers: 'wager' };

/** The house's reason, said to the viewer where it is about them: "ann has 50.00 in chips" is "you have 50.00 in chips". */
export function toYou(reason: string, me: string): string {
  const [verb = '', ...rest] = me && reason.startsWith(`${me} `) ? reason.slice(me.length + 1).split(' ') : [];
  return SAID_TO_YOU[verb] ? ['you', SAID_TO_YOU[verb], ...rest].join(' ') : reason;
}

/** The house's reason as a sentence with its clause: "The two cards are not of equal value (clause 14.1)." */
export function sentence(reason: string, clause = ''): string {
  if (!reason) return '';
  const begun = reason[0]!.toUpperCase() + reason.slice(1).replace(/\.$/, '');
  return `${inDollars(begun)}${clause ? ` (${words.choices.clause(clause)})` : ''}.`;
}
