// Income report: fees by month and purpose, including VAT; the sums equal the ledger's.
import type { reportsLists } from '#contract/reports/lists.ts';
import { add, subtract, sum, ZERO, type Money } from '#contract/core/money.ts';
import type { Day } from '#contract/core/day.ts';
import type { TransferKind } from '#contract/ledger/kinds.ts';
import { incomeText } from '#contract/reports/words.ts';
import {
  type IncomeLine,
  incomeLines,
  type IncomeMonth,
  type ServerIncomeMove,
  type reportsMoneyOffice,
} from '#contract/reports/money.ts';
import type { Actions, FilterOf } from '../../call.ts';
import type { Work } from '../../work.ts';
import type { Tx } from '../../database/db.ts';
import type { Part } from '../../database/sql.ts';
import { reader } from '../../tables/table.ts';
import { few } from '../credit/credit.ts';
import { feeMoves, unusualCount, unusualFees } from './income-queries.ts';
import { feeMonths } from './money-queries.ts';
import { withOwners } from './money.ts';
import { monthDays, periodOf, spanOf } from '../rules.ts';

type Office = typeof reportsMoneyOffice & Pick<typeof reportsLists, 'incomeMoves'>;
type Own = Pick<Actions<{ reports: Office }>['reports'], 'income' | 'incomeFile' | 'incomeMoves'>;

/**
 * Purpose of the fee for each kind of transfer; the fee of a repayment is split into three
 * purposes.
 */
const lineOfKind: Partial<Record<TransferKind, IncomeLine>> = {
  disbursement: 'platform',
  disbursement_returned: 'platform',
  repayment: 'investor',
  refund: 'refund',
};
const unusualOf: Partial<Record<IncomeLine, string>> = {
  late: 'lateInterest',
  prepayment: 'prepaymentFee',
};

const nothingEarned = () =>
  Object.fromEntries(incomeLines.map((line) => [line, ZERO])) as Record<IncomeLine, Money>;

export async function incomeMonths(
  tx: Tx,
  { from, to, months }: { from: Day; to: Day; months: readonly string[] },
): Promise<IncomeMonth[]> {
  const charged = Map.groupBy(await feeMonths(tx, from, to), ({ month }) => month);
  const unusual = new Map((await unusualFees(tx, from, to)).map((row) => [row.month, row]));
  return months.map((month) => {
    const lines = nothingEarned();
    const rows = charged.get(month) ?? [];
    for (const { kind, net, vat } of rows) {
      const line = lineOfKind[kind] ?? 'other';
      lines[line] = add(lines[line], net, vat);
    }
    const { late = ZERO, prepayment = ZERO } = unusual.get(month) ?? {};
    lines.late = late;
    lines.prepayment = prepayment;
    lines.investor = subtract(lines.investor, add(late, prepayment));
    const net = sum(rows.map((row) => row.net));
    const vat = sum(rows.map((row) => row.vat));
    return { month, lines, gross: add(net, vat), net, vat };
  });
}

type Filter = FilterOf<Office['incomeMoves']>;

async function movesOf(tx: Tx, { month, line }: Filter) {
  const days = monthDays(month);
  // Transfers of the kind `vat_due` only move VAT to the tax account, so they charge no fee.
  const charged = (await feeMonths(tx, days.from, days.to)).filter(
    ({ kind }) => kind !== 'vat_due',
  );
  const unusual = (line && unusualOf[line]) ?? null;
  const wanted = unusual === null ? line : 'investor';
  const own = charged.filter(({ kind }) => !wanted || (lineOfKind[kind] ?? 'other') === wanted);
  return { own, of: { ...days, kinds: own.map(({ kind }) => kind), unusual } };
}

/** Transfers that charged a fee, newest first. */
export const feeTransfers = reader({
  of: ({ tx }: Work, filter: FilterOf<Office['incomeMoves']>) => movesOf(tx, filter),
  rows: async ({ tx }, { of }, part: Part<ServerIncomeMove>) =>
    withOwners(tx, await feeMoves(tx, of, part)),
  view: (row) => row,
  beside: async ({ tx }, { own, of }) => {
    if (of.unusual !== null) return unusualCount(tx, of);
    return { total: own.reduce((sum, { transfers }) => sum + transfers, 0) };
  },
});

export const incomeActions: Own = {
  async income({ tx, today }, asked) {
    const period = periodOf(asked, today);
    return {
      data: await incomeMonths(tx, period),
      ...spanOf(period),
    };
  },

  async incomeFile({ tx, today }, asked) {
    const period = periodOf(asked, today);
    const data = await incomeMonths(tx, period);
    return {
      name: `收入-${spanOf(period).from}-${spanOf(period).to}`,
      columns: [
        '月份',
        ...incomeLines.map((line) => incomeText[line]),
        '合計（含稅）',
        '未稅',
        '營業稅',
      ],
      rows: few(
        data.map(({ month, lines, gross, net, vat }) => [
          month,
          ...incomeLines.map((line) => lines[line]),
          gross,
          net,
          vat,
        ]),
      ),
    };
  },

  incomeMoves: feeTransfers,
};
