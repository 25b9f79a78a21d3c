// The statuses of a mandate (授權扣款) and of a debit: labels, allowed moves, and why one was not sent.
import type { StateWord } from '../core/state-words.ts';

export const mandateWords = {
  pending: { text: '銀行核印中', tone: 'progress' },
  active: { text: '授權中', tone: 'done' },
  paused: { text: '暫停扣款', tone: 'attention' },
  refused: { text: '銀行未核准', tone: 'problem' },
  stopped: { text: '已停止', tone: 'neutral' },
  superseded: { text: '帳戶已更換', tone: 'neutral' },
} as const satisfies Record<string, StateWord>;
export type MandateStatus = keyof typeof mandateWords;
export const mandateStatuses = Object.keys(mandateWords) as MandateStatus[];

/**
 * The only allowed moves. A mandate ends by the bank (refused), by the member or the bank
 * (stopped), or because another account came into force (superseded).
 */
export const mandateMoves: Record<MandateStatus, readonly MandateStatus[]> = {
  pending: ['active', 'refused', 'stopped', 'superseded'],
  active: ['paused', 'stopped', 'superseded'],
  paused: ['active', 'stopped', 'superseded'],
  refused: [],
  stopped: [],
  superseded: [],
};

/** Whether the mandate is or may come into force; a member has at most one such mandate. */
export const isLive = (status: MandateStatus): boolean => mandateMoves[status].length > 0;

export const debitWords = {
  pending: { text: '待送銀行', tone: 'info' },
  sent: { text: '扣款中', tone: 'progress' },
  paid: { text: '已扣款', tone: 'done' },
  refused: { text: '扣款未成功', tone: 'problem' },
  withdrawn: { text: '未送出', tone: 'neutral' },
} as const satisfies Record<string, StateWord>;
export type DebitStatus = keyof typeof debitWords;
export const debitStatuses = Object.keys(debitWords) as DebitStatus[];

/**
 * The only allowed moves. A debit that was sent stands until the bank has answered; one of an order
 * that was not sent may wait again, if the member has chosen so anew.
 */
export const debitMoves: Record<DebitStatus, readonly DebitStatus[]> = {
  pending: ['sent', 'withdrawn'],
  sent: ['paid', 'refused'],
  paid: [],
  refused: [],
  withdrawn: ['pending'],
};

/** Why a debit was not sent to the bank. */
export const withdrawnText = {
  paid: '已經付清，不需扣款',
  ceiling: '超過您設定的每筆上限',
  stopped: '授權已停止或暫停',
  deadline: '付款期限前沒有營業日可以扣款',
  unreadable: '資料暫時無法讀取，將與您聯絡',
  transfer: '您改為自行轉帳',
} as const;
export type WithdrawnReason = keyof typeof withdrawnText;
export const withdrawnReasons = Object.keys(withdrawnText) as WithdrawnReason[];

export const debitSubjectText = { instalment: '還款', order: '出資' } as const;
/** What members read in their passbook; at most five characters. */
export const passbookText = { instalment: '百溪還款', order: '百溪出資' } as const;
export type DebitSubject = keyof typeof debitSubjectText;
export const debitSubjects = Object.keys(debitSubjectText) as DebitSubject[];
