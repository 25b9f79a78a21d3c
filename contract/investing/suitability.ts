// What the risk questionnaire promises: questions, the text agreed to, the profile and its caps.
import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instantSchema, nothing } from '../core/lists.ts';
import { countSchema } from '../core/wire.ts';

/** Why somebody answers again while his profile counts. A choice: the audit log keeps it. */
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
      perCaseMax: z.number(),
      totalMax: z.number(),
      answeredAt: instantSchema,
      /** The last day it counts; from `renewFrom` on it is time to answer again. */
      validUntil: z.string(),
      renewFrom: z.string(),
      /** Which questions were answered and which risk text was agreed to. */
      version: z.number(),
      riskVersion: z.number(),
      /** The first day on which it may be answered again, at most once a day. */
      againFrom: z.string(),
      /** Whether a reason is asked for then: not where it ends soon, or the questions are new. */
      againNeedsReason: z.boolean(),
    })
    .nullable(),
  /** The risk text in force; answering agrees to it. */
  risk: z.object({ version: z.number(), points: z.array(z.string()) }),
});

export const investingSuitability = {
  suitability: endpoint({
    method: 'GET',
    path: '/v1/me/suitability',
    access: 'member',
    kind: 'read',
    summary: 'The risk questionnaire and the profile in force',
    input: nothing,
    output: z.object({ data: suitabilityState }),
    refusals: [],
    own: true,
  }),
  answerSuitability: endpoint({
    method: 'POST',
    path: '/v1/me/suitability',
    access: 'member',
    kind: 'command',
    summary: 'Answer the questionnaire; the score sets the profile and its caps for a year',
    input: z.strictObject({
      version: countSchema,
      answers,
      /** The risk text that was read; left out it is the one in force. */
      riskVersion: countSchema.optional(),
      /** Needed where the profile says `againNeedsReason`. */
      reason: z.enum(reasonNames).optional(),
    }),
    output: z.object({ data: suitabilityState }),
    refusals: ['DECISION_INVALID', 'RISK_PROFILE_TODAY'],
    own: true,
  }),
} as const;
