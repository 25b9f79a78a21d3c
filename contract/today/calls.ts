// API of 今天, the home page of a member: what to do, the next days, the money, and the way so far.
import { z } from 'zod';
import { member } from '../core/endpoint.ts';
import { nothing, outputIdSchema } from '../core/lists.ts';
import type { ServerSide } from '../core/server-side.ts';
import { countSchema, daySchema, moneySchema } from '../core/wire.ts';
import { factValues } from './fact-values.ts';
import { factNames } from './facts.ts';
import { sides } from './ladder.ts';

const factSchema = factValues.extend({ fact: z.enum(factNames) });

const coming = z.object({
  /** First day that is not counted any more. */
  until: daySchema,
  /** What loans repaid on time bring an investor, and what is left after the platform's fee. */
  income: z.object({ amount: moneySchema, net: moneySchema }),
  /** The borrower's next instalment, if it is due in these days. */
  repay: z.object({ amount: moneySchema, dueOn: daySchema }).nullable(),
  /** Both by week, from the first day of each. */
  weeks: z.array(z.object({ from: daySchema, income: moneySchema, repay: moneySchema })),
});
export type Coming = z.output<typeof coming>;
export type ServerComing = ServerSide<typeof coming>;

const river = z.object({
  side: z.enum(sides),
  /** Principal that was lent or borrowed. */
  total: moneySchema,
  /** Principal that came back or was repaid. */
  back: moneySchema,
  /** Principal that is still to come or to be repaid, without what is late. */
  left: moneySchema,
  /** Principal of loans that are late, in negotiation or in court. */
  late: moneySchema,
  lost: moneySchema,
  /** Amounts that join into the river: the coming months, or the instalments. */
  threads: z.array(moneySchema),
});
export type River = z.output<typeof river>;
export type ServerRiver = ServerSide<typeof river>;

export const today = {
  myToday: member.read({
    path: '/v1/me/today',
    summary: 'What waits for the member, the next 30 days, the money in all, and the next steps',
    input: nothing,
    output: z.object({
      data: z.object({
        /** Verified name; null before the verification. */
        name: z.string().nullable(),
        /** Why payouts to the member are held; null if none is. */
        heldText: z.string().nullable(),
        /** The most urgent first (`facts.ts`). */
        facts: z.array(factSchema),
        coming,
        rivers: z.array(river),
        /** The way to the first loan or order; `at` counts the steps that are done. */
        ladders: z.array(z.object({ side: z.enum(sides), at: countSchema })),
        /** The member's newest notices in order of urgency, without those whose act is done. */
        cards: z.array(outputIdSchema),
      }),
    }),
  }),
} as const;
