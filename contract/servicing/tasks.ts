// Details that the office's tasks about loans in repayment show.
import { stepSchema } from './negotiation.ts';
import { z } from 'zod';
import { daySchema, moneySchema, countSchema, percentSchema, bpsSchema } from '../core/wire.ts';
import { instantSchema, outputIdSchema } from '../core/lists.ts';
import { returned } from '../tasks/detail-parts.ts';
import { measureKinds } from './collections.ts';

const disbursement = z
  .object({
    caseNo: z.string(),
    status: z.number(),
    amount: moneySchema,
    platformFee: moneySchema.nullable(),
    remittanceFee: moneySchema.nullable(),
    net: moneySchema,
    signedAt: instantSchema.nullable(),
    orders: countSchema,
    /** Money held in trust for the loan, in NT$. */
    held: moneySchema,
    account: z
      .object({
        bankName: z.string(),
        bankCode: z.string(),
        tail: z.string(),
        holder: z.string(),
      })
      .nullable(),
    returned,
  })
  .partial();
export type DisbursementDetail = z.output<typeof disbursement>;

const owed = z.object({
  principal: moneySchema,
  interest: moneySchema,
  lateInterest: moneySchema,
  penalty: moneySchema,
});

const planFigures = z.object({
  annualRate: percentSchema,
  installments: countSchema,
  graceMonths: countSchema,
  instalment: moneySchema,
  /** The amounts of all instalments in order; the plan before a negotiation lacks them. */
  steps: z.array(stepSchema).optional(),
  firstDueOn: daySchema,
  lastDueOn: daySchema,
  principal: moneySchema,
  interest: moneySchema,
  arrears: moneySchema,
  total: moneySchema,
});

const negotiation = z
  .object({
    caseNo: z.string(),
    statusText: z.string(),
    request: z
      .object({
        reason: z.string(),
        wish: z.string(),
        affordable: moneySchema,
        note: z.string().nullable(),
        requestedAt: instantSchema,
      })
      .nullable(),
    papers: z.array(
      z.object({ id: outputIdSchema, filename: z.string(), contentType: z.string() }),
    ),
    on: daySchema,
    owed,
    bounds: z.object({ rateAnnualBps: bpsSchema, unpaid: z.number(), on: daySchema }),
    before: planFigures,
    terms: z.object({
      rateAnnualBps: bpsSchema,
      annualRate: percentSchema,
      installments: countSchema,
      graceMonths: countSchema,
      waive: z.object({
        interest: percentSchema,
        lateInterest: percentSchema,
        penalty: percentSchema,
      }),
      firstDueOn: daySchema,
    }),
    returned,
  })
  .partial();
export type NegotiationDetail = z.output<typeof negotiation>;

const ofLoan = { loanId: z.number(), caseNo: z.string(), status: z.number() };

export const servicingDetails = {
  disbursement_release: disbursement,
  disbursement_check: disbursement,
  payout_release: z
    .object({
      returned,
      day: daySchema,
      count: countSchema,
      amount: moneySchema,
      /** The largest payouts of the task. */
      payouts: z.array(
        z.object({
          id: z.number(),
          memberId: z.number(),
          kind: z.string(),
          amount: moneySchema,
        }),
      ),
    })
    .partial(),
  negotiation_draft: negotiation,
  negotiation_approval: negotiation,
  violation_declare: z
    .object({
      ...ofLoan,
      why: z.string(),
      lateDays: countSchema,
      arrears: moneySchema,
      outstanding: moneySchema,
    })
    .partial(),
  poll_decision: z
    .object({
      caseNo: z.string(),
      closesAt: instantSchema,
      negotiate: moneySchema,
      legal: moneySchema,
      abstain: moneySchema,
      total: moneySchema,
    })
    .partial(),
  write_off: z
    .object({
      ...ofLoan,
      why: z.string(),
      investors: countSchema,
      lateDays: countSchema,
      principal: moneySchema,
      interest: moneySchema,
      lateCharges: moneySchema,
      courtCosts: moneySchema,
    })
    .partial(),
  collection_measure: z
    .object({
      ...ofLoan,
      measure: z.string(),
      kind: z.enum(measureKinds),
      amount: moneySchema.nullable(),
      day: daySchema.nullable(),
      why: z.string(),
      /** The most that may be waived today, in NT$. */
      waivable: moneySchema,
    })
    .partial(),
};
