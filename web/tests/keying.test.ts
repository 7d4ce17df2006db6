import { describe, expect, it } from 'vitest';
import {
  boxOf, documentOf, meaningOf, nameOf, nothingKeyed, NOTHING_TYPED, withCard, withDecision, withOtherCard, withoutCard, type Keyed,
} from '../src/lib/keying';

const STAR = 'A23456789JQK';
const BLACKJACK = 'A23456789TJQK';
const keyed: Keyed = {
  ...nothingKeyed('star-pontoon'),
  wagers: [
    { box: 2, player: 'bob', stake: '10.00', seated: true, side: { 'perfect-pairs': '5' } },
    { box: 1, player: 'ann', stake: '10.00', seated: false, side: {} },
  ],
};

describe('a keyed round', () => {
  it('is a replay document, its wagers by box', () => {
    const round = withDecision(withCard(withCard(keyed, 'KS'), '9S'), { box: 1, do: 'hit', player: 'ann' });
    expect(documentOf({ ...round, device: true, least: '5', options: { decks: '6', smallest_chip: '2.50', resplit_aces: 'true' } })).toEqual({
      game: 'star-pontoon',
      options: { decks: 6, smallest_chip: '2.50', resplit_aces: true },
      limits: { min: '5' },
      cards: 'KS 9S',
      cards_from: 'device',
      wagers: [
        { box: 1, player: 'ann', stake: '10.00' },
        { box: 2, player: 'bob', stake: '10.00', seated: true, 'perfect-pairs': '5' },
      ],
      decisions: [{ box: 1, do: 'hit', player: 'ann' }],
    });
  });

  it('has later steps of staff moved when a card is taken out, and the step by which that card left the shoe goes with it', () => {
    const burn = { by: 'dealer', do: 'burn', after_cards: 1 };
    const wrong = { by: 'dealer', do: 'misplace', after_cards: 2, to: '2.1' };
    const round = withDecision(withDecision(withCard(keyed, 'KS'), burn, '3C'), wrong, '9S');
    expect(round.cards).toEqual(['KS', '3C', '9S']);
    expect(withoutCard(round, 1, 0)).toMatchObject({ cards: ['KS', '9S'], decisions: [{ ...wrong, after_cards: 1 }] });
    expect(withoutCard(round, 0, null).decisions).toEqual([{ ...burn, after_cards: 0 }, { ...wrong, after_cards: 1 }]);
    expect(withOtherCard(round, 2, '9H').cards).toEqual(['KS', '3C', '9H']);
  });
});

describe('a step of staff', () => {
  it('is named by its word and what tells it from others of that word', () => {
    expect(nameOf({ by: 'dealer', do: 'burn', because: 'in-error' })).toBe('burn/in-error');
    expect(nameOf({ by: 'dealer', do: 'draw-in-error', exposed: false })).toBe('draw-in-error/unseen');
    expect(nameOf({ by: 'supervisor', do: 'malfunction', another_device: false })).toBe('malfunction/no-device');
    expect(nameOf({ by: 'supervisor', do: 'reconstruct', after_cards: 6 })).toBe('reconstruct');
  });
});

describe('what is typed', () => {
  function type(text: string, ranks = STAR): unknown[] {
    let before = NOTHING_TYPED;
    return [...text].map((key) => {
      const meaning = meaningOf(key, before, ranks);
      before = meaning && 'more' in meaning ? meaning.more : NOTHING_TYPED;
      return meaning && 'more' in meaning ? '…' : meaning;
    });
  }

  it('is a card by rank and suit', () => {
    expect(type('7hKs')).toEqual(['…', { card: '7H' }, '…', { card: 'KS' }]);
    expect(type('10d', BLACKJACK)).toEqual(['…', '…', { card: 'TD' }]);
    expect(type('td', BLACKJACK)).toEqual(['…', { card: 'TD' }]);
  });

  it('is no card where the deck has none of that rank, and a letter alone is no suit', () => {
    expect(type('td')).toEqual([null, null]);
    expect(type('h')).toEqual([null]);
    expect(meaningOf('Enter', NOTHING_TYPED, STAR)).toBeNull();
  });

  it('is another rank if the first was a slip', () => {
    expect(type('78h')).toEqual(['…', '…', { card: '8H' }]);
  });

  it('is a box, or the dealer, after B', () => {
    expect(type('b4b0')).toEqual(['…', { place: '4.1' }, '…', { place: 'dealer' }]);
    expect([boxOf('4.2'), boxOf('dealer'), boxOf('next')]).toEqual([4, 0, 0]);
  });
});
