import { describe, expect, it } from 'vitest';
import { stand } from '../src/lib/arc';
import { face } from '../src/lib/cards';
import { isForTheTable, KEYS } from '../src/lib/keys';
import { shortName } from '../src/lib/names';
import { prefs } from '../src/lib/prefs.svelte';
import { inDollars, sentence, toYou } from '../src/lib/sentence';
import { words } from '../src/lib/words';

describe('the arc', () => {
  it('has the first box at the dealer’s left, the middle one lowest, and both ends at one height', () => {
    const places = [1, 2, 3, 4, 5, 6, 7].map((box) => stand(box, 7));
    expect(places.map(({ x }) => x)).toEqual([...places.map(({ x }) => x)].sort((one, other) => other - one));
    expect(Math.max(...places.map(({ y }) => y))).toBe(places[3]!.y);
    expect(places[0]!.y).toBeCloseTo(places[6]!.y);
  });
});

describe('words', () => {
  it('speak to the viewer where a reason is about them', () => {
    expect(toYou('ann has 50.00 in chips', 'ann')).toBe('you have 50.00 in chips');
    expect(toYou('anna has 50.00 in chips', 'ann')).toBe('anna has 50.00 in chips');
    expect(toYou('bob decides for box 1', 'bob')).toBe('bob decides for box 1');
    expect(toYou('the round is void', '')).toBe('the round is void');
  });
  it('say to what total the dealer played a hand', () => {
    const what = "played the hand by the absent player's rule";
    expect(words.results.houseDecision('', 4, what, '16')).toBe('You did not answer in time, so the dealer played your hand to 16 by the rule for absent players on box 4.');
    expect(words.results.houseDecision('bob', 4, 'did not join', '16')).toContain('left the wager as it was on box 4');
  });
  it('make a sentence of a reason, with its clause', () => {
    expect(sentence('the two cards are not of equal value', '14.1')).toBe('The two cards are not of equal value (clause 14.1).');
    expect(sentence('')).toBe('');
  });

  it('write amounts as the pages do, and leave clauses alone', () => {
    expect(inDollars('A box takes 500.00 at the most')).toBe('A box takes $500 at the most');
    expect(inDollars('is paid 37.50 at 3 to 2 (clause 17.1.4).')).toBe('is paid $37.50 at 3 to 2 (clause 17.1.4).');
    expect(inDollars('by clauses 6.11, 6.12')).toBe('by clauses 6.11, 6.12');
    expect(sentence('ann has 50.00 in chips', '6.12')).toBe('Ann has $50 in chips (clause 6.12).');
  });

  it('call 21 neither soft nor hard', () => {
    expect([words.table.total(18, true), words.table.total(21, true), words.table.total(16, false)]).toEqual(['soft 18', '21', '16']);
  });

  it('say what the dealer did for whoever ran out of time', () => {
    expect(words.results.houseDecision('', 4, "played the hand by the absent player's rule")).toBe(
      'You did not answer in time, so the dealer played your hand by the rule for absent players on box 4.',
    );
    expect(words.results.houseDecision('bob', 2, 'let the insurance go by')).toBe('bob did not answer in time, so the dealer took insurance as declined on box 2.');
  });

  it('name cards aloud', () => {
    expect(face('TD')).toMatchObject({ index: '10', name: 'Ten of Diamonds' });
    expect(face('AS').name).toBe('Ace of Spades');
  });

  it('shorten names for plates', () => {
    expect(shortName('guest-wattle-6641')).toBe('wattle-6641');
    expect(shortName('Ines.bot')).toBe('Ines');
  });
});

describe('keys', () => {
  function pressed(target: HTMLElement, init: KeyboardEventInit = {}): KeyboardEvent {
    document.body.append(target);
    const event = new KeyboardEvent('keydown', { key: 'h', bubbles: true, cancelable: true, ...init });
    target.dispatchEvent(event);
    return event;
  }

  it('are for the table unless somebody is typing or asks something of the browser', () => {
    expect(isForTheTable(pressed(document.createElement('button')))).toBe(true);
    expect(isForTheTable(pressed(document.createElement('input')))).toBe(false);
    expect(isForTheTable(pressed(document.createElement('select')))).toBe(false);
    expect(isForTheTable(pressed(document.createElement('div'), { ctrlKey: true }))).toBe(false);
  });

  it('do nothing as single letters where somebody switched them off', () => {
    prefs.keys = false;
    expect(isForTheTable(pressed(document.createElement('button')))).toBe(false);
    expect(isForTheTable(pressed(document.createElement('button'), { key: 'Enter' }))).toBe(true);
    prefs.keys = true;
  });

  it('are for the table in a field for amounts, where letters mean nothing', () => {
    const field = document.createElement('input');
    field.inputMode = 'decimal';
    expect(isForTheTable(pressed(field))).toBe(true);
    expect(isForTheTable(pressed(field, { key: '5' }))).toBe(false);
  });

  it('never mean two things at once', () => {
    for (const together of [['hit', 'stand', 'double', 'split'], ['insure', 'even-money', 'decline'], ['surrender', 'decline'], ['forfeit', 'decline'], ['join', 'pass']]) {
      expect(new Set(together.map((word) => KEYS[word])).size).toBe(together.length);
    }
  });
});
