// The detail of an application under review as the server lays it out, and what follows from it.
import { day } from '#contract/day.ts';
import type { Application } from '#contract/loan-application.ts';
import { bpsOfPercent, money, percentOf, subtract } from '#contract/money.ts';
import { aprOf } from '#contract/rates.ts';
import { instalmentsOf, totalsOf, type Instalment } from '#contract/schedule.ts';

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
  plan: PlanShown;
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

/** Amounts do not depend on the day: whole months count as twelfths of a year. */
const SOME_DAY = day('2026-01-01');

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
    const share = percentOf(principal, bpsOfPercent(plan.platformFeePercent));
    const platformFee = money(Math.max(share, plan.platformFeeMin));
    const remittanceFee = money(plan.remittanceFee);
    const netPayout = subtract(subtract(principal, platformFee), remittanceFee);
    const rows = instalmentsOf({
      principal,
      rateAnnualBps: bpsOfPercent(annualRate),
      periods: installments,
      method: 'level',
      dayCount: 'MONTHLY_12',
      dueRule: 'ANNIVERSARY',
      startsOn: SOME_DAY,
    });
    const instalments = rows.map(({ total }) => total);
    return {
      amount,
      annualRate,
      installments,
      platformFee,
      remittanceFee,
      netPayout,
      instalment: instalments[0] ?? 0,
      totalInterest: totalsOf(rows).interest,
      apr: aprOf(netPayout, instalments),
      rows,
    };
  } catch {
    return null;
  }
}
