// What repayment promises when it fails: the poll of the investors, and the negotiation.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idSchema, instantSchema } from './lists.ts';
import { pollAnswerSchema, pollStatuses } from './poll.ts';

/** How an investor sees a poll: his own ballot, and of the others only sums. NT$, percent. */
export const pollSchema = z.object({
  id: z.string(),
  loanId: z.string(),
  status: z.enum(pollStatuses),
  openedAt: instantSchema,
  closesAt: instantSchema,
  /** His outstanding principal when the poll was opened, and that of all. */
  weight: z.number(),
  total: z.number(),
  answer: z.literal([1, 2, 3]).nullable(),
  votedAt: instantSchema.nullable(),
  /** Principal voted with; null to who has not voted while the poll is open. */
  turnout: z.number().nullable(),
  /** Once it is closed. */
  result: z.object({ negotiate: z.number(), legal: z.number(), abstain: z.number() }).nullable(),
});

export const negotiationCalls = {
  violationPoll: endpoint({
    method: 'POST',
    path: '/v1/invest/violation-poll',
    access: 'member',
    kind: 'command',
    summary: 'Vote on what becomes of a loan in violation; changeable until the poll closes',
    input: z.strictObject({ loan_id: idSchema, answer: pollAnswerSchema }),
    output: z.object({ data: pollSchema }),
    refusals: ['CASE_NOT_FOUND', 'POLL_CLOSED'],
  }),
} as const;
