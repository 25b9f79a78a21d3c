// Trial balance, account ledger, income statement and balance sheet, from the daily totals.
import type { ledgerLists } from '#contract/ledger/lists.ts';
import {
  type AccountClass,
  accountName,
  accounts,
  chartOrder,
  type Entity,
  incomeKinds,
  isDebitAccount,
} from '#contract/ledger/chart.ts';
import { add, money, type Money, negate, subtract, sum, ZERO } from '#contract/core/money.ts';
import { addDays, addMonths, type Day, day } from '#contract/core/day.ts';
import type { AccountKind } from '#contract/ledger/kinds.ts';
import type { Action, Actions, FilterOf } from '../../call.ts';
import type { Work } from '../../work.ts';
import type { Part } from '../../database/sql.ts';
import { reader, shortList } from '../../tables/table.ts';
import {
  daysOfKind,
  entriesAfter,
  kindTotals,
  type LedgerEntry,
  movedByMonth,
  type Place,
  sumBefore,
  sumThrough,
} from './financial-queries.ts';

type Office = Pick<
  typeof ledgerLists,
  'trialBalance' | 'accountLedger' | 'incomeStatement' | 'balanceSheet'
>;

/** Turns an amount with debits positive into one that is positive on the account's normal side. */
const natural = (kind: AccountKind, amount: Money): Money =>
  isDebitAccount(kind) || amount === 0 ? amount : negate(amount);

/** Returns the first day of the month of a day, or of its year. */
const monthOf = (on: Day): Day => day(`${on.slice(0, 7)}-01`);
const yearOf = (on: Day): Day => day(`${on.slice(0, 4)}-01-01`);

async function trialBalance(
  { tx, today }: Work,
  input: { entity?: Entity | undefined; from?: Day | undefined; to?: Day | undefined },
) {
  const to = input.to ?? today;
  const from = input.from ?? yearOf(to);
  const of = new Map((await kindTotals(tx, { from, to })).map((row) => [row.kind, row]));
  const data = chartOrder.flatMap((kind) => {
    const row = of.get(kind);
    if (!row || (input.entity && accounts[kind].entity !== input.entity)) return [];
    const { opening, debit, credit } = row;
    const closing = subtract(add(opening, debit), credit);
    return opening === 0 && debit === 0 && credit === 0
      ? []
      : [{ ...row, opening: natural(kind, opening), closing: natural(kind, closing) }];
  });
  return { data, from, to };
}

type Running = LedgerEntry & { balance: Money };
type LedgerOf = { kind: AccountKind; from: Day; to: Day; after: Place | null };

function ledgerOf(
  { today }: Work,
  input: Omit<FilterOf<Office['accountLedger']>, 'after'> & { after?: string | undefined },
): LedgerOf {
  const { kind } = input;
  const to = input.to ?? today;
  const from = input.from ?? monthOf(to);
  const [on, line, ...id] = input.after?.split('~') ?? [];
  const after =
    on === undefined ? null : { on: day(on), line: Number(line), transferId: id.join('~') };
  return { kind, from, to, after };
}

const placeText = ({ on, line, transferId }: Place) => `${on}~${line}~${transferId}`;

/** Balance of an account after an entry, or before the first day; debits positive. NT$ */
async function balanceAt({ tx }: Work, { kind, from }: LedgerOf, last: Place | null) {
  const { amount: before } = await sumBefore(tx, kind, last?.on ?? from);
  return last === null ? before : add(before, (await sumThrough(tx, kind, last)).amount);
}

/** Reads the entries after a place, with the balance after each; debits positive. */
async function running(
  work: Work,
  of: LedgerOf,
  last: Place | null,
  { limit, balance }: { limit: number; balance: Money },
): Promise<Running[]> {
  const from = last === null || last.on < of.from ? of.from : last.on;
  const days: Day[] = [];
  let left = limit;
  for (const { day: on, transfers } of await daysOfKind(work.tx, of.kind, { from, to: of.to })) {
    if (left <= 0) break;
    days.push(on);
    // Some or all entries of the first day may lie before the place, so it does not count.
    if (on !== last?.on) left -= transfers;
  }
  const entries = await entriesAfter(work.tx, of.kind, days, { last, limit });
  let after = balance;
  return entries.map((entry) => {
    after = add(after, entry.amount);
    return { ...entry, balance: after };
  });
}

const ledgerView = (row: Running, _work: Work, { kind }: LedgerOf) => ({
  ...row,
  balance: natural(kind, row.balance),
});

