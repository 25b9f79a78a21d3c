// The fields that each kind of task shows: one schema per kind, from which handlers and panels take
// their types.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { outputIdSchema } from '../core/lists.ts';
import { bankingDetails } from '../banking/tasks.ts';
import { changeSchema } from '../content/calls.ts';
import { contentReleaseDetail } from '../content/release.ts';
import { roles } from '../core/endpoint.ts';
import {
  daySchema,
  moneySchema,
  signedMoneySchema,
  countSchema,
  statedMoneySchema,
} from '../core/wire.ts';
import { operatorActs } from '../identity/operators.ts';
import { partnerSchema } from '../identity/partners.ts';
import { lendingDetails } from '../lending/tasks.ts';
import { broadcastSchema } from '../messages/broadcasts.ts';
import { wordingCheckDetail } from '../messages/calls.ts';
import { servicingDetails } from '../servicing/tasks.ts';
import { settingVersionSchema } from '../settings/calls.ts';
import { settingNames } from '../settings/values.ts';
import { holidayCheckDetail } from '../taiwan/holidays.ts';
import { verificationDetails } from '../verification/tasks.ts';
import { returned } from './detail-parts.ts';
import { limitsSchema } from './limits.ts';
import { fileFaultDetail } from './file-faults.ts';
import { type TaskKind, taskKinds } from './kinds.ts';

/**
 * Every field may be missing, because a task stores only what its subject does not store. The rest
 * is read from the subject as long as the subject exists.
 */
export const taskDetails = {
  ...verificationDetails,
  ...lendingDetails,
  ...bankingDetails,
  ...servicingDetails,
  refund_release: z
    .object({
      orderId: outputIdSchema,
      orderNo: z.string(),
      memberId: outputIdSchema,
      amount: moneySchema,
      fee: moneySchema,
      reason: z.string(),
      status: z.string(),
      account: z.string().nullable(),
      /** True if the money goes back to a third party, whose name is `payer`. */
      thirdParty: z.boolean(),
      payer: z.string().nullable(),
      returned,
    })
    .partial(),
  policy_approval: z
    .object({
      policyId: outputIdSchema,
      title: z.string(),
      number: z.number(),
      summary: z.string(),
      effectiveOn: daySchema,
      maker: z.string().nullable(),
      html: z.string(),
      /**
       * Number of the policy version with which this one is compared; null for the first version.
       */
      since: z.number().nullable(),
      paragraphs: z.array(changeSchema).nullable(),
    })
    .partial(),
  content_release: contentReleaseDetail,
  broadcast_approval: z
    .object({
      broadcast: broadcastSchema,
      /** Number of recipients that the broadcast would have now. */
      now: z.object({ members: countSchema, mails: countSchema, texts: countSchema }),
    })
    .partial(),
  holiday_check: holidayCheckDetail,
  wording_check: wordingCheckDetail,
  setting_approval: settingVersionSchema
    .omit({ number: true })
    .extend({ name: z.enum(settingNames) })
    .partial(),
  operator_check: z
    .object({
      act: z.enum(operatorActs),
      email: z.string(),
      name: z.string(),
      before: z.array(z.enum(roles)).readonly(),
      /** Set only for an invitation or a change of roles. */
      roles: z.array(z.enum(roles)).readonly(),
      password: z.boolean(),
      /** Set only for a change of limits. */
      limits: limitsSchema,
      limitsBefore: limitsSchema,
      reason: z.string(),
    })
    .partial(),
  partner_check: partnerSchema.pick({ name: true, redirectUris: true, scopes: true }).partial(),
  security_alarm: z
    .object({
      why: z.string(),
      /** Filters that narrow the list of security events to the events that caused the alarm. */
      see: z.record(z.string(), z.string()),
    })
    .partial(),
  file_damage: fileFaultDetail,
  sent_back: z
    .object({
      returned,
      /** Kind of the task that was returned, and the name of the person who returned it. */
      from: z.enum(taskKinds),
      by: z.string(),
    })
    .partial(),
  attention: z
    .object({
      why: z.string().nullable(),
      returned,
      caseNo: z.string(),
      loanId: z.number(),
      orderId: outputIdSchema,
      memberId: z.number(),
      day: daySchema,
      amount: signedMoneySchema,
      /** Amount reported by a bank, which may exceed the limits of our own amounts. */
      reported: statedMoneySchema,
      difference: signedMoneySchema.nullable(),
      /** Describes how the hash chain is broken. */
      how: z.string(),
      /** The invariants of the books that do not hold. */
      broken: z.array(z.object({ name: z.string(), count: countSchema })),
    })
    .partial(),
} satisfies Record<TaskKind, z.ZodObject>;

type Details = typeof taskDetails;
/**
 * The detail of a task of one kind with the server's types, taken from the task's row or its
 * subject.
 */
export type TaskDetail<K extends TaskKind> = ServerSide<Details[K]>;
/** The input form of a task's detail, as it is written to the task or sent to the office. */
export type TaskDetailSent<K extends TaskKind> = z.input<Details[K]>;
