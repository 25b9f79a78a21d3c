// What borrowers and investors are told as a loan is repaid.
import { formatDay, type Day } from '#contract/day.ts';
import { GRACE_DAYS } from '#contract/late.ts';
import { add, formatMoney } from '#contract/money.ts';
import type { Work } from '../action.ts';
import { notify, type Notice } from '../notices/actions.ts';
import { investorsOf } from './queries.ts';
import type { Arrears, InstalmentRow } from './rules.ts';
import { unpaidInterest, unpaidPrincipal } from './rules.ts';

/** `link` where it leads elsewhere than to the list of loans or holdings. */
export type Words = { title: string; body: string; link?: string };
/** How urgently it goes: see Notice. */
type Urgency = Pick<Notice, 'email' | 'deadline'>;

/** Before something is due: by text message too, where the member has not refused it. */
export const DEADLINE: Urgency = { deadline: true };
/** A notice with legal force goes by mail whatever the member has set. */
export const FORMAL: Urgency = { deadline: true, email: 'always' };

/** A notice about a loan to the one who borrows. */
export function tellBorrower(
  work: Work,
  loan: { memberId: number },
  words: Words,
  urgency: Urgency = {},
): Promise<void> {
  const { memberId } = loan;
  return notify(work, { memberId, category: 'loan', link: '/account/loan', ...words, ...urgency });
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
  const old = add(row.lateInterestOwed, row.penaltyOwed);
  const amount = formatMoney(add(unpaidPrincipal(row), unpaidInterest(row), old));
  const when = daysLeft === 0 ? '今天' : `${daysLeft} 天後`;
  const account = loan.account === null ? '' : `，還款虛擬帳號 ${loan.account}`;
  return {
    title: `第 ${row.no} 期還款${daysLeft === 0 ? '今天到期' : `將於 ${daysLeft} 天後到期`}`,
    body:
      `案號 ${loan.caseNo} 第 ${row.no} 期 ${amount} 的應還日為 ${formatDay(row.dueOn)}` +
      `（${when}），最遲請於 ${formatDay(row.payableUntil)} 前完成匯款${account}。`,
  };
}

/** The late days on which the borrower is written to; those of a move have its letter. */
export const LETTER_DAYS = [1, 3, 7, 8, 15, 30] as const;

const HELP =
  '若一時周轉有困難，請至「我的申貸案」選擇「我需要協助」，我們會和您一起找出負擔得起的還款方式。';

type LateLoan = { caseNo: string; account: string | null };
const payTo = ({ account }: LateLoan) => (account === null ? '' : `，還款虛擬帳號 ${account}`);

/** What is owed with its charges, and that the charges stop growing once it is paid. */
function owedText({ amount, lateInterest, penalty }: Arrears): string {
  const charges = add(lateInterest, penalty);
  return charges === 0
    ? `應還 ${formatMoney(amount)}`
    : `應還 ${formatMoney(add(amount, charges))}（含遲延利息與違約金 ${formatMoney(charges)}）`;
}

/**
 * The letter of a late day: what happened, the exact amount, how to pay, and whom to turn to. On
 * days 1 to 7 nothing is charged yet; from day 8 on the figure is that of the day. Null on days
 * without a letter.
 */
export function lateLetter(loan: LateLoan, arrears: Arrears): Words | null {
  const { lateDays, no } = arrears;
  const of = `案號 ${loan.caseNo} 第 ${no} 期`;
  const left = GRACE_DAYS - lateDays;
  if (lateDays === 1) {
    return {
      title: `第 ${no} 期還款尚未入帳`,
      body:
        `${of}尚有 ${formatMoney(arrears.amount)} 未入帳，也許只是一時忘了。` +
        `7 天寬限期內繳清，不會產生任何費用${payTo(loan)}。${HELP}`,
    };
  }
  if (lateDays === 3 || lateDays === 7) {
    const until = left === 0 ? '今天是寬限期最後一天' : `寬限期還有 ${left} 天`;
    return {
      title: `第 ${no} 期還款提醒，${until}`,
      body:
        `${of}尚有 ${formatMoney(arrears.amount)} 未還。${until}，期限內繳清不收取任何費用` +
        `${payTo(loan)}。${HELP}`,
    };
  }
  if (lateDays === 8 || lateDays === 15) {
    return {
      title: `第 ${no} 期已逾期 ${lateDays} 天`,
      body:
        `${of}已逾期 ${lateDays} 天，今天${owedText(arrears)}${payTo(loan)}。` +
        `費用按日計算，繳清當天即停止。${HELP}`,
    };
  }
  if (lateDays !== 30) return null;
  return {
    title: `第 ${no} 期已逾期 30 天，請與我們聯絡`,
    body:
      `${of}已逾期 30 天，今天${owedText(arrears)}${payTo(loan)}。依契約，逾期超過 30 天會列為違約，` +
      `由出資人決定協商或委託法律程序；在那之前繳清，或先提出協商，都還來得及。${HELP}`,
  };
}

/** The notice of a violation (催告): what ends it, by when, and what happens otherwise. */
export function violationLetter(loan: LateLoan, arrears: Arrears, payBy: Day): Words {
  return {
    title: `案件已列為違約，請於 ${formatDay(payBy)} 前繳清`,
    body:
      `案號 ${loan.caseNo} 已逾期 ${arrears.lateDays} 天，今天${owedText(arrears)}${payTo(loan)}。` +
      `請於 ${formatDay(payBy)} 前繳清逾期款項及費用，繳清後即恢復分期還款，進行中的投票失效。` +
      `屆期未繳清者，依契約未到期的本金將全部到期。${HELP}`,
  };
}

/** The notice of a violation that operators have declared, for what the contract names. */
export function declaredLetter(loan: { caseNo: string }, why: string, payBy: Day): Words {
  return {
    title: '案件經認定違約',
    body:
      `案號 ${loan.caseNo} 因「${why}」經平台認定違約。若您認為有誤，請於 ${formatDay(payBy)} 前` +
      `提出說明或補正，我們會重新審視；屆期未補正者，依契約未到期的本金將全部到期。${HELP}`,
  };
}

/** The notice has run out: all principal is due. */
export function acceleratedLetter(
  loan: { caseNo: string },
  payBy: Day,
  outstanding: string,
): Words {
  return {
    title: '未到期的本金已全部到期',
    body:
      `案號 ${loan.caseNo} 於 ${formatDay(payBy)} 催告期滿，未還本金 ${outstanding} 已全部到期，` +
      `今天的應還總額請見「我的申貸案」。您仍可一次清償，或提出協商，以分期方式解決。${HELP}`,
  };
}

/** What the investors of a loan are told once it is overdue; grace is no news yet. */
export function overdueNews(loan: { caseNo: string }, lateDays: number): Words {
  return {
    title: '案件已逾期',
    body: `案件 ${loan.caseNo} 的還款已逾期 ${lateDays} 天，平台已通知借款人並進行催收。`,
  };
}
