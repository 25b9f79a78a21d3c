// Where the notification cards of one login have been shown, and which were closed.

/** Kept for the tab, so that a reload neither shows closed cards again nor counts as a login. */
export type CardRound = {
  closed: readonly string[];
  /** The page and entry of the history on which the person is, and how many came before it. */
  at: string | null;
  moves: number;
  /** On how many pages the cards were shown. */
  shown: number;
};

const KEY = 'notice-cards';
const SHOWN_MAX = 2;
const MOVES_MAX = 3;
/** Before anything was shown. */
export const noCards: CardRound = { closed: [], at: null, moves: 0, shown: 0 };

export function readCardRound(): CardRound {
  try {
    return {
      ...noCards,
      ...(JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<CardRound>),
    };
  } catch {
    return noCards;
  }
}

export function keepCardRound(round: CardRound): CardRound {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(round));
  } catch {
    // Without session storage the round lasts as long as the document.
  }
  return round;
}

/** Returns the round after the person came to a page, named with its entry of the history. */
export function roundAt(round: CardRound, here: string, mayShow: boolean): CardRound {
  if (round.at === here) return round;
  return {
    ...round,
    at: here,
    moves: round.at === null ? 0 : round.moves + 1,
    shown: round.shown + (mayShow ? 1 : 0),
  };
}

/** Returns whether no card is left to show in this round. */
export const isRoundOver = (
  { closed, moves, shown }: CardRound,
  cards: readonly { id: string }[],
): boolean =>
  cards.every(({ id }) => closed.includes(id)) || moves >= MOVES_MAX || shown > SHOWN_MAX;
