// API of the investor's documents: monthly statements, interest received by year.
import { z } from 'zod';
import { member } from '../core/endpoint.ts';
import { documentBytes } from '../core/lists.ts';

const format = z.enum(['pdf', 'csv']).default('pdf');

export const investingStatements = {
  statement: member.document({
    path: '/v1/me/invest/statement',
    summary:
      'A month of the portfolio: lent, received, paid out, and what was out before and after',
    input: z.strictObject({ month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/), format }),
    output: documentBytes,
    refusals: ['PERIOD_AHEAD'],
  }),
  interestReport: member.document({
    path: '/v1/me/invest/interest-report',
    summary: 'Interest received in a year, by case (利息所得明細); not a withholding certificate',
    input: z.strictObject({ year: z.string().regex(/^20\d{2}$/), format }),
    output: documentBytes,
    refusals: ['PERIOD_AHEAD'],
  }),
} as const;
