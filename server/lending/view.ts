// A borrower's loans as the API returns them: terms, schedule, amounts due and costs.
import { instalmentMinOf } from '#contract/law/schedule.ts';
import {
  addBusinessDays,
  addDays,
  compareDays,
  dayOf,
  endOfDay,
  daysBetween,
  type Day,
} from '#contract/core/day.ts';
import { lateChargesOf } from '#contract/law/late.ts';
import type { ServerLoan } from '#contract/lending/calls.ts';
import { REJECTED_BAN_DAYS } from '#contract/law/loan-days.ts';
import { rejectReasonOf } from '#contract/lending/loan-review.ts';
import { loanWordsWith } from '#contract/lending/loan-status.ts';
import { add, maxOf, percentOfBps, subtract, sum, ZERO, type Money } from '#contract/core/money.ts';
import type { Work } from '../work.ts';
import { virtualAccountView } from '../banking/front.ts';
import { documentsOf, type DocumentRow } from './applying-queries.ts';
import { calendarOf } from './loan.ts';
import { requestedPapers, documentView, missingOf, reviewConsentOf } from './contract/papers.ts';
import type { LoanRow } from './queries.ts';
import { offerWith, REVIEW_BUSINESS_DAYS, type Offer } from './rules.ts';
import {
  currentInstalments,
  fundingOf,
  noticesOf,
  openInstructions,
  loanAccounts,
  loanBalances,
  type InstalmentRow,
  type InstructionRow,
  type NoticeRow,
} from './view-queries.ts';

type Reading = Pick<Work, 'tx' | 'today' | 'services'>;

/** Returns one loan in the format of the API for its borrower. */
export async function loanView(work: Reading, loan: LoanRow): Promise<ServerLoan> {
  const [view] = await loanViews(work, [loan]);
  if (!view) throw new Error('a loan without a view');
  return view;
}

/** Returns a member's loans in the format of the API, in the order given. */
export async function loanViews(work: Reading, loans: readonly LoanRow[]): Promise<ServerLoan[]> {
  const ids = loans.map(({ id }) => id);
  if (ids.length === 0) return [];
  const { tx, today } = work;
  const funding = new Map((await fundingOf(tx, ids)).map((row) => [row.loanId, row]));
  const rows = Map.groupBy(await currentInstalments(tx, ids), (row) => row.loanId);
  const accounts = new Map((await loanAccounts(tx, ids)).map((row) => [row.loanId, row.account]));
  const balances = new Map(
    (await loanBalances(tx, ids)).map((row) => [`${row.kind} ${row.loanId}`, row.balance]),
  );
  const documents = Map.groupBy(await documentsOf(tx, ids), (row) => row.loanId);
  const instructions = new Map((await openInstructions(tx, ids)).map((row) => [row.loanId, row]));
  const notices = new Map((await noticesOf(tx, ids)).map((row) => [row.loanId, row]));
  const views: ServerLoan[] = [];
  for (const loan of loans) {
    const waits = loan.status === 10 || loan.status === 15;
    const account = accounts.get(loan.id);
    views.push({
      ...termsView(loan, notices.get(loan.id)?.isClosed),
      ...termsInForce(loan, rows.get(loan.id) ?? []),
      missing: waits ? await missingOf(work, loan) : [],
      ...(await papersView(work, loan, documents.get(loan.id) ?? [])),
      papersBy: loan.status === 10 ? loan.papersBy : null,
      sendsItself: waits && (await reviewConsentOf(tx, loan.id)) !== null,
      reviewBy: loan.status === 20 ? await reviewByOf(work, loan) : null,
      fundedAmount: funding.get(loan.id)?.funded ?? ZERO,
      investorCount: funding.get(loan.id)?.investors ?? 0,
      ...repaymentView(loan, rows.get(loan.id) ?? [], notices.get(loan.id), today),
      virtualAccount: account === undefined ? null : virtualAccountView(work.services, account),
      prepayment: prepaymentView(instructions.get(loan.id)),
      prepaid: balances.get(`borrower_prepaid ${loan.id}`) ?? ZERO,
      outstandingPrincipal: balances.get(`loan_receivable ${loan.id}`) ?? ZERO,
    });
  }
  return views;
}

function prepaymentView(row: InstructionRow | undefined): ServerLoan['prepayment'] {
  if (!row) return null;
  const { kind, mode, principal, goodOn } = row;
  const amount = kind === 'partial' ? principal : null;
  return { kind, mode, amount, goodUntil: endOfDay(goodOn) };
}

