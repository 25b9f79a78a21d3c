// What a member has to do next, chosen from their file, their loan and their orders.
import { addDays, type Day } from '#contract/core/day.ts';
import type { User } from '#contract/identity/calls.ts';
import type { WaitingAct } from '#contract/investing/portfolio.ts';
import type { Loan } from '#contract/lending/calls.ts';
import { isLoanStatus, loanWords } from '#contract/lending/loan-status.ts';
import type { LateWords } from '#contract/servicing/late-words.ts';
import { actWords, pathOfAct } from '../../../investing/order/waiting-acts.ts';
import type { Verification } from '../../../session.ts';
import type { Tone } from '../../../ui/display/Card.tsx';
import { dayOfInstant } from '../../../ui/format.ts';
import { fileStatus } from '../../../verification/steps/steps.ts';
import * as paths from '../../kit/paths.ts';

/** What is known of the member; `isConfirmed` tells whether the e-mail address is confirmed. */
export type Standing = {
  isConfirmed: boolean;
  verification: Verification | null;
  loans: readonly Loan[];
  /** The sentences on the late loan; null without one, and until they are loaded. */
  lateWords: LateWords | null;
  acts: readonly WaitingAct[];
  /** Day in Taipei. */
  today: string;
};

export type NextAct = {
  tone: Tone;
  title: string;
  about?: string;
  /** Case that the act is about, where a member may have several of its kind. */
  caseNo?: string;
  /** NT$ that the member has to transfer. */
  amount?: number;
  /** Last day in Taipei. */
  until?: string;
  to: string;
  action: string;
};

/** Days before the due day from which an instalment is among the next acts. */
const DUE_SOON = 7;
const NEGOTIATING = 75;

const toLoan = (loan: Loan, title: string, more: Partial<NextAct> = {}): NextAct => ({
  tone: 'attention',
  title,
  to: paths.myLoan(),
  action: (isLoanStatus(loan.status) && loanWords(loan.status).action) || '查看申貸案',
  ...more,
});

/** Returns whether a loan is late, or was until its new terms began to be negotiated. */
export const isLate = ({ status, overdue }: Loan): boolean =>
  overdue !== null || status === NEGOTIATING;

/** What a late loan asks for; nothing is demanded while new terms are negotiated. */
function ofLateLoan(loan: Loan, words: LateWords | null): NextAct | null {
  const { status, overdue } = loan;
  const about = words ? { about: `${words.where}。` } : {};
  if (status === NEGOTIATING) {
    const to = `${paths.myLoanContract()}#negotiation`;
    return toLoan(loan, '還款條件協商中', { ...about, to, ...(words && { action: words.action }) });
  }
  if (!overdue) return null;
  const { lateDays, amount } = overdue;
  return toLoan(loan, `已逾期 ${lateDays} 天，今天應還`, {
    ...about,
    tone: 'problem',
    amount,
    action: '查看還款',
  });
}

/** What a loan before its disbursement asks for. */
function ofNewLoan(loan: Loan): NextAct | null {
  const { supplement, offer, signBy } = loan;
  switch (loan.status) {
    case 10:
      return loan.missing.length > 0
        ? toLoan(loan, '申貸案已收到，還差一步', { action: '補齊資料' })
        : toLoan(loan, '資料已備齊，請送出審核', { action: '送出審核' });
    case 15:
      return toLoan(loan, '審核人員需要您補件', {
        to: paths.loanDocuments(),
        ...(supplement && { until: dayOfInstant(supplement.by) }),
      });
    case 30:
      return toLoan(loan, '申貸案已核准，請確認條件', {
        ...(offer && { until: dayOfInstant(offer.validUntil) }),
      });
    case 50:
      return toLoan(loan, '已募滿，請完成線上簽約', {
        to: paths.signing(),
        ...(signBy && { until: dayOfInstant(signBy) }),
      });
    default:
      return null;
  }
}

