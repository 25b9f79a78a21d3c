// Texts that tell a late borrower the state of their loan. All pages use this one table, so that no
// page threatens a consequence while another says that new terms are being negotiated.
import { formatDay, type Day } from '../core/day.ts';
import { noticeStateOn } from '../law/late.ts';
import type { LoanStatus } from '../lending/loan-status.ts';

/** The facts from which the texts are chosen; `today` is the day in Taipei. */
export type LateFacts = {
  status: LoanStatus;
  /** Notice of violation, while it is in effect. */
  notice: { payBy: string; accelerated: boolean; declared: boolean } | null;
  /** Whether the borrower has requested a negotiation. */
  isRequested: boolean;
  /** State of the platform's proposal; null before there is one. */
  proposal: string | null;
  /** Whether the loan is in court because a negotiation failed, with or without a proposal. */
  hasFailed: boolean;
  today: string;
};

/** Standing of a late loan from the borrower's point of view. */
export const lateStandings = [
  'grace',
  'overdue',
  'notice',
  'noticeRunOut',
  'accelerated',
  'declared',
  'declaredRunOut',
  'violation',
  'drafting',
  'offered',
  'agreed',
  'inForce',
  'legal',
  'legalWithNotice',
] as const;
export type LateStanding = (typeof lateStandings)[number];

/** Returns the standing; null if the loan is neither late nor under a negotiated plan. */
export function lateStandingOf(facts: LateFacts): LateStanding | null {
  const { status, notice, proposal, today } = facts;
  if (status === 61) return 'grace';
  if (status === 65) return 'overdue';
  if (status === 70) {
    if (notice === null) return 'violation';
    const state = noticeStateOn(notice, today);
    if (state === 'accelerated') return 'accelerated';
    // To pay the arrears does not end a violation that operators declared.
    if (notice.declared) return state === 'running' ? 'declared' : 'declaredRunOut';
    return state === 'running' ? 'notice' : 'noticeRunOut';
  }
  // While a plan is negotiated the notice is suspended, so nothing becomes due when the notice
  // period ends.
  if (status === 75) {
    return proposal === 'offered' || proposal === 'agreed' ? proposal : 'drafting';
  }
  if (status === 80) {
    // After a failed negotiation the notice runs again; paying within it ends the proceedings.
    const isRunning = notice !== null && noticeStateOn(notice, today) === 'running';
    return isRunning && !notice.declared ? 'legalWithNotice' : 'legal';
  }
  return proposal === 'in_force' && status === 60 ? 'inForce' : null;
}

/** Text of each standing; `{payBy}` is replaced by the last day of the notice period. */
const where: Record<LateStanding, string> = {
  grace: '這一期已過應還日，在寬限天數內繳清，不計遲延利息與違約金',
  overdue: '逾期款項依契約按日計收遲延利息與違約金，越早繳清費用越少',
  notice: '請於 {payBy} 前繳清即恢復分期還款；逾期未繳清，依契約未到期的本金將全部到期',
  noticeRunOut:
    '催告期限 {payBy} 已過，依契約未到期的本金即將全部到期；期限內入帳的款項仍算準時，以銀行入帳日為準',
  accelerated: '催告期限 {payBy} 已過，依契約未到期的本金已全部到期，您可以一次清償',
  declared:
    '案件經認定違約；請於 {payBy} 前提出說明或補正，屆期未補正，依契約未到期的本金將全部到期',
  declaredRunOut: '補正期限 {payBy} 已過，依契約未到期的本金即將全部到期',
  violation: '案件已列為違約，由出資人決定協商或委託法律程序',
  drafting: '出資人同意協商，平台正在擬定方案，約 3 個營業日內提出；這段期間催告暫停',
  offered: '協商方案已提出，等您同意；這段期間催告暫停',
  agreed: '您已同意方案，等出資人表示意見；這段期間催告暫停',
  inForce: '協商方案已生效，請依新的還款計畫還款',
  legal: '案件進入法律程序；您仍可隨時還款或與我們聯絡',
  legalWithNotice:
    '案件進入法律程序；請於 {payBy} 前繳清即恢復分期還款，逾期未繳清，依契約未到期的本金將全部到期',
};

