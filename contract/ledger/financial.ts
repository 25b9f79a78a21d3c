// Office API of the books: trial balance, ledger of an account, income statement, balance sheet.
import { z } from 'zod';
import { countSchema, statedMoneySchema } from '../core/wire.ts';
import { accountClasses } from './chart.ts';
import { accountKinds, transferKinds } from './kinds.ts';

export const readers = ['finance', 'auditor', 'admin'] as const;
export const monthSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);

export const balanceRow = z.object({
  kind: z.enum(accountKinds),
  /** NT$ before the first day, positive on the normal side of the account (debit or credit). */
  opening: statedMoneySchema,
  debit: statedMoneySchema,
  credit: statedMoneySchema,
  /** NT$ at the end of the last day, positive on the normal side. */
  closing: statedMoneySchema,
});
export type TrialBalanceRow = z.output<typeof balanceRow>;

export const ledgerRow = z.object({
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
  amount: statedMoneySchema,
  /** NT$ after this entry, positive on the normal side of the account. */
  balance: statedMoneySchema,
});
/** A row of a statement: an account, or a total, which has no account. */
const statementRow = {
  kind: z.enum(accountKinds).nullable(),
  name: z.string(),
  code: z.string().nullable(),
  class: z.enum(accountClasses).nullable(),
};
export const incomeRow = z.object({
  ...statementRow,
  /** NT$ of the month, of the month before, and of the year through the month. */
  month: statedMoneySchema,
  previous: statedMoneySchema,
  yearToDate: statedMoneySchema,
});
export const sheetRow = z.object({ ...statementRow, amount: statedMoneySchema });