function ofDue({ nextDue, ...loan }: Loan, today: string): NextAct | null {
  if (!nextDue || nextDue.dueOn > addDays(today as Day, DUE_SOON)) return null;
  return toLoan({ nextDue, ...loan }, '下一期還款快到期了', {
    amount: nextDue.amount,
    until: nextDue.payableUntil,
    action: '查看匯款帳號',
  });
}

const ofAct = (act: WaitingAct): NextAct => ({
  tone: 'attention',
  title: actWords[act.kind].title,
  action: actWords[act.kind].action,
  about: `${act.purpose} ${act.caseNo}`,
  caseNo: act.caseNo,
  ...(act.kind === 'pay' && { amount: act.amount }),
  until: dayOfInstant(act.until),
  to: pathOfAct(act),
});

/** What the member's own file asks for. */
function ofFile({ isConfirmed, verification: file }: Standing): NextAct | null {
  if (!isConfirmed) {
    return {
      tone: 'attention',
      title: '請先驗證電子郵件',
      to: paths.verifyStatus(),
      action: '查看驗證信',
    };
  }
  if (!file || file.verifiedIDstatus === fileStatus.approved) return null;
  const to = paths.verification();
  if (file.verifiedIDstatus === fileStatus.supplement) {
    return { tone: 'attention', title: '身分驗證需要補件', to, action: '前往補件' };
  }
  if (file.verifiedIDstatus !== fileStatus.open) return null;
  return {
    tone: 'info',
    title: file.verifiedIDStage > 0 ? '繼續身分驗證' : '完成身分驗證，就能申貸與出資',
    to,
    action: file.verifiedIDStage > 0 ? '繼續驗證' : '開始驗證',
  };
}

/**
 * Returns everything the member has to do, the most urgent first: late loans, then whatever has a
 * last day, by that day, then the rest.
 */
export function nextActs(standing: Standing): NextAct[] {
  const { loans, lateWords, acts, today } = standing;
  const late = loans.flatMap((loan) => ofLateLoan(loan, lateWords) ?? []);
  const others = [
    ...loans.flatMap((loan) => ofNewLoan(loan) ?? []),
    ...loans.filter((loan) => !isLate(loan)).flatMap((loan) => ofDue(loan, today) ?? []),
    ...acts.map(ofAct),
  ];
  const ofMember = ofFile(standing);
  const dated = others.filter(({ until }) => until !== undefined);
  const undated = others.filter(({ until }) => until === undefined);
  return [
    ...late,
    ...dated.toSorted((a, b) => (a.until! < b.until! ? -1 : 1)),
    ...undated,
    ...(ofMember ? [ofMember] : []),
  ];
}

/** Statuses of a loan in which others act: review, fundraising, disbursement. */
const OTHERS_ACT = [20, 40, 55];

/**
 * Returns what is suggested to a member who has nothing to do: to look at an application in which
 * others act; to apply, if that is why they registered and they never had an application; otherwise
 * to look at the open cases.
 */
export function invitationOf({
  isVerified,
  purpose,
  loans,
}: {
  isVerified: boolean;
  purpose: User['purpose'] | undefined;
  loans: readonly Loan[];
}): Pick<NextAct, 'to' | 'action'> & { about: string } {
  if (!isVerified) {
    return {
      about: '身分資料審核中，結果會以電子郵件及站內通知告知。',
      to: paths.verification(),
      action: '查看身分驗證',
    };
  }
  const waiting = loans.find(({ status }) => OTHERS_ACT.includes(status));
  if (waiting) {
    return {
      about: `申貸案${waiting.statusText}，有進展時會以電子郵件及站內通知告知。`,
      to: paths.myLoan(),
      action: '查看進度',
    };
  }
  if (purpose === 'borrow' && loans.length === 0) {
    return {
      about: '身分驗證已完成，隨時可以申貸；審核不收費。',
      to: paths.plans(),
      action: '看申貸方案',
    };
  }
  return {
    about: '有新的案件或還款時，我們會通知您。',
    to: paths.investment(),
    action: '看募集中的案件',
  };
}
