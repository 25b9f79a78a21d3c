// API of the risk questionnaire: its questions, the risk text, the member's profile and the limits
// that follow from it.
import { z } from 'zod';
import { member } from '../core/endpoint.ts';
import { instantSchema, nothing } from '../core/lists.ts';
import { countSchema, moneySchema } from '../core/wire.ts';

/**
 * Reasons for answering the questionnaire again while the profile is still valid. The choice is
 * fixed, because the audit log stores it.
 */
export const retakeReasons = {
  means: '收入、資產或負債有變動',
  horizon: '資金用途或可動用的時間有變動',
  experience: '出資或理財的經驗有變動',
  attitude: '對風險的看法有變動',
  mistake: '上次有題目填錯',
} as const;
type RetakeReason = keyof typeof retakeReasons;
const reasonNames = Object.keys(retakeReasons) as [RetakeReason, ...RetakeReason[]];

const answers = z.array(z.number().int().min(1).max(5)).length(6);
const suitabilityState = z.object({
  version: z.number(),
  questions: z.array(z.object({ id: z.number(), text: z.string(), options: z.array(z.string()) })),
  profile: z
    .object({
      id: z.number(),
      description: z.string(),
      perCaseMax: moneySchema,
      totalMax: moneySchema,
      answeredAt: instantSchema,
      /**
       * The last day on which the profile is valid; from `renewFrom` on the member is asked to
       * renew it.
       */
      validUntil: z.string(),
      renewFrom: z.string(),
      /**
       * Version of the questions that were answered; `riskVersion` is that of the risk text agreed
       * to.
       */
      version: z.number(),
      riskVersion: z.number(),
      /**
       * The first day on which the questionnaire may be answered again; it can be answered at most
       * once a day.
       */
      againFrom: z.string(),
      /**
       * Whether answering again requires a reason. No reason is needed if the profile expires soon
       * or the questions have changed.
       */
      againNeedsReason: z.boolean(),
    })
    .nullable(),
  /** The risk text in force; submitting the answers agrees to it. */
  risk: z.object({ version: z.number(), points: z.array(z.string()) }),
});

export const investingSuitability = {
  suitability: member.read({
    path: '/v1/me/suitability',
    summary: 'The risk questionnaire and the profile in force',
    input: nothing,
    output: z.object({ data: suitabilityState }),
  }),
  answerSuitability: member.command({
    path: '/v1/me/suitability',
    summary: 'Answer the questionnaire; the score sets the profile and its caps for a year',
    input: z.strictObject({
      version: countSchema,
      answers,
      /** Version of the risk text that was read; defaults to the one in force. */
      riskVersion: countSchema.optional(),
      /** Required if `againNeedsReason` of the profile is true. */
      reason: z.enum(reasonNames).optional(),
    }),
    output: z.object({ data: suitabilityState }),
    refusals: ['DECISION_INVALID', 'RISK_PROFILE_TODAY'],
  }),
} as const;
