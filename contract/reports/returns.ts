// Report on investors' earnings: by month of disbursement, and the distribution of returns of ended
// loans.
import { z } from 'zod';
import { countSchema, moneySchema, statedMoneySchema, percentSchema } from '../core/wire.ts';
import { fileOf, moneyReaders, narrowed, period, planChoices, readOf } from './parts.ts';
import { outputIdSchema } from '../core/lists.ts';

/**
 * Upper limits (exclusive) of the bands of an ended loan's yearly return in percent; the last band
 * has no upper limit.
 */
export const returnEdges = [-50, -10, 0, 2, 4, 6, 8, 10, 12] as const;

const returned = z.object({
  /** Month of disbursement. */
  month: z.string(),
  loans: countSchema,
  principal: moneySchema,
  /**
   * Interest, late interest, penalties and shared prepayment fees received, less the investors'
   * fee, in NT$. Unlike the gain of an ended loan it does not contain the loss of principal.
   */
  gain: statedMoneySchema,
  /** Principal written off or given up and not recovered, in NT$. */
  loss: statedMoneySchema,
  /** Loans that ended (settled or written off), and their yearly returns (XIRR) in percent. */
  ended: countSchema,
  low: percentSchema.nullable(),
  median: percentSchema.nullable(),
  high: percentSchema.nullable(),
  /** Average yearly return in percent, weighted by principal. */
  mean: percentSchema.nullable(),
});
export type ReturnVintage = z.output<typeof returned>;

const band = z.object({
  /** Lower limit in percent; null for the lowest band. */
  from: percentSchema.nullable(),
  to: percentSchema.nullable(),
  loans: countSchema,
  principal: moneySchema,
});
export type ReturnBand = z.output<typeof band>;

export const returnLoan = z.object({
  loanId: outputIdSchema,
  caseNo: z.string(),
  planName: z.string(),
  grade: z.string(),
  disbursedOn: z.string(),
  endedOn: z.string(),
  principal: moneySchema,
  /** What investors received, less the principal, in NT$. */
  gain: statedMoneySchema,
  xirr: percentSchema,
  rate: percentSchema,
});
export const months = { ...period, ...narrowed };

export const reportsReturnsOffice = {
  returns: readOf(
    '/ops/v1/reports/returns',
    'What investors earned, by month of disbursement, and how the returns of ended loans spread',
    months,
    z.object({
      data: z.array(returned),
      bands: z.array(band),
      from: z.string(),
      to: z.string(),
      plans: planChoices,
    }),
    moneyReaders,
  ),
  returnsFile: fileOf('/ops/v1/reports/returns/file', 'The same as a table', months, moneyReaders),
} as const;
