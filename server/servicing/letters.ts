// What borrowers and investors are told as a loan is repaid.
import { formatDay } from '#contract/day.ts';
import type { LoanStatus } from '#contract/loan-status.ts';
import { add, formatMoney, type Money } from '#contract/money.ts';
import type { Work } from '../action.ts';
import { notify } from '../notices/actions.ts';
import { investorsOf } from './queries.ts';
import type { Arrears, InstalmentRow } from './rules.ts';
import { unpaidInterest, unpaidPrincipal } from './rules.ts';

export type Words = { title: string; body: string };

/** A notice about a loan to the one who borrows. */
export function tellBorrower(work: Work, loan: { memberId: number }, words: Words): Promise<void> {
  const { memberId } = loan;
  return notify(work, { memberId, category: 'loan', link: '/account/loan', ...words });
}

/** A notice to these investors, or to all of a loan. */
export async function tellInvestors(
  work: Work,
  to: number | readonly number[],
  words: Words,
): Promise<void> {
  const members =
    typeof to === 'number' ? (await investorsOf(work.tx, to)).map(({ memberId }) => memberId) : to;
  for (const memberId of members) {
    await notify(work, { memberId, category: 'invest', link: '/account/invest/ongoing', ...words });
  }
}

/** Before an instalment falls due, and on its day. */
export function dueReminder(
  row: InstalmentRow,
  loan: { caseNo: string; account: string | null },
  daysLeft: number,
): Words {
  const amount = formatMoney(add(unpaidPrincipal(row), unpaidInterest(row)));
  const when = daysLeft === 0 ? '今天' : `${daysLeft} 天後`;
  const account = loan.account === null ? '' : `，還款虛擬帳號 ${loan.account}`;
  return {
    title: `第 ${row.no} 期還款${daysLeft === 0 ? '今天到期' : `將於 ${daysLeft} 天後到期`}`,
    body:
      `案號 ${loan.caseNo} 第 ${row.no} 期 ${amount} 的應還日為 ${formatDay(row.dueOn)}` +
      `（${when}），最遲請於 ${formatDay(row.payableUntil)} 前完成匯款${account}。`,
  };
}

/** What the borrower is told when lateness moves his loan; the figures are those of today. */
export function lateLetter(
  to: LoanStatus,
  loan: { caseNo: string },
  arrears: Arrears,
): Words | null {
  const { lateDays, no } = arrears;
  const amount = formatMoney(arrears.amount);
  if (to === 61) {
    return {
      title: `第 ${no} 期已逾應還日，寬限中`,
      body:
        `案號 ${loan.caseNo} 第 ${no} 期尚有 ${amount} 未還。寬限期 7 天內繳清不收取任何費用，` +
        `請儘快匯款至您的還款虛擬帳號。`,
    };
  }
  const charges: Money = add(arrears.lateInterest, arrears.penalty);
  const owed = `應還款項 ${amount}，截至今日另有遲延利息與違約金共 ${formatMoney(charges)}`;
  if (to === 65) {
    return {
      title: `第 ${no} 期已逾期 ${lateDays} 天`,
      body: `案號 ${loan.caseNo} 已逾期，${owed}。請儘快還款；若有困難，請與客服聯絡。`,
    };
  }
  if (to !== 70) return null;
  return {
    title: '案件已列為違約',
    body:
      `案號 ${loan.caseNo} 已逾期 ${lateDays} 天，列為違約，${owed}。` +
      `繳清全部逾期款項即可恢復還款，否則將由出資人決定後續處理方式。`,
  };
}

/** What the investors are told of the same; a loan within grace is no news yet. */
export function lateNews(to: LoanStatus, loan: { caseNo: string }, lateDays: number): Words | null {
  if (to === 65) {
    return {
      title: '案件已逾期',
      body: `案件 ${loan.caseNo} 的還款已逾期 ${lateDays} 天，平台已通知借款人並進行催收。`,
    };
  }
  if (to !== 70) return null;
  return {
    title: '案件已列為違約',
    body: `案件 ${loan.caseNo} 的還款已逾期 ${lateDays} 天，列為違約。後續處理將另行通知您。`,
  };
}