/** Returns the requested documents and those that were submitted. */
async function papersView(
  work: Reading,
  loan: LoanRow,
  documents: readonly DocumentRow[],
): Promise<Pick<ServerLoan, 'supplement' | 'documents'>> {
  const { supplementBy: by } = loan;
  const asked = await requestedPapers(work, loan, documents);
  return {
    supplement: by === null || asked.length === 0 ? null : { by, items: asked },
    documents: documents.map(documentView),
  };
}

/** Returns the date by which the review is promised to be finished; null once it has passed. */
async function reviewByOf({ tx, today }: Reading, loan: LoanRow): Promise<Day | null> {
  const by = addBusinessDays(dayOf(loan.statusAt), REVIEW_BUSINESS_DAYS, await calendarOf(tx));
  return compareDays(by, today) < 0 ? null : by;
}

function rejectionView(loan: LoanRow): ServerLoan['rejection'] {
  if (loan.status !== 97) return null;
  return {
    reason: loan.reason ?? '',
    advice: rejectReasonOf(loan.reasonCode)?.advice ?? null,
    reapplyOn: addDays(dayOf(loan.statusAt), REJECTED_BAN_DAYS),
  };
}

/** Returns the agreed terms of a loan with the figures derived from them; null before an offer. */
export function agreedTerms(loan: LoanRow): Offer | null {
  const { rateBps, platformFee, remittanceFee, amount, installments } = loan;
  if (rateBps === null || platformFee === null || remittanceFee === null) return null;
  const least = instalmentMinOf(loan.servicingTerms);
  return offerWith({ amount, rateBps, installments, platformFee, remittanceFee, least });
}

/** Returns an offer in the API's format. */
export function offerView(offer: Offer, grade: string | null) {
  return {
    amount: offer.amount,
    annualRate: percentOfBps(offer.rateBps),
    installments: offer.installments,
    instalment: offer.instalment,
    platformFee: offer.platformFee,
    remittanceFee: offer.remittanceFee,
    netPayout: offer.netPayout,
    apr: offer.apr,
    totalInterest: offer.totalInterest,
    grade: grade ?? '',
  };
}

function termsView(loan: LoanRow, isClosed = false) {
  const words = loanWordsWith({ status: loan.status, isClosed });
  const offer = agreedTerms(loan);
  return {
    id: loan.id,
    caseNo: loan.caseNo,
    plan: { slug: loan.planSlug, listName: loan.planName },
    status: loan.status,
    statusCode: words.code,
    statusText: words.text,
    amount: loan.amount,
    apr: loan.aprBps === null ? null : percentOfBps(loan.aprBps),
    platformFee: loan.platformFee,
    netPayout: offer?.netPayout ?? null,
    purpose: loan.purpose,
    createdAt: loan.createdAt,
    offer:
      offer === null || loan.offerExpiresAt === null
        ? null
        : { ...offerView(offer, loan.grade), validUntil: loan.offerExpiresAt },
    endsAt: loan.endsAt,
    signBy: loan.signBy,
    disbursedOn: loan.disbursedOn,
    servicingTerms: loan.servicingTerms,
    settledOn: loan.settledOn,
    settleType: loan.settleType,
    reason: loan.reason,
    rejection: rejectionView(loan),
  };
}

type Terms = Pick<ServerLoan, 'annualRate' | 'installments' | 'instalment' | 'original'>;

/**
 * Returns the rate, term and instalment in force: those of the contract, or of a negotiation, whose
 * term includes the instalments paid before it. The instalment is the one after the interest-only
 * periods.
 */
function termsInForce(loan: LoanRow, rows: readonly InstalmentRow[]): Terms {
  const { rateBps, installments, instalment } = loan;
  const annualRate = rateBps === null ? null : percentOfBps(rateBps);
  const newest = Math.max(...rows.map(({ version }) => version));
  const latest = rows.filter(({ version }) => version === newest);
  const regular = latest[Math.min((latest[0]?.newGraceMonths ?? 0) + 1, latest.length - 1)];
  const isNegotiated = regular !== undefined && regular.newRateBps !== null;
  if (!isNegotiated || annualRate === null) {
    return { annualRate, installments, instalment, original: null };
  }
  return {
    annualRate: percentOfBps(regular.newRateBps ?? 0),
    installments: rows.length,
    instalment: totalOf(regular),
    original: { annualRate, installments, instalment },
  };
}

const totalOf = ({ principal, interest, arrearsCharges }: InstalmentRow): Money =>
  sum([principal, interest, arrearsCharges]);