/** Standings in which a negotiation may still be requested. */
const OPEN: readonly LateStanding[] = [
  'grace',
  'overdue',
  'notice',
  'noticeRunOut',
  'accelerated',
  'declared',
  'declaredRunOut',
  'violation',
];

/** Standings that end when everything due is paid. */
const RESTORED: readonly LateStanding[] = [
  'grace',
  'overdue',
  'notice',
  'noticeRunOut',
  'violation',
  'legalWithNotice',
];

/**
 * Sentences for a borrower: the state of the loan, what paying everything due achieves (null if
 * neither the end of the standing nor of the loan), what to do about a negotiation (null if none),
 * and the label of the link to the negotiation.
 */
export type LateWords = {
  where: string;
  outcome: string | null;
  negotiation: string | null;
  action: string;
};

function outcomeOf({ notice }: LateFacts, standing: LateStanding): string | null {
  if (RESTORED.includes(standing)) return '恢復正常還款';
  // While terms are negotiated, paying everything due does not end the loan either.
  const isAllDue = standing === 'accelerated' || (standing === 'legal' && notice?.accelerated);
  return isAllDue ? '結清' : null;
}

/** Says first that terms were decided in vain, if they were. */
const sinceOf = ({ status, hasFailed }: Pick<LateFacts, 'status' | 'hasFailed'>): string =>
  status === 80 && hasFailed ? '協商未成立，' : '';

/** Title of the event that a notice, which a negotiation suspended, runs again. */
export const noticeRunsAgain = (payBy: Day) => `催告重新起算，期限 ${formatDay(payBy)}`;

/**
 * Sentences for the investors of a loan in court: how it came there, and what its notice means, or
 * null without a notice. Returns null for every other status.
 */
export function courtWordsOf(
  facts: Pick<LateFacts, 'status' | 'notice' | 'hasFailed' | 'today'>,
): { title: string; notice: string | null } | null {
  const { status, notice, hasFailed, today } = facts;
  if (status !== 80) return null;
  const title = `${sinceOf(facts)}案件進入法律程序`;
  if (notice === null) return { title, notice: null };
  const state = noticeStateOn(notice, today);
  const payBy = formatDay(notice.payBy as Day);
  const all = '依契約未到期的本金';
  if (state === 'accelerated') return { title, notice: `催告期限 ${payBy} 已過，${all}已全部到期` };
  if (state === 'runOut') return { title, notice: `催告期限 ${payBy} 已過，${all}即將全部到期` };
  const again = hasFailed ? '催告重新起算，' : '';
  const cured = notice.declared
    ? `借款人須於 ${payBy} 前提出說明或補正；屆期未補正`
    : `借款人於 ${payBy} 前繳清即恢復分期還款；逾期未繳清`;
  return { title, notice: `${again}${cured}，${all}將全部到期` };
}

/** Returns null if the loan has no late standing. */
export function lateWordsOf(facts: LateFacts): LateWords | null {
  const standing = lateStandingOf(facts);
  if (standing === null) return null;
  const payBy = facts.notice ? formatDay(facts.notice.payBy as Day) : '';
  const words = {
    where: sinceOf(facts) + where[standing].replace('{payBy}', payBy),
    outcome: outcomeOf(facts, standing),
  };
  if (!OPEN.includes(standing)) return { ...words, negotiation: null, action: '查看協商進度' };
  if (facts.isRequested) {
    const negotiation = '已收到您的協商申請，我們會與出資人確認後通知您';
    return { ...words, negotiation, action: '查看協商進度' };
  }
  const negotiation = '一時無法還款時，可以提出協商申請，越早越有機會';
  return { ...words, negotiation, action: '我需要協助' };
}
