// Which words borrowers and investors are told as a loan is repaid, and to whom they go.
import { formatDay, type Day } from '#contract/day.ts';
import { GRACE_DAYS } from '#contract/late.ts';
import { add, formatMoney } from '#contract/money.ts';
import type { Work } from '../action.ts';
import { tell } from '../notices/actions.ts';
import type { Said } from '../notices/rules.ts';
import { investorsOf } from './queries.ts';
import type { Arrears, InstalmentRow } from './rules.ts';
import { unpaidInterest, unpaidPrincipal } from './rules.ts';
import { told } from './words.ts';

/** A notice to these investors, or to all of a loan. */
export async function tellInvestors(
  work: Work,
  to: number | readonly number[],
  said: Said,
): Promise<void> {
  const members =
    typeof to === 'number' ? (await investorsOf(work.tx, to)).map(({ memberId }) => memberId) : to;
  for (const memberId of members) await tell(work, memberId, said);
}

type LateLoan = { caseNo: string; account: string | null };
const payToOf = ({ account }: LateLoan) => (account === null ? '' : `，還款虛擬帳號 ${account}`);

/** Before an instalment falls due, and on its day. */
export function dueReminder(row: InstalmentRow, loan: LateLoan, daysLeft: number): Said {
  const old = add(row.lateInterestOwed, row.penaltyOwed);
  const values = {
    caseNo: loan.caseNo,
    no: String(row.no),
    amount: formatMoney(add(unpaidPrincipal(row), unpaidInterest(row), old)),
    dueOn: formatDay(row.dueOn),
    until: formatDay(row.payableUntil),
    payTo: payToOf(loan),
  };
  return daysLeft === 0
    ? told.dueToday(values)
    : told.dueSoon({ ...values, days: String(daysLeft) });
}

/** The late days on which the borrower is written to; those of a move have its letter. */
export const LETTER_DAYS = [1, 3, 7, 8, 15, 30] as const;

/** What is owed with its charges, and that the charges stop growing once it is paid. */
function owedText({ amount, lateInterest, penalty }: Arrears): string {
  const charges = add(lateInterest, penalty);
  return charges === 0
    ? `應還 ${formatMoney(amount)}`
    : `應還 ${formatMoney(add(amount, charges))}（含遲延利息與違約金 ${formatMoney(charges)}）`;
}

const lateValues = (loan: LateLoan, arrears: Arrears) => ({
  caseNo: loan.caseNo,
  no: String(arrears.no),
  days: String(arrears.lateDays),
  owed: owedText(arrears),
  payTo: payToOf(loan),
});

/**
 * The letter of a late day: what happened, the exact amount, how to pay, and whom to turn to. On
 * days 1 to 7 nothing is charged yet; from day 8 on the figure is that of the day. Null on days
 * without a letter.
 */
export function lateLetter(loan: LateLoan, arrears: Arrears): Said | null {
  const { lateDays } = arrears;
  const all = lateValues(loan, arrears);
  const values = {
    caseNo: all.caseNo,
    no: all.no,
    payTo: all.payTo,
    amount: formatMoney(arrears.amount),
  };
  if (lateDays === 1) return told.lateFirstDay({ ...values, graceDays: String(GRACE_DAYS) });
  if (lateDays === 3 || lateDays === 7) {
    const left = GRACE_DAYS - lateDays;
    return left === 0
      ? told.lateLastDayOfGrace(values)
      : told.lateInGrace({ ...values, left: String(left) });
  }
  if (lateDays === 8 || lateDays === 15) return told.late(all);
  return lateDays === 30 ? told.lateBeforeViolation(all) : null;
}

/** The notice of a violation (催告): what ends it, by when, and what happens otherwise. */
export const violationLetter = (loan: LateLoan, arrears: Arrears, payBy: Day): Said =>
  told.violation({ ...lateValues(loan, arrears), until: formatDay(payBy) });
