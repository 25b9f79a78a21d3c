// Which words borrowers and investors are told as a loan is repaid, and to whom they go.
import { formatDay, type Day } from '#contract/core/day.ts';
import { add, formatMoney, isPositive } from '#contract/core/money.ts';
import { letterDaysOf, type LateTerms } from '#contract/servicing/terms.ts';
import type { Work } from '../../action.ts';
import { tell } from '../../notices/actions.ts';
import type { Said } from '../../notices/rules.ts';
import type { Lapsed } from '../job-queries.ts';
import { investorsOf } from '../queries.ts';
import type { Arrears, Book, InstalmentRow } from '../rules.ts';
import { unpaidInterest, unpaidPrincipal } from '../rules.ts';
import { told } from '../words.ts';

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

/** A prepayment whose day closed without its sum; what lies ready for the loan stays his. */
export function lapseLetter(lapsed: Lapsed, { caseNo, prepaid }: Book): Said {
  const { kind, principal, total, goodOn } = lapsed;
  return told.prepaymentLapsed({
    caseNo,
    day: formatDay(goodOn),
    what: kind === 'full' ? '全部清償' : `部分清償本金 ${formatMoney(principal)}`,
    total: formatMoney(total),
    rest: isPositive(prepaid)
      ? `已收到的 ${formatMoney(prepaid)} 留作預收款，到期時會先抵充，您也可以申請退回。`
      : '',
  });
}

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
 * the loan's days of grace nothing is charged yet; after them the figure is that of the day. Null
 * on days without a letter, which are those of letterDaysOf.
 */
export function lateLetter(loan: LateLoan, arrears: Arrears, terms: LateTerms): Said | null {
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
  if (left === 0) return told.lateLastDayOfGrace(values);
  if (left > 0) {
    return lateDays === 1
      ? told.lateFirstDay({ ...values, graceDays: String(graceDays) })
      : told.lateInGrace({ ...values, left: String(left) });
  }
  return lateDays === violationFromDay - 1 ? told.lateBeforeViolation(all) : told.late(all);
}

/** The notice of a violation (催告): what ends it, by when, and what happens otherwise. */
export const violationLetter = (loan: LateLoan, arrears: Arrears, payBy: Day): Said =>
  told.violation({ ...lateValues(loan, arrears), until: formatDay(payBy) });
