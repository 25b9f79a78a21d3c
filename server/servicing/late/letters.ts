// Texts of the notices sent to borrowers and investors during repayment, and their recipients.
import { formatDay, type Day } from '#contract/core/day.ts';
import { add, formatMoney, isPositive, type Money } from '#contract/core/money.ts';
import { letterDaysOf, type LateTerms } from '#contract/servicing/terms.ts';
import type { Work } from '../../work.ts';
import { tell } from '../../notices/front.ts';
import type { NoticeContent } from '../../notices/rules.ts';
import type { Lapsed } from '../job-queries.ts';
import { investorsOf } from '../queries.ts';
import type { Book, InstalmentRow } from '../rules.ts';
import type { Arrears } from './arrears.ts';
import { unpaidInterest, unpaidPrincipal } from '../rules.ts';
import { noticeKinds } from '../words.ts';

/** Notifies the given investors of a loan, or all of them. */
export async function tellInvestors(
  work: Work,
  to: number | readonly number[],
  said: NoticeContent,
): Promise<void> {
  const members =
    typeof to === 'number' ? (await investorsOf(work.tx, to)).map(({ memberId }) => memberId) : to;
  for (const memberId of members) await tell(work, memberId, said);
}

/** `payTo` is the fixed sentence with the account; empty if the loan has none. */
type LateLoan = { caseNo: string; payTo: string };
const payToOf = ({ payTo }: LateLoan) => (payTo === '' ? '' : `，${payTo}`);

const DEBITED = '；您已授權扣款，我們會自動扣取，不必自行匯款';

/**
 * Returns the reminder before an instalment is due and on its due date. Its amount contains the
 * court costs, which a payment covers first. A borrower whose mandate covers it need not pay.
 */
export function dueReminder(
  row: InstalmentRow,
  loan: LateLoan & { isDebited: boolean; court: Money },
  daysLeft: number,
): NoticeContent {
  const old = add(row.lateInterestOwed, row.penaltyOwed);
  const values = {
    caseNo: loan.caseNo,
    no: String(row.no),
    amount: formatMoney(add(unpaidPrincipal(row), unpaidInterest(row), old, loan.court)),
    dueOn: formatDay(row.dueOn),
    until: formatDay(row.payableUntil),
    payTo: loan.isDebited ? DEBITED : payToOf(loan),
  };
  return daysLeft === 0
    ? noticeKinds.dueToday(values)
    : noticeKinds.dueSoon({ ...values, days: String(daysLeft) });
}

/**
 * Returns the notice that a prepayment lapsed because not all of its money had arrived when the day
 * was closed. Money already received still belongs to the borrower.
 */
export function lapseLetter(lapsed: Lapsed, { caseNo, prepaid }: Book): NoticeContent {
  const { kind, principal, total, goodOn } = lapsed;
  return noticeKinds.prepaymentLapsed({
    caseNo,
    day: formatDay(goodOn),
    what: kind === 'full' ? '全部清償' : `部分清償本金 ${formatMoney(principal)}`,
    total: formatMoney(total),
    rest: isPositive(prepaid)
      ? `已收到的 ${formatMoney(prepaid)} 留作預收款，到期時會先抵充，您也可以申請退回。`
      : '',
  });
}

/**
 * Returns the text with the amount owed including charges, which says that no further charges are
 * added once the amount is paid.
 */
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
 * Returns the letter for an overdue day: what happened, the exact amount, how to pay, and whom to
 * contact. During the loan's grace days the letter contains no charge; afterwards the amount is
 * that of the day. Null on days without a letter; `letterDaysOf` lists the days with one.
 */
export function lateLetter(
  loan: LateLoan,
  arrears: Arrears,
  terms: LateTerms,
): NoticeContent | null {
  const { lateDays } = arrears;
  const { graceDays, violationFromDay } = terms;
  if (!letterDaysOf(terms).includes(lateDays)) return null;
  const all = lateValues(loan, arrears);
  const values = {
    caseNo: all.caseNo,
    no: all.no,
    payTo: all.payTo,
    amount: formatMoney(arrears.amount),
  };
  const left = graceDays - lateDays;
  if (left === 0) return noticeKinds.lateLastDayOfGrace(values);
  if (left > 0) {
    return lateDays === 1
      ? noticeKinds.lateFirstDay({ ...values, graceDays: String(graceDays) })
      : noticeKinds.lateInGrace({ ...values, left: String(left) });
  }
  return lateDays === violationFromDay - 1
    ? noticeKinds.lateBeforeViolation(all)
    : noticeKinds.late(all);
}

/**
 * Returns the notice of a violation (催告): how and by when to remedy it, and what happens otherwise.
 */
export const violationLetter = (loan: LateLoan, arrears: Arrears, payBy: Day): NoticeContent =>
  noticeKinds.violation({ ...lateValues(loan, arrears), until: formatDay(payBy) });