/** Reads an account's ledger: a page after a place, or all of it for an exported file. */
export const accountLedger = {
  async page(work: Work, input: Parameters<Action<Office['accountLedger']>>[1]) {
    const { item_per_page: limit, ...filter } = input;
    const of = ledgerOf(work, filter);
    const opening = await balanceAt(work, of, of.after);
    const found = await running(work, of, of.after, { limit: limit + 1, balance: opening });
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    return {
      data: rows.map((row) => ledgerView(row, work, of)),
      from: of.from,
      to: of.to,
      opening: natural(of.kind, opening),
      next: found.length > limit && last ? placeText(last) : null,
    };
  },
  file: reader({
    of: ledgerOf,
    rows: async (work: Work, of, { limit, last }: Part<Running>) => {
      const place = last ?? of.after;
      const balance = last ? last.balance : await balanceAt(work, of, place);
      return running(work, of, place, { limit, balance });
    },
    view: ledgerView,
    beside: () => ({}),
  }).file,
};

type Row = { kind: AccountKind | null; name: string; code: string | null };
const rowOf = (kind: AccountKind): Row & { class: AccountClass } => ({
  kind,
  name: accountName(kind),
  code: accounts[kind].code,
  class: accounts[kind].class,
});
const totalRow = (name: string): Row & { class: null } => ({
  kind: null,
  name,
  code: null,
  class: null,
});

async function incomeStatement({ tx }: Work, { month }: { month: string }) {
  const first = day(`${month}-01`);
  const before = addMonths(first, -1);
  const to = addDays(addMonths(first, 1), -1);
  const year = yearOf(first);
  const moved = await movedByMonth(tx, incomeKinds, { from: before < year ? before : year, to });
  const sumOf = (kind: AccountKind, counts: (of: string) => boolean) =>
    natural(kind, sum(moved.filter((row) => row.kind === kind && counts(row.month)).map(amountOf)));
  const rows = incomeKinds.map((kind) => ({
    ...rowOf(kind),
    month: sumOf(kind, (of) => of === month),
    previous: sumOf(kind, (of) => of === before.slice(0, 7)),
    yearToDate: sumOf(kind, (of) => of >= year.slice(0, 7)),
  }));
  const columns = ['month', 'previous', 'yearToDate'] as const;
  const shown = rows.filter((row) => columns.some((column) => row[column] !== 0));
  const total = (name: string, counts: readonly { of: AccountClass; sign: 1 | -1 }[]) => {
    const amounts = columns.map((column) => {
      const parts = counts.map(({ of, sign }) => {
        const part = sum(rows.filter((row) => row.class === of).map((row) => row[column]));
        return sign === 1 ? part : negate(part);
      });
      return [column, sum(parts)] as const;
    });
    return { ...totalRow(name), ...(Object.fromEntries(amounts) as Record<Column, Money>) };
  };
  type Column = (typeof columns)[number];
  return {
    month,
    data: [
      ...shown.filter((row) => row.class === 'income'),
      total('收入合計', [{ of: 'income', sign: 1 }]),
      ...shown.filter((row) => row.class === 'expense'),
      total('費用合計', [{ of: 'expense', sign: 1 }]),
      total('本期損益', [
        { of: 'income', sign: 1 },
        { of: 'expense', sign: -1 },
      ]),
    ],
  };
}
const amountOf = ({ amount }: { amount: Money }) => amount;

/** The 商業會計項目表 has an item of its own for the result that is not closed yet. */
const RESULT = { kind: null, name: '本期損益', code: '3353', class: 'equity' } as const;

async function balanceSheet({ tx }: Work, { entity, on }: { entity: Entity; on: Day }) {
  const totals = await kindTotals(tx, { from: addDays(on, 1), to: on });
  const balances = new Map(totals.map(({ kind, opening }) => [kind, opening]));
  const rowsOf = (of: AccountClass) =>
    chartOrder
      .filter((kind) => accounts[kind].entity === entity && accounts[kind].class === of)
      .map((kind) => ({ ...rowOf(kind), amount: natural(kind, balances.get(kind) ?? ZERO) }))
      .filter(({ amount }) => amount !== 0);
  const own = incomeKinds.filter((kind) => accounts[kind].entity === entity);
  const result = negate(sum(own.map((kind) => balances.get(kind) ?? ZERO)));
  const [assets, liabilities] = [rowsOf('asset'), rowsOf('liability')];
  const equity = [
    ...rowsOf('equity'),
    ...(result === 0 ? [] : [{ ...RESULT, amount: money(result) }]),
  ];
  const total = (name: string, rows: readonly { amount: Money }[]) => ({
    ...totalRow(name),
    amount: sum(rows.map(amountOf)),
  });
  return {
    on,
    data: [
      ...assets,
      total('資產總計', assets),
      ...liabilities,
      total('負債總計', liabilities),
      ...equity,
      total('權益總計', equity),
      total('負債及權益總計', [...liabilities, ...equity]),
    ],
  };
}

export const financialActions: Actions<{ ledger: Office }>['ledger'] = {
  trialBalance: shortList(trialBalance),
  accountLedger,
  incomeStatement: shortList(incomeStatement),
  balanceSheet: shortList(balanceSheet),
};
