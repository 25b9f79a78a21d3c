// The fields that each decision of each kind of task may contain.
import { z } from 'zod';
import {
  codeSchema,
  daySchema,
  INTEGER_MAX,
  signedMoneySchema,
  optionalText,
} from '../core/wire.ts';
import { idSchema } from '../core/lists.ts';
import { isUnspelled, UNSPELLED } from '../core/wording.ts';
import type { DecisionName, TaskKind } from './kinds.ts';

/**
 * Percentage of a waiver. The negotiation rules check its range, so that all errors in the terms
 * get one message.
 */
const percent = z.number().min(-INTEGER_MAX).max(INTEGER_MAX);

const reason = optionalText(500);

/** Documents to be supplied again, each with the reason that the applicant reads. */
const items = z
  .array(
    z.strictObject({
      item: z.string().max(40),
      fields: z.array(z.string().max(40)).max(20).optional(),
      reason: z.string().trim().min(1).max(200).refine(isUnspelled, UNSPELLED),
    }),
  )
  .max(20)
  .optional();

/** Grounds of a suspicion, which only the office reads; the member learns nothing of it. */
const suspicion = optionalText(500);

const loanTerms = {
  annualRate: z.number().min(0).max(16).optional(),
  installments: codeSchema.optional(),
};

/** The terms that a reviewer proposes for an application. */
const proposal = {
  ...loanTerms,
  amount: signedMoneySchema.optional(),
  grade: z.string().max(2).optional(),
};

/** One of the listed reasons for rejection. */
const rejection = { reasonCode: z.string().max(30).optional() };

/** Terms that a negotiation offers: interest-only periods, percentages waived, first due day. */
const newTerms = {
  ...loanTerms,
  graceMonths: codeSchema.optional(),
  waive: z
    .strictObject({ interest: percent, lateInterest: percent, penalty: percent })
    .partial()
    .optional(),
  firstDueOn: daySchema.optional(),
};

/**
 * The order or the loan to which a receipt belongs: its number as pages show it (order number or
 * case number), or exactly one of the two ids.
 */
const target = {
  number: z.string().trim().max(20).optional(),
  orderId: idSchema.optional(),
  loanId: idSchema.optional(),
};

/** The account of a third party, as the bank's paper names it. */
const source = {
  bankCode: z.string().max(3).optional(),
  account: z.string().max(16).optional(),
  holder: optionalText(60),
};

/** The bank's reference of a transfer that the company has made. */
const transfer = { reference: z.string().trim().max(40).optional() };

/** Receipts of a batch that are not matched but go back to the first person. */
const heldReceipts = z.array(idSchema).max(50).optional();

const plain = <const D extends string>(decision: D) =>
  z.strictObject({ decision: z.literal(decision), reason });
const carrying = <const D extends string, S extends z.ZodRawShape>(decision: D, shape: S) =>
  z.strictObject({ decision: z.literal(decision), reason, ...shape });

const review = z.discriminatedUnion('decision', [
  plain('approve'),
  carrying('supplement', { items }),
]);
const check = z.discriminatedUnion('decision', [plain('approve'), plain('return')]);
const note = z.discriminatedUnion('decision', [plain('done')]);
const release = z.discriminatedUnion('decision', [plain('release')]);

/** Fields by kind of task and by decision; every decision may have a reason. */
const decisions = {
  identity_review: z.discriminatedUnion('decision', [
    plain('approve'),
    carrying('supplement', { items, suspicion }),
  ]),
  account_change_review: review,
  financial_review: review,
  screening_review: z.discriminatedUnion('decision', [
    plain('clear'),
    plain('confirm'),
    plain('approve'),
    plain('return'),
  ]),
  payout_hold: check,
  suspicion_review: z.discriminatedUnion('decision', [plain('report'), plain('dismiss')]),
  loan_review: z.discriminatedUnion('decision', [
    carrying('approve', proposal),
    carrying('supplement', { items }),
    carrying('reject', rejection),
  ]),
  loan_approval: check,
  disbursement_release: z.discriminatedUnion('decision', [plain('release'), plain('stop')]),
  disbursement_check: check,
  unmatched_payment: z.discriminatedUnion('decision', [carrying('match', target), plain('return')]),
  bank_difference: z.discriminatedUnion('decision', [plain('book')]),
  match_check: check,
  matches_check: z.discriminatedUnion('decision', [
    carrying('approve', { held: heldReceipts }),
    plain('return'),
  ]),
  statement_check: check,
  statement_rollback: check,
  payer_source: z.discriminatedUnion('decision', [
    carrying('enter', source),
    plain('approve'),
    plain('return'),
  ]),
  refund_release: release,
  payout_release: release,
  payment_check: check,
  booking_check: check,
  negotiation_draft: z.discriminatedUnion('decision', [
    carrying('propose', newTerms),
    plain('decline'),
  ]),
  negotiation_approval: check,
  violation_declare: z.discriminatedUnion('decision', [plain('declare'), plain('dismiss')]),
  poll_decision: z.discriminatedUnion('decision', [plain('negotiate'), plain('legal')]),
  write_off: z.discriminatedUnion('decision', [
    plain('propose'),
    plain('approve'),
    plain('return'),
  ]),
  collection_measure: check,
  holiday_check: check,
  recourse: z.discriminatedUnion('decision', [
    plain('recovered'),
    plain('dismiss'),
    plain('approve'),
    plain('return'),
  ]),
  trust_shortfall: z.discriminatedUnion('decision', [
    carrying('sent', transfer),
    plain('approve'),
    plain('return'),
  ]),
  policy_approval: check,
  content_release: check,
  broadcast_approval: check,
  wording_check: check,
  setting_approval: check,
  plan_approval: check,
  plan_recall: check,
  operator_check: check,
  partner_check: check,
  sent_back: note,
  security_alarm: note,
  file_damage: note,
  attention: note,
} satisfies { [K in TaskKind]: z.ZodType<{ decision: DecisionName<K> }> };

/** A decision of one kind, without the id of its task. */
export type DecisionOf<K extends TaskKind> = z.output<(typeof decisions)[K]>;
/** The input form of `DecisionOf`, as the web app sends it. */
export type SentDecisionOf<K extends TaskKind> = z.input<(typeof decisions)[K]>;
export const taskDecisions: { [K in TaskKind]: z.ZodType<DecisionOf<K>> } = decisions;

/**
 * A decision in the form in which the call receives it, before the kind of its task is known: any
 * field of any kind. The server then reads the task and parses the decision again with
 * `taskDecisions`.
 */
export const decisionSchema = z.strictObject({
  id: idSchema,
  decision: z.string().max(20),
  reason,
  items,
  suspicion,
  ...proposal,
  ...rejection,
  ...newTerms,
  ...target,
  ...source,
  ...transfer,
  held: heldReceipts,
});
export type Decision = z.output<typeof decisionSchema>;
/** A decision as the office's page sends it. */
export type SentDecision = z.input<typeof decisionSchema>;
