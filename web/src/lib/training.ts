import { ask } from './api';
import { face, SIGNS } from './cards';
import { shown } from './money';
import type * as wire from './wire';
import { training as text } from './words-training';

const name = encodeURIComponent;

/** Requests of the training page. */
export const trainer = {
  course: (game: string) => ask<wire.TopicSeen[]>(`training/${name(game)}`),
  exercise: (game: string, body: wire.ExerciseAsked) => ask<wire.ExerciseSeen>(`training/${name(game)}/exercise`, body),
  answer: (game: string, body: wire.ExerciseAnswered) => ask<wire.AnswerMarked>(`training/${name(game)}/answer`, body),
  result: (sheet: wire.Sheet) => ask<wire.ResultSeen>('training/result', { sheet }),
};

const key = (trainee: string): string => `boxseat.training.${trainee}`;

/** A trainee's sheet, which is stored in their own browser; a new one if there is none. */
export function storedSheet(trainee: string): wire.Sheet {
  try {
    const found = JSON.parse(localStorage.getItem(key(trainee)) ?? 'null') as wire.Sheet | null;
    return found ?? { trainee };
  } catch {
    return { trainee };
  }
}

export function storeSheet(trainee: string, sheet: wire.Sheet): void {
  try {
    localStorage.setItem(key(trainee), JSON.stringify(sheet));
  } catch {
    // Without storage the sheet lasts as long as the page.
  }
}

/** Today as the trainee's calendar has it: 2026-10-26. */
export function today(now = new Date()): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** A text in pieces: cards are drawn, everything else is written. */
export function pieces(sentence: string): { text: string; card: boolean }[] {
  return sentence
    .split(/\b([2-9TJQKA][SHDC])\b/)
    .map((part, place) => ({ text: part, card: place % 2 === 1 }))
    .filter((piece) => piece.text);
}

const SUM = /^-?\d{1,9}(\.\d{1,2})?(\+\d{1,9}(\.\d{1,2})?)*$/;

/** An amount as the house reads it, dollars or chips added up; null for what is none. */
export function amountOf(written: string): string | null {
  const plain = written.replaceAll('−', '-').replace(/[\s$,]/g, '');
  return SUM.test(plain) ? plain : null;
}

/** Its cents. */
export function sumOf(written: string): number {
  const parts = (amountOf(written) ?? '0').split('+');
  return parts.reduce((sum, part) => sum + Math.round(Number(part) * 100), 0);
}

/** Whether a part has an answer that can be sent. */
export function isAnswered(part: wire.Part, answer: string): boolean {
  if (part.form === 'cards' || part.form === 'several') return true;
  if (part.form === 'amount') return amountOf(answer) !== null;
  return part.form === 'total' ? /\d/.test(answer) : answer !== '';
}

/** An answer for people, as plain text. */
export function written(part: wire.Part, answer: string): string {
  const label = (id: string): string => part.options.find((option) => option.id === id)?.label ?? id;
  const words = answer.split(' ').filter(Boolean);
  switch (part.form) {
    case 'choice':
      return label(answer);
    case 'several':
      return words.map(label).join(' ') || text.none;
    case 'cards':
      return words.join(' ') || text.none;
    case 'amount':
      return shown(answer);
    case 'places':
      return words.map((id) => (id === 'dealer' ? text.deal.dealer : id)).join(' ');
    default:
      return answer;
  }
}

/** A card in short: 8♥. */
export function sign(card: string): string {
  const one = face(card);
  return `${one.index}${SIGNS[one.suit]}`;
}

/** Save a text as a file. */
export function save(content: string, type: string, file: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = file;
  link.click();
  URL.revokeObjectURL(link.href);
}
