// The figures of a trust report as the ledger has them now, and what keeps it from being signed.
import { differencesAt } from '../../banking/front.ts';
import { openSince } from '../../ledger/front.ts';
import { addDays, addMonths, type Day, day } from '#contract/core/day.ts';
import { add, type Money, subtract, sum, ZERO } from '#contract/core/money.ts';
import { accounts, chartOrder } from '#contract/ledger/chart.ts';
import { memberKinds, trustFiguresSchema } from '#contract/reports/trust/parts.ts';
import type { ServerSide } from '#contract/core/server-side.ts';
import type { Work } from '../../work.ts';
import { encodingOf } from '../../http/encode.ts';
import { type LetterRow, memberAmounts, trustBalances, trustMoves } from './trust-queries.ts';

export type ServerFigures = ServerSide<typeof trustFiguresSchema>;
export type MemberAmount = { memberId: number; amount: Money };

/** Differences beyond this number are in the sum but not listed. */
const DIFFERENCES_MAX = 200;

/** First and last day of a month written as 2026-10. */
export function daysOfMonth(month: string): { first: Day; last: Day } {
  const first = day(`${month}-01`);
  return { first, last: addDays(addMonths(first, 1), -1) };
}

/** Figures in the form in which they are stored and compared. */
export const encodedFigures = encodingOf(trustFiguresSchema);

/** Returns whether every day of the month is closed by two persons. */
export async function isMonthClosed({ tx }: Pick<Work, 'tx'>, month: string): Promise<boolean> {
  const open = await openSince(tx);
  return open !== null && open > daysOfMonth(month).last;
}

/** Reads the figures of a month and what belongs to each member at its end. */
export async function figuresOf(
  work: Pick<Work, 'tx'>,
  month: string,
  letter: LetterRow | undefined,
): Promise<{ figures: ServerFigures; lines: MemberAmount[] }> {
  const { tx } = work;
  const { first, last } = daysOfMonth(month);
  const at = new Map((await trustBalances(tx, last)).map(({ kind, amount }) => [kind, amount]));
  const before = await trustBalances(tx, addDays(first, -1));
  const { listed, amount: explained } = await differencesAt(tx, last, DIFFERENCES_MAX);
  const lines = await memberAmounts(tx, last, memberKinds);
  const books = at.get('trust_bank') ?? ZERO;
  const owed = chartOrder.filter((kind) => {
    const { entity, code } = accounts[kind];
    // The claims between borrowers and investors are not money in the account.
    return entity === 'trust' && code.startsWith('225');
  });
  const figures: ServerFigures = {
    letterId: letter?.id ?? null,
    bank: letter?.amount ?? null,
    books,
    differences: listed.map(({ kind, day: on, reference, amount, taskId, owner, reason }) => {
      return { kind, day: on, reference, amount, taskId, owner, reason };
    }),
    unexplained: letter ? subtract(letter.amount, add(books, explained)) : null,
    parts: owed.flatMap((kind) => {
      const amount = at.get(kind) ?? ZERO;
      return amount === 0 ? [] : [{ kind, amount }];
    }),
    members: lines.length,
    membersAmount: sum(lines.map(({ amount }) => amount)),
    opening: before.find(({ kind }) => kind === 'trust_bank')?.amount ?? ZERO,
    moves: await trustMoves(tx, first, last),
  };
  return { figures, lines };
}
