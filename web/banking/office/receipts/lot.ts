// What a person has chosen in a lot of receipts, kept in the tab, and what it means for each line.
import { useState } from 'react';
import type { OpenReceipt, ReceiptChoice } from '#contract/banking/matches.ts';
import { dropFormDraft, keepFormDraft, readFormDraft } from '../../../drafts.ts';

export type LotDraft = {
  choices: Readonly<Record<string, ReceiptChoice>>;
  /** Why the money of a third party is given to an order or loan, by receipt. */
  notes: Readonly<Record<string, string>>;
  /** Why receipts are returned. */
  reason: string;
};

const empty: LotDraft = { choices: {}, notes: {}, reason: '' };

/** The draft of an operator, which outlasts a reload and a session that ends. */
export function useLotDraft(userId: string) {
  const key = { form: 'receipt-lot', userId };
  const [draft, setDraft] = useState<LotDraft>(() => ({
    ...empty,
    ...(readFormDraft(key) as Partial<LotDraft> | null),
  }));
  const change = (changes: Partial<LotDraft>) => {
    const next = { ...draft, ...changes };
    keepFormDraft(key, next);
    setDraft(next);
  };
  const clear = () => {
    dropFormDraft(key);
    setDraft(empty);
  };
  return { draft, change, clear };
}

/**
 * Returns what happens with a receipt: what the person chose, or else what the program proposes;
 * null if it is still to be chosen.
 */
export function choiceFor(
  { receipt, proposed }: Pick<OpenReceipt, 'receipt' | 'proposed'>,
  choices: LotDraft['choices'],
): ReceiptChoice | null {
  const chosen = choices[receipt];
  if (chosen) return chosen;
  if (!proposed) return null;
  const { act, number } = proposed;
  return act === 'match' && number !== null ? { act, number } : { act: 'return' };
}

/** A line as it would be sent; `problem` says what is missing, and null that it is not sent. */
export type LotLine = {
  of: OpenReceipt;
  choice: ReceiptChoice | null;
  /** The effect of the choice, once it is known. */
  effect: OpenReceipt['effect'];
  needsNote: boolean;
};

const isSame = (number: string, other: string) => number.toUpperCase() === other.toUpperCase();

/** Joins a receipt with its choice; an answer about an earlier choice is no effect of this one. */
export function lotLine(of: OpenReceipt, choices: LotDraft['choices']): LotLine {
  const choice = choiceFor(of, choices);
  const { effect } = of;
  const fits = choice?.act === 'match' && effect !== null && isSame(effect.number, choice.number);
  const known = fits ? effect : null;
  return { of, choice, effect: known, needsNote: known?.owner.payer === 'other' };
}
