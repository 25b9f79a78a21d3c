// Obstacles that prevent a member from funding a case now, each with the page where it can be
// removed; and problems of an amount. The server decides; these functions only inform the member
// beforehand.
import type { CaseDetail } from '#contract/investing/calls.ts';
import { sentenceOf } from '#contract/today/facts.ts';
import { memberStatus, type Session } from '../../session.ts';
import * as paths from '../../site/kit/paths.ts';
import { formatMoney } from '../../ui/format.ts';
import { AWAITING_BANK } from './order-action.ts';

export const ORDER_MIN = 1000;
export const ORDER_STEP = 1000;

export type Gate = { title: string; text?: string; to: string; action: string };

type Who = Pick<Session, 'verificationStatus' | 'verification'>;
/** The risk profile's last day, null without a profile, undefined until it is loaded. */
type ProfileUntil = string | null | undefined;

function gateOfCase(of: CaseDetail, now: number): Gate | null {
  const similar = { to: paths.investment({ plan: of.planSlug }), action: '看看類似案件' };
  if (of.ownCase) {
    return { title: '無法出資自己的申貸案', to: paths.myLoan(), action: '查看我的申貸案' };
  }
  if (of.unpaidOrderId) {
    if (of.unpaidPayBy !== null && Date.parse(of.unpaidPayBy) < now) {
      return {
        title: '您在此案件的出資正在等待銀行確認',
        text: '匯款期限已過，請勿再轉帳。確認入帳，或訂單失效之後，才能再出資同一案件。',
        to: paths.bankTransfer({ order: of.unpaidOrderId }),
        action: AWAITING_BANK.action,
      };
    }
    return {
      title: '您在此案件已有一筆待付款的出資',
      text: '付款後或取消後，才能再出資同一案件。',
      to: paths.bankTransfer({ order: of.unpaidOrderId }),
      action: '查看匯款資訊',
    };
  }
  if (of.remainingAmount === 0) return { title: '已滿額', ...similar };
  if (of.status !== 40 || Date.parse(of.endsAt) <= now) {
    return { title: '案件已截止募集', ...similar };
  }
  return null;
}

function gateOfMember(who: Who, profileUntil: ProfileUntil, back: string, today: string) {
  const { verificationStatus: status, verification } = who;
  if (status !== memberStatus.profileVerified) {
    const sent = verification?.verifiedIDStage === 4;
    if (sent && verification.verifiedIDstatus === 1) {
      const text = '約 1 個營業日，通過後即可出資。';
      return {
        title: sentenceOf('verificationReviewing'),
        text,
        to: paths.verification(),
        action: '查看進度',
      };
    }
    if (sent && verification.verifiedIDstatus === 2) {
      return {
        title: sentenceOf('verificationSupplement'),
        to: paths.verification(),
        action: '查看待補件項目',
      };
    }
    return {
      title: '完成身分驗證即可出資（約 6 分鐘）',
      to: paths.verification(),
      action: '前往身分驗證',
    };
  }
  if (profileUntil === null || (profileUntil && profileUntil < today)) {
    return {
      title: sentenceOf(profileUntil ? 'profileExpired' : 'profileMissing'),
      text: '約 2 分鐘，結果決定您的出資上限。',
      to: `${paths.suitability()}?redirectTo=${encodeURIComponent(back)}`,
      action: profileUntil ? '重新評估' : '開始評估',
    };
  }
  return null;
}

/** Returns the first obstacle, or null. `now` is the business time in ms, `today` its day. */
export function gateOf(
  of: CaseDetail,
  who: Who,
  profileUntil: ProfileUntil,
  { now, today, back }: { now: number; today: string; back: string },
): Gate | null {
  const gate = gateOfCase(of, now) ?? gateOfMember(who, profileUntil, back, today);
  if (gate || profileUntil === undefined || of.orderMax >= ORDER_MIN) return gate;
  return {
    title: '已達您的出資上限',
    text: '單一案件與總出資各有上限；案件收回本金後，額度會恢復。',
    to: paths.suitability(),
    action: '查看我的上限',
  };
}

/** Returns the problem of an amount for this case as text; undefined if there is none. */
export function amountProblem(
  amount: number | null,
  of: Pick<CaseDetail, 'remainingAmount' | 'orderMax'>,
): string | undefined {
  if (amount === null) return '請輸入出資金額';
  if (amount < ORDER_MIN) return `出資金額至少 ${formatMoney(ORDER_MIN)}`;
  if (amount % ORDER_STEP !== 0) return `出資金額需為 ${formatMoney(ORDER_STEP)} 的倍數`;
  if (amount > of.remainingAmount) {
    return `本案尚餘 ${formatMoney(of.remainingAmount)}，請調整金額`;
  }
  if (amount > of.orderMax) return `已超過您目前可出資的上限 ${formatMoney(of.orderMax)}`;
  return undefined;
}

/** Returns the amounts offered as buttons: three small ones and the maximum. */
export function quickAmounts(max: number): number[] {
  return [...new Set([1000, 5000, 10_000].filter((amount) => amount < max)), max].filter(
    (amount) => amount >= ORDER_MIN,
  );
}

/** Reads the amount from a query string: whole NT$ above zero; null for anything else. */
export function amountIn(text: string | null): number | null {
  if (text === null || text.trim() === '') return null;
  const amount = Number(text);
  return Number.isSafeInteger(amount) && amount > 0 ? amount : null;
}
