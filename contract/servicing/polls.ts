// Office API of polls after a violation: weights, turnout and result; never an individual vote.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { numberText, countSchema, moneySchema } from '../core/wire.ts';
import { office } from '../core/endpoint.ts';
import { instantSchema, outputIdSchema } from '../core/lists.ts';
import { pollStatuses } from './poll.ts';

const pollRow = z.object({
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

export const pollsOffice = {
  listPolls: office.read({
    path: '/ops/v1/polls',
    summary: 'Violation polls, open ones first: weights, turnout and, once closed, the result',
    input: z.strictObject({
      status: z.enum(['open', 'closed', 'all']).default('all'),
      item_per_page: numberText(z.int().min(1).max(200)).default(50),
      offset: numberText(z.int().min(0).max(10_000_000)).default(0),
    }),
    output: z.object({ data: z.array(pollRow), total: countSchema }),
    roles: ['reviewer', 'approver', 'finance', 'auditor', 'admin'],
  }),
} as const;
