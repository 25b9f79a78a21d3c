// Reports on money, from the ledger alone: what moved the trust account, what was earned.
import { z } from 'zod';
import { transferKinds, type TransferKind } from '../ledger/kinds.ts';
import { fileOf, monthSchema, moneyReaders, officePage, period, readOf } from './parts.ts';

/** Where the money of the trust account came from and went. */
export const cashLines = [
  'receipts',
  'disbursements',
  'payouts',
  'refunds',
  'returned',
  'covered',
] as const;
export type CashLine = (typeof cashLines)[number];

/** The line of every kind of transfer that moves the trust account; the rest is `covered`. */
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
  /** What lay in the trust account before and after the month. NT$ */
  opening: z.number(),
  closing: z.number(),
  /** Signed: what came in is positive, what left negative. NT$ */
  lines: z.object(
    Object.fromEntries(cashLines.map((line) => [line, z.number()])) as Record<
      CashLine,
      z.ZodNumber
    >,
  ),
  net: z.number(),
  /** Fees earned in the month, VAT inside; they stay in the trust account until swept. NT$ */
  fees: z.number(),
});
export type CashMonth = z.output<typeof cashMonth>;

/** A transfer, and whose it is where it is one loan's, one order's or one member's. */
const transfer = {
  transferId: z.string(),
  on: z.string(),
  kind: z.enum(transferKinds),
  loanId: z.string().nullable(),
  caseNo: z.string().nullable(),
  orderId: z.string().nullable(),
  memberId: z.string().nullable(),
};
export type ReportedTransfer = z.output<z.ZodObject<typeof transfer>>;

const move = z.object({ ...transfer, memo: z.string(), amount: z.number() });
export type CashMove = z.output<typeof move>;

/** What fees are earned for; `late` is what of the investors' fee is for late interest. */
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
  /** VAT inside. NT$ */
  lines: z.object(
    Object.fromEntries(incomeLines.map((line) => [line, z.number()])) as Record<
      IncomeLine,
      z.ZodNumber
    >,
  ),
  gross: z.number(),
  net: z.number(),
  vat: z.number(),
});
export type IncomeMonth = z.output<typeof incomeMonth>;

const incomeMove = z.object({
  ...transfer,
  /** VAT inside: it is reckoned on the sum of a tax period, so that no transfer has one. NT$ */
  gross: z.number(),
});
export type IncomeMove = z.output<typeof incomeMove>;

const cashToday = z.object({
  day: z.string(),
  /** Transfers of each line, and the NT$ they moved: in is positive, out negative. */
  lines: z.object(
    Object.fromEntries(
      cashLines.map((line) => [line, z.object({ transfers: z.number(), amount: z.number() })]),
    ) as Record<CashLine, z.ZodObject<{ transfers: z.ZodNumber; amount: z.ZodNumber }>>,
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
  cashFlowMoves: readOf(
    '/ops/v1/reports/cash-flow/moves',
    'The transfers behind one month and line, newest first',
    { month: monthSchema, line: z.enum(cashLines), ...officePage },
    z.object({ data: z.array(move), total: z.number() }),
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
  incomeMoves: readOf(
    '/ops/v1/reports/income/moves',
    'The transfers that earned the fees of a month, newest first',
    { month: monthSchema, line: z.enum(incomeLines).optional(), ...officePage },
    z.object({ data: z.array(incomeMove), total: z.number() }),
    moneyReaders,
  ),
} as const;
