// Money reports: the cash flow of the trust account, calculated from ledger postings only.
import type { reportsLists } from '#contract/reports/lists.ts';
import { type Money, add, sum, ZERO } from '#contract/core/money.ts';
import type { Day } from '#contract/core/day.ts';
import { cashText } from '#contract/reports/words.ts';
import {
  type CashLine,
  cashLines,
  type CashMonth,
  type ServerCashMove,
  type reportsMoneyOffice,
} from '#contract/reports/money.ts';
import type { Actions, FilterOf } from '../../call.ts';
import type { Work } from '../../work.ts';
import type { Tx } from '../../database/db.ts';
import type { Part } from '../../database/sql.ts';
import { reader } from '../../tables/table.ts';
import { few } from '../credit/credit.ts';
import {
  feeMonths,
  ownersOf,
  trustBefore,
  trustDay,
  trustMonths,
  trustMoves,
  trustMovesCount,
} from './money-queries.ts';
import { kindsOf, lineOf, monthDays, periodOf, spanOf } from '../rules.ts';

type Office = typeof reportsMoneyOffice & Pick<typeof reportsLists, 'cashFlowMoves'>;

const nothingMoved = () =>
  Object.fromEntries(cashLines.map((line) => [line, ZERO])) as Record<CashLine, Money>;

export async function cashMonths(
  tx: Tx,
  { from, to, months }: { from: Day; to: Day; months: readonly string[] },
): Promise<CashMonth[]> {
  const moved = Map.groupBy(await trustMonths(tx, from, to), ({ month }) => month);
  const charged = Map.groupBy(await feeMonths(tx, from, to), ({ month }) => month);
  let { amount: opening } = await trustBefore(tx, from);
  return months.map((month) => {
    const lines = nothingMoved();
    for (const { kind, amount } of moved.get(month) ?? []) {
      lines[lineOf(kind)] = add(lines[lineOf(kind)], amount);
    }
    const net = sum(Object.values(lines));
    const fees = sum((charged.get(month) ?? []).flatMap((row) => [row.net, row.vat]));
    const row = { month, opening, closing: add(opening, net), lines, net, fees };
    opening = row.closing;
    return row;
  });
}

/**
 * Returns the id of an owner, or null for 0, which the ledger uses if an entry has no such owner.
 */
const ownerOf = (id: number | null | undefined) => id || null;

/** Returns the rows with the owner of each transfer added. */
export async function withOwners<Row extends { transferId: string }>(tx: Tx, rows: readonly Row[]) {
  const owners = await ownersOf(
    tx,
    rows.map(({ transferId }) => transferId),
  );
  const by = new Map(owners.map((owner) => [owner.transferId, owner]));
  return rows.map((row) => {
    const { loanId, caseNo = null, orderId, memberId } = by.get(row.transferId) ?? {};
    return {
      ...row,
      loanId: ownerOf(loanId),
      caseNo,
      orderId: ownerOf(orderId),
      memberId: ownerOf(memberId),
    };
  });
}

type Filter = FilterOf<Office['cashFlowMoves']>;

async function movesOf(tx: Tx, { month, line }: Filter) {
  const days = monthDays(month);
  // Keeps only those kinds of the line that moved the trust account in that month, because there
  // are no transfers of the other kinds.
  const moved = new Set((await trustMonths(tx, days.from, days.to)).map(({ kind }) => kind));
  return { ...days, kinds: kindsOf(line).filter((kind) => moved.has(kind)) };
}

/** Transfers behind one line of the cash flow, newest first. */
export const cashTransfers = reader({
  of: ({ tx }: Work, filter: FilterOf<Office['cashFlowMoves']>) => movesOf(tx, filter),
  rows: async ({ tx }, of, part: Part<ServerCashMove>) =>
    withOwners(tx, await trustMoves(tx, of, part)),
  view: (row) => row,
  beside: ({ tx }, of) => trustMovesCount(tx, of),
});

type Own = Pick<
  Actions<{ reports: Office }>['reports'],
  'cashToday' | 'cashFlow' | 'cashFlowFile' | 'cashFlowMoves'
>;

export const moneyActions: Own = {
  async cashToday({ tx, today }) {
    const lines = Object.fromEntries(
      cashLines.map((line) => [line, { transfers: 0, amount: ZERO }]),
    ) as Record<CashLine, { transfers: number; amount: Money }>;
    for (const { kind, transfers, amount } of await trustDay(tx, today)) {
      const line = lines[lineOf(kind)];
      line.transfers += transfers;
      line.amount = add(line.amount, amount);
    }
    return { data: { day: today, lines } };
  },

  async cashFlow({ tx, today }, asked) {
    const period = periodOf(asked, today);
    return {
      data: await cashMonths(tx, period),
      ...spanOf(period),
    };
  },

  async cashFlowFile({ tx, today }, asked) {
    const period = periodOf(asked, today);
    const data = await cashMonths(tx, period);
    return {
      name: `現金流量-${spanOf(period).from}-${spanOf(period).to}`,
      columns: [
        '月份',
        '期初餘額',
        ...cashLines.map((line) => cashText[line]),
        '淨額',
        '期末餘額',
        '服務費（含稅）',
      ],
      rows: few(
        data.map(({ month, opening, closing, lines, net, fees }) => [
          month,
          opening,
          ...cashLines.map((line) => lines[line]),
          net,
          closing,
          fees,
        ]),
      ),
    };
  },

  cashFlowMoves: cashTransfers,
};
