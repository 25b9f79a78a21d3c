// What the risk questionnaire promises: questions, the text agreed to, the profile and its caps.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instantSchema, nothing } from './lists.ts';

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
      version: z.number().int(),
      answers,
      /** The risk text that was read; left out it is the one in force. */
      riskVersion: z.number().int().optional(),
    }),
    output: z.object({ data: suitabilityState }),
    refusals: ['DECISION_INVALID'],
    own: true,
  }),
} as const;
