// Office API of polls after a violation: weights, turnout and result; never an individual vote.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { countSchema, moneySchema } from '../core/wire.ts';
import { instantSchema, outputIdSchema } from '../core/lists.ts';
import { pollStatuses } from './poll.ts';

export const pollRow = z.object({
  id: outputIdSchema,
  loanId: outputIdSchema,
  caseNo: z.string(),
  status: z.enum(pollStatuses),
  openedAt: instantSchema,
  closesAt: instantSchema,
  decidedAt: instantSchema.nullable(),
  /** Members who may vote, and how many of them voted. */
  voters: countSchema,
  voted: countSchema,
  /** Principal in NT$ of all members who may vote, and of those who voted. */
  total: moneySchema,
  turnout: moneySchema,
  hasQuorum: z.boolean(),
  /** NT$ of principal for each answer; null while the poll is open. */
  result: z.object({ negotiate: moneySchema, legal: moneySchema, abstain: moneySchema }).nullable(),
});
export type PollRow = z.output<typeof pollRow>;
export type ServerPollRow = ServerSide<typeof pollRow>;
