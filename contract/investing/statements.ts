// API of the investor's documents: monthly statements, interest received by year.
import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { documentBytes } from '../core/lists.ts';

const format = z.enum(['pdf', 'csv']).default('pdf');

export const investingStatements = {
  statement: endpoint({
    method: 'GET',
    path: '/v1/me/invest/statement',
    access: 'member',
    kind: 'document',
    summary:
      'A month of the portfolio: lent, received, paid out, and what was out before and after',
    input: z.strictObject({ month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/), format }),
    output: documentBytes,
    refusals: ['PERIOD_AHEAD'],
    own: true,
  }),
  interestReport: endpoint({
    method: 'GET',
    path: '/v1/me/invest/interest-report',
    access: 'member',
    kind: 'document',
    summary: 'Interest received in a year, by case (利息所得明細); not a withholding certificate',
    input: z.strictObject({ year: z.string().regex(/^20\d{2}$/), format }),
    output: documentBytes,
    refusals: ['PERIOD_AHEAD'],
    own: true,
  }),
} as const;
