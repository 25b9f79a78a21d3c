// Office API of the books: trial balance, ledger of an account, income statement, balance sheet.
import { z } from 'zod';
import { isDay } from '../core/day.ts';
import { office } from '../core/endpoint.ts';
import { numberText, countSchema, daySchema, signedMoneySchema } from '../core/wire.ts';
import { accountClasses, entities } from './chart.ts';
import { accountKinds, transferKinds } from './kinds.ts';

const readers = ['finance', 'auditor', 'admin'] as const;
const monthSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);

const balanceRow = z.object({
  kind: z.enum(accountKinds),
  /** NT$ before the first day, positive on the normal side of the account (debit or credit). */
  opening: signedMoneySchema,
  debit: signedMoneySchema,
  credit: signedMoneySchema,
  /** NT$ at the end of the last day, positive on the normal side. */
  closing: signedMoneySchema,
});
export type TrialBalanceRow = z.output<typeof balanceRow>;

const ledgerRow = z.object({
  /** Accounting day, and the bank date of the transfer. */
  on: z.string(),
  valueOn: z.string(),
  transferId: z.string(),
  transfer: z.enum(transferKinds),
  memo: z.string(),
  line: countSchema,
  loanId: countSchema,
  caseNo: z.string().nullable(),
  orderId: countSchema,
  memberId: countSchema,
  /** NT$: debit positive, credit negative. */
  amount: signedMoneySchema,
  /** NT$ after this entry, positive on the normal side of the account. */
  balance: signedMoneySchema,
});
export type AccountLedgerRow = z.output<typeof ledgerRow>;

/** A row of a statement: an account, or a total, which has no account. */
const statementRow = {
  kind: z.enum(accountKinds).nullable(),
  name: z.string(),
  code: z.string().nullable(),
  class: z.enum(accountClasses).nullable(),
};
const incomeRow = z.object({
  ...statementRow,
  /** NT$ of the month, of the month before, and of the year through the month. */
  month: signedMoneySchema,
  previous: signedMoneySchema,
  yearToDate: signedMoneySchema,
});
export type IncomeStatementRow = z.output<typeof incomeRow>;

const sheetRow = z.object({ ...statementRow, amount: signedMoneySchema });
export type BalanceSheetRow = z.output<typeof sheetRow>;

export const ledgerFinancialOffice = {
  trialBalance: office.read({
    path: '/ops/v1/ledger/trial-balance',
    summary: 'Trial balance of accounting days: opening, debits, credits and closing by account',
    input: z.strictObject({
      entity: z.enum(entities).optional(),
      /** Default: the first day of the year of `to`. */
      from: daySchema.optional(),
      /** Default: today. */
      to: daySchema.optional(),
    }),
    output: z.object({ data: z.array(balanceRow), from: z.string(), to: z.string() }),
    roles: readers,
  }),
  accountLedger: office.read({
    path: '/ops/v1/ledger/account-ledger',
    summary: 'Entries of an account with the balance after each, oldest first, a page at a time',
    input: z.strictObject({
      kind: z.enum(accountKinds),
      /** Default: the first day of the month of `to`. */
      from: daySchema.optional(),
      /** Default: today. */
      to: daySchema.optional(),
      /** The position `next` of the page before. */
      after: z
        .string()
        .regex(/^20\d\d-\d\d-\d\d~\d{1,9}~[\w:.-]{1,120}$/)
        .refine((text) => isDay(text.slice(0, 10)))
        .optional(),
      item_per_page: numberText(z.int().min(1).max(200)).default(50),
    }),
    output: z.object({
      data: z.array(ledgerRow),
      from: z.string(),
      to: z.string(),
      /** NT$ before the first row of this page, positive on the normal side of the account. */
      opening: signedMoneySchema,
      /** Position of the next page; null at the end. */
      next: z.string().nullable(),
    }),
    roles: readers,
  }),
  incomeStatement: office.read({
    path: '/ops/v1/ledger/income-statement',
    summary: 'Income statement of a month: income, expenses and result, with the year so far',
    input: z.strictObject({ month: monthSchema }),
    output: z.object({ data: z.array(incomeRow), month: z.string() }),
    roles: readers,
  }),
  balanceSheet: office.read({
    path: '/ops/v1/ledger/balance-sheet',
    summary: 'Balance sheet of the trust or of the company at the end of an accounting day',
    input: z.strictObject({ entity: z.enum(entities), on: daySchema }),
    output: z.object({ data: z.array(sheetRow), on: z.string() }),
    roles: readers,
  }),
} as const;
