// API of the office's registers: all loans and all orders in every status, filtered and sorted.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import type { Role } from '../core/endpoint.ts';
import { instantSchema, outputIdSchema } from '../core/lists.ts';
import {
  countSchema,
  daySchema,
  moneySchema,
  moneyTextSchema,
  numberText,
  percentSchema,
} from '../core/wire.ts';
import { ORDER, type OrderStatus, orderStatuses } from '../investing/order-status.ts';
import { LOAN, loanStatuses, type LoanStatus } from '../lending/loan-status.ts';

export const readers = [
  'reviewer',
  'approver',
  'finance',
  'auditor',
  'admin',
] as const satisfies Role[];
const tone = z.enum(['info', 'progress', 'attention', 'problem', 'done', 'neutral']);

/** The stages of a loan from the application to its end; every submitted loan is in one of them. */
export const loanStages = {
  applying: [10, 15, 20, 30],
  funding: [40, 50, 55],
  repaying: [60, 61],
  late: [65, 70, 75, 80],
  settled: [90],
  lost: [95],
  ended: [96, 97, 98, 99],
} as const satisfies Record<string, readonly LoanStatus[]>;
export type LoanStage = keyof typeof loanStages;
export const loanStageNames = Object.keys(loanStages) as LoanStage[];
export const loanStageText: Record<LoanStage, string> = {
  applying: '申請與審核',
  funding: '募集與簽約',
  repaying: '還款中',
  late: '逾期與違約',
  settled: '已結清',
  lost: '已轉銷',
  ended: '未成立',
};

/** Orders by which the register can be sorted; `created` is the order of submission. */
export const loanSorts = ['created', 'amount', 'rate', 'status', 'disbursed'] as const;
export const orderSorts = ['created', 'amount'] as const;
export const direction = z.enum(['asc', 'desc']).default('desc');

export const statusOf = <Status extends number>(statuses: readonly Status[]) =>
  numberText(
    z
      .int()
      .min(0)
      .max(99)
      .refine((value) => statuses.some((status) => status === value)),
  );
export const created = { from: daySchema.optional(), to: daySchema.optional() };
export const amounts = { least: moneyTextSchema.optional(), most: moneyTextSchema.optional() };

export const loanRow = z.object({
  id: outputIdSchema,
  caseNo: z.string(),
  memberId: outputIdSchema,
  /** Masked. */
  borrower: z.string(),
  planName: z.string(),
  status: z.number(),
  statusText: z.string(),
  tone,
  amount: moneySchema,
  annualRate: percentSchema.nullable(),
  installments: countSchema,
  grade: z.string().nullable(),
  createdAt: instantSchema,
  listedAt: instantSchema.nullable(),
  disbursedOn: z.string().nullable(),
  settledOn: z.string().nullable(),
  /** Principal of the current schedule that is not paid yet; null before the disbursement. */
  outstanding: moneySchema.nullable(),
  /** Days since the oldest unpaid instalment could last be paid in time; 0 if none is late. */
  lateDays: countSchema,
});
export type RegisteredLoan = z.output<typeof loanRow>;
export type ServerRegisteredLoan = ServerSide<typeof loanRow>;

export const orderRow = z.object({
  id: outputIdSchema,
  orderNo: z.string(),
  loanId: outputIdSchema,
  caseNo: z.string(),
  memberId: outputIdSchema,
  /** Masked. */
  investor: z.string(),
  status: z.number(),
  statusText: z.string(),
  tone,
  amount: moneySchema,
  paidAmount: moneySchema,
  /** Principal that the investor has not got back yet; null before the disbursement. */
  remaining: moneySchema.nullable(),
  virtualAccount: z.string(),
  createdAt: instantSchema,
  payBy: instantSchema,
  paidAt: instantSchema.nullable(),
});
export type RegisteredOrder = z.output<typeof orderRow>;
export type ServerRegisteredOrder = ServerSide<typeof orderRow>;

const optionsOf = (words: Record<number, { text: string }>, statuses: readonly number[]) =>
  statuses.map((status) => ({ value: String(status), label: words[status]?.text ?? '' }));

/** Statuses of the register's filter; a draft was never submitted, so it is not a loan. */
export const loanStatusOptions = optionsOf(
  LOAN,
  loanStatuses.filter((status) => status > 0),
);
export const orderStatusOptions = optionsOf(ORDER, orderStatuses as readonly OrderStatus[]);
