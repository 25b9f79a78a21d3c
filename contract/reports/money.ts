// Money reports, calculated only from the ledger: trust account movements and fee income.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { transferKinds, type TransferKind } from '../ledger/kinds.ts';
import { fileOf, moneyReaders, period, readOf } from './parts.ts';
import { statedMoneySchema, countSchema } from '../core/wire.ts';
import { outputIdSchema } from '../core/lists.ts';

/** Sources and uses of the money in the trust account. */
export const cashLines = [
  'receipts',
  'disbursements',
  'payouts',
  'refunds',
  'returned',
  'covered',
] as const;
export type CashLine = (typeof cashLines)[number];

/**
 * Report line of each kind of transfer that moves the trust account; all other kinds count as
 * `covered`.
 */
export const cashLineOf: Partial<Record<TransferKind, CashLine>> = {
  receipt: 'receipts',
  order_receipt: 'receipts',
  disbursement: 'disbursements',
  disbursement_returned: 'disbursements',
  payout: 'payouts',
  payout_returned: 'payouts',
  refund_paid: 'refunds',
  refund_returned: 'refunds',
  reversal: 'returned',
  return: 'returned',
  return_returned: 'returned',
};

const cashMonth = z.object({
  month: z.string(),
  /** Balance of the trust account before and after the month, in NT$. */
  opening: statedMoneySchema,
  closing: statedMoneySchema,
  /** Signed amounts in NT$: receipts are positive, payments negative. */
  lines: z.object(
    Object.fromEntries(cashLines.map((line) => [line, statedMoneySchema])) as Record<
      CashLine,
      typeof statedMoneySchema
    >,
  ),
  net: statedMoneySchema,
  /**
   * Fees earned in the month, including VAT, in NT$. They stay in the trust account until they are
   * transferred to the platform's own account.
   */
  fees: statedMoneySchema,
});
export type CashMonth = z.output<typeof cashMonth>;

/** A transfer, with its loan, order or member if the transfer concerns exactly one. */
const transfer = {
  transferId: z.string(),
  on: z.string(),
  kind: z.enum(transferKinds),
  loanId: outputIdSchema.nullable(),
  caseNo: z.string().nullable(),
  orderId: outputIdSchema.nullable(),
  memberId: outputIdSchema.nullable(),
};
export type ReportedTransfer = z.output<z.ZodObject<typeof transfer>>;

export const move = z.object({ ...transfer, memo: z.string(), amount: statedMoneySchema });
export type ServerCashMove = ServerSide<typeof move>;

/** Kinds of fee income; `late` is the part of the investors' fee charged on late interest. */
export const incomeLines = [
  'platform',
  'investor',
  'late',
  'prepayment',
  'refund',
  'other',
] as const;
export type IncomeLine = (typeof incomeLines)[number];

const incomeMonth = z.object({
  month: z.string(),
  /** Fee income by kind, including VAT, in NT$. */
  lines: z.object(
    Object.fromEntries(incomeLines.map((line) => [line, statedMoneySchema])) as Record<
      IncomeLine,
      typeof statedMoneySchema
    >,
  ),
  gross: statedMoneySchema,
  net: statedMoneySchema,
  vat: statedMoneySchema,
});
export type IncomeMonth = z.output<typeof incomeMonth>;

export const incomeMove = z.object({
  ...transfer,
  /**
   * Including VAT, in NT$. VAT is calculated on the sum of a tax period, so a single transfer has
   * no VAT amount.
   */
  gross: statedMoneySchema,
});
export type ServerIncomeMove = ServerSide<typeof incomeMove>;

const cashToday = z.object({
  day: z.string(),
  /**
   * For each line, the number of transfers and the NT$ they moved; receipts are positive, payments
   * negative.
   */
  lines: z.object(
    Object.fromEntries(
      cashLines.map((line) => [
        line,
        z.object({ transfers: countSchema, amount: statedMoneySchema }),
      ]),
    ) as Record<
      CashLine,
      z.ZodObject<{ transfers: typeof countSchema; amount: typeof statedMoneySchema }>
    >,
  ),
});

export const reportsMoneyOffice = {
  cashToday: readOf(
    '/ops/v1/reports/cash-flow/today',
    'What has come into the trust account and left it today',
    {},
    z.object({ data: cashToday }),
    moneyReaders,
  ),
  cashFlow: readOf(
    '/ops/v1/reports/cash-flow',
    'What came into the trust account and left it, by month, from ledger postings',
    period,
    z.object({ data: z.array(cashMonth), from: z.string(), to: z.string() }),
    moneyReaders,
  ),
  cashFlowFile: fileOf(
    '/ops/v1/reports/cash-flow/file',
    'The same as a table',
    period,
    moneyReaders,
  ),
  income: readOf(
    '/ops/v1/reports/income',
    'Fees earned by month and what for, with the VAT inside them, from ledger postings',
    period,
    z.object({ data: z.array(incomeMonth), from: z.string(), to: z.string() }),
    moneyReaders,
  ),
  incomeFile: fileOf('/ops/v1/reports/income/file', 'The same as a table', period, moneyReaders),
} as const;
