// The limits in force for a plan, for an offer, and for everything that one borrower owes.
import { exceedsRateCap } from '#contract/law/rates.ts';
import { servicingTermsOf } from '#contract/servicing/terms.ts';
import { borrowerRoom, dearestOf, type Dearest } from '#contract/law/loan-cost.ts';
import { formatMoney, formatPercent, money, type Money } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Work } from '../../work.ts';
import { numbersInForce } from '../../settings/front.ts';
import type { PlanRow } from './plans.ts';
import { outstandingOf, type LoanRow } from '../queries.ts';
import { offerOf, type PlanTerms, type Proposal } from '../rules.ts';

const OVER_CAP = '利率與提前清償手續費歸出資人的部分合計可能超過年利率 16%，請降低利率';

const dear = ({ apr }: Pick<Dearest, 'apr'>, aprMax: number) =>
  `總費用年百分率 ${formatPercent(apr)}，超過上限 ${formatPercent(aprMax)}`;

/**
 * Refuses PLAN_LIMIT, by field, for a plan that lends more than a borrower may owe, or whose most
 * expensive loan exceeds the limit of the total cost. Checks the smallest and largest amount and
 * every term at the highest rate.
 */
export async function assertPlanWithin({ tx, now }: Work, plan: PlanTerms): Promise<void> {
  const numbers = await numbersInForce(tx, now);
  const { aprMax, borrowerMax, remittanceFee } = numbers;
  const dearest = dearestOf(plan, money(remittanceFee));
  const where = `${formatMoney(dearest.amount)}、${dearest.installments} 期時`;
  const fields = {
    ...(plan.amountMax > borrowerMax && {
      amountMax: `不可超過每位借款人的上限 ${formatMoney(money(borrowerMax))}`,
    }),
    ...(dearest.apr > aprMax && { rateMax: `${where}${dear(dearest, aprMax)}` }),
    ...(exceedsRateCap({ rateBps: plan.rateMaxBps, ...servicingTermsOf(numbers) }) && {
      rateMax: OVER_CAP,
    }),
  };
  if (Object.keys(fields).length > 0) throw new Refusal('PLAN_LIMIT', { fields });
}

/**
 * Returns how many NT$ more the borrower may borrow, not counting the loan `except` that is being
 * decided.
 */
export async function roomOf({ tx, now }: Work, memberId: number, except?: number) {
  const { borrowerMax } = await numbersInForce(tx, now);
  const { outstanding } = await outstandingOf(tx, memberId, except ?? null);
  return { borrowerMax, outstanding, room: borrowerRoom(borrowerMax, outstanding) };
}

/**
 * Refuses BORROWER_LIMIT if the amount plus everything that the borrower owes exceeds the limit.
 */
export async function assertRoomFor(work: Work, memberId: number, amount: Money): Promise<void> {
  const data = await roomOf(work, memberId);
  if (amount > data.room) throw new Refusal('BORROWER_LIMIT', { data });
}

/**
 * Returns both limits for the operators who decide on a loan: the maximum APR in percent, and the
 * NT$ that the borrower may still borrow.
 */
export async function ceilingsOf(work: Work, loan: LoanRow) {
  const { aprMax } = await numbersInForce(work.tx, work.now);
  return { aprMax, borrowerRoom: (await roomOf(work, loan.memberId, loan.id)).room };
}

/**
 * Returns which proposed terms of a loan exceed a limit, with a text by field; empty if none does.
 */
export async function beyondCeilings(
  work: Work,
  loan: LoanRow,
  plan: PlanRow,
  proposal: Proposal,
): Promise<Record<string, string>> {
  const numbers = await numbersInForce(work.tx, work.now);
  const { aprMax, remittanceFee } = numbers;
  const { room } = await roomOf(work, loan.memberId, loan.id);
  const offer = offerOf(plan, proposal, money(remittanceFee));
  return {
    ...(proposal.amount > room && {
      amount: `連同尚未還清的借款超過每位借款人的上限，最多可核准 ${formatMoney(room)}`,
    }),
    ...(offer.apr > aprMax && { rate: `${dear(offer, aprMax)}，請降低利率或拉長期數` }),
    ...(exceedsRateCap({ rateBps: proposal.rateBps, ...servicingTermsOf(numbers) }) && {
      rate: OVER_CAP,
    }),
  };
}
