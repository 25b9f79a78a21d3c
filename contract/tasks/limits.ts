// Limits of amounts up to which an operator may approve loans and payments.
import { z } from 'zod';
import { outputIdSchema } from '../core/lists.ts';
import { moneySchema } from '../core/wire.ts';
import type { TaskKind } from './kinds.ts';

/** What an operator approves up to an amount. */
export const limitSubjects = ['loan', 'payment'] as const;
export type LimitSubject = (typeof limitSubjects)[number];

export const limitText: Record<LimitSubject, string> = {
  loan: '核准借款',
  payment: '核准付款',
};

/** Kinds of task whose decision `approve` is limited by the amount of the task. */
export const limitedKinds: Partial<Record<TaskKind, LimitSubject>> = {
  loan_approval: 'loan',
  disbursement_check: 'payment',
  payment_check: 'payment',
};

/** Limits in NT$; null means that there is none. */
export const limitsSchema = z.object({
  loan: moneySchema.nullable(),
  payment: moneySchema.nullable(),
});
export type ApprovalLimits = z.output<typeof limitsSchema>;

export const NO_LIMITS: ApprovalLimits = { loan: null, payment: null };

/** The amount that a task approves, and who may approve it. */
export const taskLimitSchema = z.object({
  subject: z.enum(limitSubjects),
  amount: moneySchema,
  /** Limit of the operator who reads the task. */
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
