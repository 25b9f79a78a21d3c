// A row of the table of facts: what it says, how urgent it is, and where its button leads.
import type { StateWord } from '../core/state-words.ts';
import type { LoanStatus } from '../lending/loan-status.ts';
import { lateWordsOf } from '../servicing/late-words.ts';
import type { Side } from './ladder.ts';
import type { FactValues } from '#contract/today/fact-values.ts';

/** Pages to which a button leads; the site knows their paths. */
export const places = [
  'verifyStatus',
  'verification',
  'verificationSupplement',
  'incomeProof',
  'suitability',
  'apply',
  'plans',
  'loan',
  'loanDocuments',
  'signing',
  'negotiation',
  'mandate',
  'transfer',
  'holding',
  'orders',
  'cases',
  'reports',
  'account',
] as const;
export type Place = (typeof places)[number];

/** In order of urgency: what comes first is done first. `wait`: others act, or nobody has to. */
export const ranks = ['late', 'due', 'right', 'house', 'begin', 'wait'] as const;
export type Rank = (typeof ranks)[number];

export type FactButton = { label: string; place: Place };
/** What can be done while others act; with a side only by members who took that way. */
export type Meanwhile = FactButton & { side?: Side };

export type Row = {
  rank: Rank;
  tone: StateWord['tone'];
  /** The fact as a sentence; a function where it contains a figure. */
  title: string | ((of: FactValues) => string);
  about?: string | ((of: FactValues) => string | null);
  /** Says what the amount is; facts without it have no amount. */
  amount?: string;
  /** What the day is, if it is not the last day of the member's act. */
  day?: string;
  button: FactButton;
  /** What the member can do while others act. */
  meanwhile?: readonly Meanwhile[];
  /** The member gets help in place of cases, plans and advertisements. */
  isHelp?: true;
  /** Kinds of notices that ask for this act; their cards are dropped once it is done. */
  notices?: readonly string[];
};

/** The standing of a late loan, in the sentence of every other page. */
export function lateSentence({ late }: FactValues): string | null {
  const words = late && lateWordsOf({ ...late, status: late.status as LoanStatus });
  return words ? `${words.where}。` : null;
}

/** Tells two cases of one kind apart. */
export const caseOf = ({ caseNo, purpose }: FactValues): string | null =>
  [purpose, caseNo].filter(Boolean).join(' ') || null;

export const lookAtPlans = { label: '看申貸方案', place: 'plans' } as const;
export const lookAtCases = { label: '看募集中的案件', place: 'cases' } as const;
