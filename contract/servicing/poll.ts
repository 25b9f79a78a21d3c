// Poll of the investors after a violation: the possible answers, and the result.
import { z } from 'zod';
import type { StateWord } from '../core/state-words.ts';
import { sum, type Money } from '../core/money.ts';

/** Investors can vote for this many days, until the end of the last one. */
export const POLL_DAYS = 7;

export const POLL_ANSWER = {
  1: { code: 'NEGOTIATE', text: '同意協商' },
  2: { code: 'LEGAL', text: '委託法律程序' },
  3: { code: 'ABSTAIN', text: '無意見' },
} as const;
export type PollAnswer = keyof typeof POLL_ANSWER;

const spellings: Record<string, PollAnswer> = {
  1: 1,
  NEGOTIATE: 1,
  true: 1,
  agree: 1,
  2: 2,
  LEGAL: 2,
  false: 2,
  disagree: 2,
  3: 3,
  ABSTAIN: 3,
};

/**
 * Accepts 1, 2, 3 as number or text, the codes of the answers, true and false, and agree and
 * disagree.
 */
export const pollAnswerSchema = z
  .union([z.boolean(), z.literal([1, 2, 3]), z.literal(Object.keys(spellings))])
  .transform((said): PollAnswer => spellings[String(said)]!);

/**
 * open: investors can vote. negotiate: the result is to negotiate with the borrower. legal: the
 * result is legal proceedings. undecided: the votes gave no result, so an operator decides. void:
 * cancelled, because the loan was no longer in violation before the poll ended.
 */
export const pollStatuses = ['open', 'undecided', 'negotiate', 'legal', 'void'] as const;
export type PollStatus = (typeof pollStatuses)[number];

/** Labels of a poll's states, the same for the investors and the office. */
export const pollWords: Record<PollStatus | 'counting', StateWord> = {
  open: { text: '投票中', tone: 'attention' },
  counting: { text: '投票已截止，計票中', tone: 'info' },
  undecided: { text: '待平台裁決', tone: 'problem' },
  negotiate: { text: '結果：協商', tone: 'done' },
  legal: { text: '結果：法律程序', tone: 'done' },
  void: { text: '已取消', tone: 'neutral' },
};

/**
 * Returns the state of a poll at an instant (milliseconds since 1970). `counting` means that the
 * voting period is over but the votes are not counted yet; nobody can vote any more.
 */
export function pollStateAt(
  poll: { status: PollStatus; closesAt: string },
  now: number,
): PollStatus | 'counting' {
  return poll.status === 'open' && Date.parse(poll.closesAt) <= now ? 'counting' : poll.status;
}

/** Principal by answer, and the total of all who may vote, in NT$. */
export type PollCount = { negotiate: Money; legal: Money; abstain: Money; total: Money };

/** Returns the principal of all votes cast, including abstentions, in NT$. */
export function turnoutOf({ negotiate, legal, abstain }: PollCount): Money {
  return sum([negotiate, legal, abstain]);
}

/** Quorum: a poll is valid if investors with this part of the outstanding principal voted. */
export const TURNOUT = { of: 3, needs: 1 } as const;

/** Returns whether the turnout reaches the quorum; abstentions count only here. */
export function hasQuorum(count: PollCount): boolean {
  return count.total > 0 && turnoutOf(count) * TURNOUT.of >= count.total * TURNOUT.needs;
}

/**
 * Returns the answer for which more than half of the principal voted, without abstentions. The
 * result is undecided on a tie, if nobody voted for either answer, or if less than a third took
 * part.
 */
export function pollResultOf(count: PollCount): 'negotiate' | 'legal' | 'undecided' {
  if (!hasQuorum(count) || count.negotiate === count.legal) return 'undecided';
  return count.negotiate > count.legal ? 'negotiate' : 'legal';
}
