// The detail of an application under review as the server lays it out, and what follows from it.
import type { Application } from '#contract/lending/loan-application.ts';
import { loanCostOf, platformFeeOf } from '#contract/law/loan-cost.ts';
import { bpsOfPercent, money } from '#contract/core/money.ts';
import { totalsOf, type Instalment } from '#contract/law/schedule.ts';

export type OfferFigures = {
  amount: number;
  annualRate: number;
  installments: number;
  instalment: number;
  platformFee: number;
  remittanceFee: number;
  netPayout: number;
  apr: number;
  totalInterest: number;
  grade: string;
};

export type Score = {
  version: number;
  points: number;
  grade: string;
  debtRatioBps: number;
  amountMax: number;
  reasons: { item: string; points: number; text: string }[];
};

export type PlanShown = {
  listName: string;
  amountMin: number;
  amountMax: number;
  rateMin: number;
  rateMax: number;
  installments: number[];
  platformFeePercent: number;
  platformFeeMin: number;
  remittanceFee: number;
};

/** The plan of an application, with the ceilings in force for it: percent, NT$. */
export type PlanOfLoan = PlanShown & { aprMax: number; borrowerRoom: number };

export type Proposal = {
  amount: number;
  annualRate: number;
  installments: number;
  grade: string;
  reason: string | null;
  deviations?: { item: 'amount' | 'rate' | 'grade'; suggested: string; given: string }[];
};

export type ReviewDetail = {
  loan: {
    caseNo: string;
    planName: string;
    statusText: string;
    amount: number;
    installments: number;
    purpose: string;
    purposeNote: string | null;
    createdAt: string;
  };
  applicant: {
    name: string;
    idNumberMasked: string;
    birthday: string;
    age: number;
    phoneMasked: string;
    city: string;
  } | null;
  application: Application;
  /** In the words of the list when it was applied for. */
  maritalStatus: string;
  cardBanks: string[];
  occupation: string;
  score: Score;
  suggestion: {
    amount: number;
    amountMax: number;
    annualRate: number;
    installments: number;
    grade: string;
    expectedLoss: number;
    offer: OfferFigures | null;
  };
  plan: PlanOfLoan;
  documents: {
    verifiedIDStage: number;
    verifiedIDstatus: number;
    financialStatus: number;
    missing: string[];
    uploads: {
      id: string;
      name: string;
      filename: string;
      contentType: string;
      /** What it was asked for, of a paper sent for this loan. */
      label?: string;
      /** Came in since papers were last asked for. */
      isNew?: boolean;
    }[];
  };
  /** What he pays a month for other debts, and what he earns. NT$ */
  burden: { monthlyDebts: number; monthlyIncome: number };
  consents: { kind: string; version: string; givenAt: string }[];
  /** From when the borrower may apply again should he be rejected today: 2026/11/20. */
  reapplyOn: string;
  history: { caseNo: string; amount: number; statusText: string; createdAt: string }[];
  supplemented?: { item: string; reason: string }[];
  returned?: { reason: string; proposal: Proposal };
  proposal?: Proposal;
  offer?: OfferFigures;
};

export type Terms = { amount?: number; annualRate?: number; installments?: number };

/**
 * What terms come to, by the engine the server uses: fees, net payout, instalment, interest and
 * the total cost rate. Null while the terms are incomplete or make no loan.
 */
export function figuresOf(
  plan: PlanShown,
  terms: Terms,
): (Omit<OfferFigures, 'grade'> & { rows: Instalment[] }) | null {
  const { amount, annualRate, installments } = terms;
  if (!amount || annualRate === undefined || !installments) return null;
  try {
    const principal = money(amount);
    const platformFeeBps = bpsOfPercent(plan.platformFeePercent);
    const fee = { platformFeeBps, platformFeeMin: money(plan.platformFeeMin) };
    const platformFee = platformFeeOf(fee, principal);
    const remittanceFee = money(plan.remittanceFee);
    const rateBps = bpsOfPercent(annualRate);
    const shape = { amount: principal, rateBps, installments, platformFee, remittanceFee };
    const { rows, netPayout, apr } = loanCostOf(shape);
    return {
      amount,
      annualRate,
      installments,
      platformFee,
      remittanceFee,
      netPayout,
      instalment: rows[0]?.total ?? 0,
      totalInterest: totalsOf(rows).interest,
      apr,
      rows,
    };
  } catch {
    return null;
  }
}
