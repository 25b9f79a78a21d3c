// Limits of amounts up to which an operator may approve loans and payments.
import { z } from 'zod';
import type { Role } from '../core/endpoint.ts';
import { outputIdSchema } from '../core/lists.ts';
import { money } from '../core/money.ts';
import { moneySchema } from '../core/wire.ts';

/** What an operator approves up to an amount: in one act, and in all acts of a day. */
export const limitSubjects = ['loan', 'loanDay', 'payment', 'paymentDay'] as const;
export type LimitSubject = (typeof limitSubjects)[number];
/** What is approved. */
export type Approved = 'loan' | 'payment';
export const dayOfSubject = { loan: 'loanDay', payment: 'paymentDay' } as const;

export const limitText: Record<LimitSubject, string> = {
  loan: '核准借款',
  loanDay: '核准借款單日合計',
  payment: '核准付款',
  paymentDay: '核准付款單日合計',
};

/** Limits in NT$; null means that there is none. */
export const limitsSchema = z.object({
  loan: moneySchema.nullable(),
  loanDay: moneySchema.nullable(),
  payment: moneySchema.nullable(),
  paymentDay: moneySchema.nullable(),
});
export type ApprovalLimits = z.output<typeof limitsSchema>;

export const NO_LIMITS: ApprovalLimits = {
  loan: null,
  loanDay: null,
  payment: null,
  paymentDay: null,
};

/** Roles whose approvals are limited. */
export const limitedRoles: readonly Role[] = ['approver', 'finance'];
/** With what an operator begins who gets one of these roles for the first time, in NT$. */
export const FIRST_LIMITS: ApprovalLimits = {
  loan: money(100_000),
  loanDay: money(300_000),
  payment: money(100_000),
  paymentDay: money(300_000),
};

/** The amount that a task approves, and who may approve it. */
export const taskLimitSchema = z.object({
  subject: z.enum(['loan', 'payment']),
  amount: moneySchema,
  /**
   * Up to which amount the operator who reads the task may approve it: their limit of one act, or
   * what is left of their day if that is less.
   */
  own: moneySchema.nullable(),
  /** Operators at work whose role and limit allow them to approve the task. */
  approvers: z.array(
    z.object({ id: outputIdSchema, name: z.string(), limit: moneySchema.nullable() }),
  ),
});
export type TaskLimit = z.output<typeof taskLimitSchema>;

/** Returns whether an amount in NT$ is not above a limit. */
export const isWithin = (limit: number | null, amount: number): boolean =>
  limit === null || amount <= limit;
