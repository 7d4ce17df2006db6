import { words } from './words';

/** The house's reason as a sentence with its clause: "The two cards are not of equal value (clause 14.1)." */
export function sentence(reason: string, clause = ''): string {
  if (!reason) return '';
  const begun = reason[0]!.toUpperCase() + reason.slice(1).replace(/\.$/, '');
  return `${begun}${clause ? ` (${words.choices.clause(clause)})` : ''}.`;
}
