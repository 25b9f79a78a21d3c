// Office API of the hold on one member's payouts, which one person places or asks to lift and
// another decides about (task `payout_hold`).
import { z } from 'zod';
import { type Day, formatDay } from '../core/day.ts';
import { office } from '../core/endpoint.ts';
import { idSchema, instantSchema } from '../core/lists.ts';
import { formatMoney, type Money } from '../core/money.ts';
import { daySchema, moneySchema } from '../core/wire.ts';
import { isWithoutNumbers, WITHOUT_NUMBERS } from '../core/wording.ts';
import { officeReason } from '../identity/members.ts';

/**
 * Why a member is held. A suspicion is told to nobody outside; the member learns of an order of a
 * court, of a warning of the bank and of a notice of death.
 */
export const holdCauses = {
  suspicion: '疑似異常（不告知會員）',
  court: '法院或行政執行命令（扣押）',
  bank: '銀行通報（警示帳戶）',
  death: '死亡通知',
} as const;
export type HoldCause = keyof typeof holdCauses;
export const holdCauseSchema = z.enum(Object.keys(holdCauses) as [HoldCause, ...HoldCause[]]);

/** The one neutral sentence that every channel shows if the cause is not told. */
export const HELD_SENTENCE =
  '部分作業目前暫停，我們正在確認資料；還款與查詢不受影響，詳情請聯絡客服。';
const causeText: Record<Exclude<HoldCause, 'suspicion'>, string> = {
  court: '我們收到法院或行政執行機關的命令',
  bank: '我們收到銀行關於您帳戶的通報',
  death: '我們收到死亡通知',
};

/** A hold as the member reads it: what is kept back at most, null for all, and its last day. */
export type HoldTerms = { cause: HoldCause; heldUpTo: Money | null; endsOn: Day | null };

/** What the member reads about a hold: cause, extent and end, unless it is a suspicion. */
export function heldSentence({ cause, heldUpTo, endsOn }: HoldTerms): string {
  if (cause === 'suspicion') return HELD_SENTENCE;
  const payments =
    heldUpTo === null
      ? '應付給您的款項'
      : `應付給您的款項由最早的一筆起至達 ${formatMoney(heldUpTo)} 為止（其餘照常撥付）`;
  const until = endsOn === null ? '' : `至 ${formatDay(endsOn)} 止`;
  return (
    `${causeText[cause]}，${payments}、撥款與新的出資、簽約及扣款授權暫停${until}；` +
    '還款、表決、查詢與申訴不受影響。'
  );
}

/** What two persons decide about a hold, and what follows from their decision. */
export const holdActText = {
  hold: { title: '暫停撥付', effect: '不同意時立即解除。' },
  lift: { title: '解除暫停撥付', effect: '同意解除前持續暫停。' },
  look: {
    title: '檢視暫停',
    effect: '同意即維持；退回表示沒有理由再暫停，由另一位同仁決定是否解除。',
  },
} as const;

/** Business days after which a hold is looked at again. */
export const HOLD_LOOK_DAYS = 10;
/**
 * Business days after which the signed loan of a held borrower waits for its signature again, and
 * after which it is cancelled and the investors get everything back.
 */
export const HELD_DISBURSEMENT_DAYS = 3;
export const HELD_CANCEL_DAYS = 10;

/**
 * The reason of a hold without account and identity numbers, because it stays in the task and in
 * the audit log for good, where they are not encrypted.
 */
const holdReason = officeReason.refine(isWithoutNumbers, WITHOUT_NUMBERS);

/** The part of what a member is owed that is kept back, such as the amount of a court's order. */
export const heldPartSchema = moneySchema.refine((amount) => amount > 0, '請輸入金額');

/** Since when the payouts are held; null if they are not. */
const standing = z.object({ data: z.object({ heldAt: instantSchema.nullable() }) });
const roles = ['finance', 'approver', 'admin'] as const;

export const verificationHoldsOffice = {
  holdPayouts: office.command({
    path: '/ops/v1/members/:id/payout-hold',
    summary:
      'Hold payouts and new contracts of a member at once; another operator agrees or ends it',
    input: z.strictObject({
      id: idSchema,
      reason: holdReason,
      /** A suspicion if it is left out, of which the member is told nothing. */
      cause: holdCauseSchema.optional(),
      /** What is kept back at most, such as the amount of a court's order; all if left out. */
      upTo: heldPartSchema.optional(),
      /** Last day; without it two persons lift the hold. */
      endsOn: daySchema.optional(),
    }),
    output: standing,
    refusals: ['NOT_FOUND', 'DECISION_INVALID'],
    roles,
  }),
  liftPayoutHold: office.command({
    path: '/ops/v1/members/:id/payout-hold/lift',
    summary: 'Ask another operator to lift the hold; the money is held until they agree',
    input: z.strictObject({ id: idSchema, reason: holdReason }),
    output: standing,
    refusals: ['NOT_FOUND', 'HOLD_PENDING'],
    roles,
  }),
} as const;