function leftOf(row: InstalmentRow): Money {
  return sum([
    subtract(row.principal, row.principalPaid),
    subtract(row.interest, row.interestPaid),
  ]);
}

/** Returns the amount of a payment on time, including charges from before a negotiation. */
const dueOf = (row: InstalmentRow) => sum([leftOf(row), row.lateInterestOwed, row.penaltyOwed]);

/** Returns the schedule, the next amount due, and the late charges up to today. */
function repaymentView(
  loan: LoanRow,
  rows: readonly InstalmentRow[],
  notice: NoticeRow | undefined,
  today: Day,
) {
  const open = rows.filter((row) => row.paidOn === null);
  const [next] = open;
  const due = open.filter((row) => compareDays(row.dueOn, today) <= 0);
  const late = due.filter((row) => compareDays(row.payableUntil, today) < 0);
  let balance = sum(rows.map((row) => row.principal));
  return {
    schedule: rows.map((row) => {
      balance = subtract(balance, row.principal);
      return {
        no: row.no,
        dueOn: row.dueOn,
        payableUntil: row.payableUntil,
        principal: row.principal,
        interest: row.interest,
        total: totalOf(row),
        paid: sum([row.principalPaid, row.interestPaid, arrearsPaid(row)]),
        balance,
        status: instalmentStatus(row, today),
        paidOn: row.paidOn,
      };
    }),
    nextDue:
      next === undefined
        ? null
        : {
            no: next.no,
            dueOn: next.dueOn,
            payableUntil: next.payableUntil,
            // Court costs are paid first; what is overdue contains them, if anything is.
            amount: late.length > 0 ? dueOf(next) : add(dueOf(next), notice?.court ?? ZERO),
            daysLeft: daysBetween(today, next.payableUntil),
          },
    overdue: late.length === 0 ? null : overdueView(loan, due, notice, today),
    notice: noticeView(notice),
  };
}

/** Returns the paid part of the charges from before the negotiation. */
function arrearsPaid({ arrearsCharges, lateInterestOwed, penaltyOwed }: InstalmentRow): Money {
  return maxOf(subtract(arrearsCharges, sum([lateInterestOwed, penaltyOwed])), ZERO);
}

function instalmentStatus(
  row: InstalmentRow,
  today: Day,
): ServerLoan['schedule'][number]['status'] {
  if (row.paidOn !== null) return 'paid';
  if (compareDays(row.payableUntil, today) < 0) return 'late';
  if (row.principalPaid > 0 || row.interestPaid > 0) return 'partial';
  return compareDays(row.dueOn, today) <= 0 ? 'due' : 'upcoming';
}

/**
 * Returns what a borrower with overdue instalments must pay. It includes instalments that fall due
 * today, because a payment covers what is due of all instalments, one class after another. Late
 * charges are calculated from dates each time, separately for each instalment.
 */
function overdueView(
  loan: LoanRow,
  due: readonly InstalmentRow[],
  notice: NoticeRow | undefined,
  today: Day,
) {
  const courtCosts = notice?.court ?? ZERO;
  const charges = due.map((row) =>
    lateChargesOf({
      overduePrincipal: subtract(row.principal, row.principalPaid),
      rateAnnualBps: row.newRateBps ?? loan.rateBps ?? 0,
      payableUntil: row.payableUntil,
      on: today,
      chargedThrough: row.chargedUntil ?? undefined,
      tally: row,
      accelerated: row.accelerated,
      terms: loan.servicingTerms,
    }),
  );
  const owed = (pick: (row: InstalmentRow) => Money) => sum(due.map(pick));
  const lateInterest = sum([
    owed((row) => row.lateInterestOwed),
    ...charges.map((charge) => charge.interest),
  ]);
  const penalty = sum([owed((row) => row.penaltyOwed), ...charges.map((charge) => charge.penalty)]);
  return {
    lateDays: Math.max(...charges.map(({ lateDays }) => lateDays)),
    // The amount that must arrive today so that nothing is overdue any more, including charges.
    amount: sum([owed(leftOf), lateInterest, penalty, courtCosts]),
    lateInterest,
    penalty,
    courtCosts,
  };
}

/** Returns the notice of violation, which a loan without arrears may have as well. */
const noticeView = (row: NoticeRow | undefined) =>
  row?.payBy ? { payBy: row.payBy, accelerated: row.accelerated, declared: row.declared } : null;

/** Returns the notice of violation that is in effect for a loan. */
export const noticeInEffect = async ({ tx }: Pick<Work, 'tx'>, loanId: number) =>
  noticeView((await noticesOf(tx, [loanId]))[0]);
