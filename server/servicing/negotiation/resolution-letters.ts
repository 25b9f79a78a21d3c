// Notices to investors and borrower about polls and negotiations.
import { dayOf, formatDay, type Day } from '#contract/core/day.ts';
import { add, formatMoney, formatPercent } from '#contract/core/money.ts';
import {
  INVESTOR_DAYS,
  instalmentText,
  type PlanFigures,
} from '#contract/servicing/negotiation.ts';
import type { Work } from '../../work.ts';
import { tell } from '../../notices/front.ts';
import type { NoticeContent } from '../../notices/rules.ts';
import type { Arrears } from '../late/arrears.ts';
import { holdersOf } from './poll-queries.ts';
import { resolutionNotices as told } from './resolution-words.ts';

/** Notifies each investor of a loan, with a link to their own order. */
export async function tellHolders(work: Work, loanId: number, said: NoticeContent): Promise<void> {
  for (const { memberId, orderId } of await holdersOf(work.tx, loanId)) {
    await tell(work, memberId, { ...said, link: `/account/invest/ongoing/${orderId}` });
  }
}

const lastDay = (at: Date) => formatDay(dayOf(at));

export const pollOpened = (caseNo: string, closesAt: Date): NoticeContent =>
  told.pollOpened({ caseNo, until: lastDay(closesAt) });

export function pollResult(
  caseNo: string,
  result: 'negotiate' | 'legal' | 'undecided' | 'void' | 'revoked',
): NoticeContent {
  const say = {
    negotiate: told.pollNegotiate,
    legal: told.pollLegal,
    undecided: told.pollUndecided,
    void: told.pollVoid,
    revoked: told.pollRevoked,
  }[result];
  return say({ caseNo });
}

const termValues = (caseNo: string, after: PlanFigures) => ({
  caseNo,
  rate: formatPercent(after.annualRate),
  periods: String(after.installments),
  dueOn: formatDay(after.firstDueOn),
});

export function termsOffered(
  caseNo: string,
  after: PlanFigures,
  by: Date,
  link: string,
): NoticeContent {
  const instalment = instalmentText(after);
  const values = { ...termValues(caseNo, after), instalment, until: lastDay(by) };
  return told.termsOffered(values, link);
}

export const borrowerAgreed = (caseNo: string, sha256: string): NoticeContent =>
  told.borrowerAgreed({ caseNo, sha256, days: String(INVESTOR_DAYS) });

export const agreementRequest = (caseNo: string, by: Date): NoticeContent =>
  told.agreementAsked({ caseNo, until: lastDay(by) });

/** Texts for the borrower and for the loan's investors. */
type Both = { borrower: NoticeContent; investors: NoticeContent };

export function termsInForce(caseNo: string, after: PlanFigures): Both {
  const values = { ...termValues(caseNo, after), total: formatMoney(after.total) };
  return { borrower: told.termsInForce(values), investors: told.termsInForceForInvestors(values) };
}

export function negotiationFailed(caseNo: string, cause: 'declined' | 'lapsed' | 'short'): Both {
  const why = {
    declined: '平台評估後未能提出協商方案',
    lapsed: '協商方案未於期限內獲借款人同意',
    short: '同意協商方案的在貸本金未達三分之二',
  }[cause];
  const values = { caseNo, why };
  return {
    borrower: told.negotiationFailed(values),
    investors: told.negotiationFailedForInvestors(values),
  };
}

/** Tells a borrower whose negotiation failed how and by when the arrears may still be paid. */
export function noticeResumed(caseNo: string, arrears: Arrears, payBy: Day): NoticeContent {
  const { lateDays, amount, lateInterest, penalty } = arrears;
  return told.noticeResumed({
    caseNo,
    days: String(lateDays),
    owed: formatMoney(add(amount, lateInterest, penalty)),
    until: formatDay(payBy),
  });
}
