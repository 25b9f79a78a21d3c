// Labels for batches, payments, receipts, statement files and the daily reconciliation.
import type { StateWord } from '../core/state-words.ts';
import { subjectText } from '../core/subject-words.ts';
import type { BookingKind, BookingState } from './bookings.ts';
import type { Batch, BatchPayment, ReceiptLine } from './office.ts';
import type { TargetOwner, Suggestion } from './matches.ts';
import type { DayEvent, Difference, SignBlock } from './reconciliation.ts';
import type { ImportedStatement } from './statements.ts';

export const batchKindText: Record<Batch['kind'], string> = {
  disbursement: '撥款',
  refund: '退款',
  payout: '收益撥付',
  return: '退回匯款',
  sweep: '服務費撥轉',
};

export const batchWords: Record<Batch['state'], StateWord> = {
  checking: { text: '待覆核', tone: 'attention' },
  approved: { text: '待送銀行', tone: 'progress' },
  sent: { text: '已送銀行', tone: 'done' },
  returned: { text: '覆核退回', tone: 'problem' },
  void: { text: '無可付款項', tone: 'neutral' },
};

export const paymentWords: Record<BatchPayment['status'], StateWord> = {
  pending: { text: '待送出', tone: 'info' },
  sent: { text: '匯款中', tone: 'progress' },
  confirmed: { text: '已匯出', tone: 'done' },
  returned: { text: '銀行退回', tone: 'problem' },
};

export const receiptWords: Record<ReceiptLine['state'], StateWord> = {
  matched: { text: '已入帳', tone: 'done' },
  suspense: { text: '待比對', tone: 'attention' },
  returned: { text: '已退回', tone: 'neutral' },
  reversed: { text: '已沖正', tone: 'problem' },
};

/**
 * Labels for what a receipt was booked to; `payment` is one of our payments that the bank returned.
 */
export const receiptSubjectText: Record<NonNullable<ReceiptLine['subjectType']>, string> = {
  order: subjectText.order,
  loan: subjectText.loan,
  payment: '退回的匯款',
  booking: '帳務分錄',
};

export const statementWords: Record<ImportedStatement['state'], StateWord> = {
  waiting: { text: '等待讀取', tone: 'info' },
  running: { text: '讀取中', tone: 'progress' },
  proposed: { text: '待核定', tone: 'attention' },
  withdrawn: { text: '已撤回', tone: 'neutral' },
  done: { text: '已讀取', tone: 'done' },
  failed: { text: '讀取失敗', tone: 'problem' },
};

/** Why an owner is suggested for a receipt. */
export const becauseText: Record<Suggestion['because'][number], string> = {
  owner: '虛擬帳號的所有人',
  account: '虛擬帳號相近',
  payer: '付款帳戶相符',
  amount: '金額相符',
};

/** Usual reasons for the return of a receipt; the first is that of a third party's money. */
export const returnReasons = ['第三人款項，退回原付款帳戶', '查無對象', '對象已不能收款'] as const;

export const differenceWords: Record<Difference['kind'], { text: string; about: string }> = {
  unbooked: {
    text: '銀行有、帳上無',
    about: '對帳單有這筆，帳務尚未入帳，例如銀行手續費',
  },
  inFlight: { text: '匯款在途', about: '銀行已付出，回報尚未入帳' },
  unconfirmed: { text: '帳上有、銀行無', about: '帳務已入帳，對帳單沒有這一筆' },
  amount: { text: '金額不符', about: '雙方都有這一筆，但金額不同' },
  own: { text: '平台墊付', about: '平台已入帳，待平台自有資金撥入專戶' },
  opening: { text: '期初差額', about: '第一份對帳單之前就已存在的差額' },
};

export const signBlockText: Record<SignBlock, string> = {
  notEnded: '銀行還沒有結束這一天，紀錄可能未到齊',
  noClosing: '銀行日終餘額還沒有到',
  booksDiffer: '帳上信託專戶與應付不符',
  unexplained: '仍有無法說明的差額',
  unowned: '每筆差額都要有人承辦',
  unreasoned: '超過 1,000 元或超過 2 天的差額，要先寫明原因或記帳',
  short: '客戶款項短少，補足或確認公司匯款後才能簽核',
};

export const dayEventText: Record<DayEvent['kind'], string> = {
  signed: '簽核',
  second: '覆簽並關帳',
  replaced: '數字改變，簽核作廢',
  asked: '申請重新開啟',
  reopened: '重新開啟',
  refused: '維持關帳',
};

/** What a match does with the money, and with what is left over. */
export const matchText = {
  order: { used: '記入出資款', rest: '多出的部分退回會員' },
  loan: { used: '用於到期款項', rest: '其餘留作預收款，或退回借款人' },
} as const;

/** Where the bank's closing balance of a day comes from. */
export const balanceSourceText = { statement: '對帳單', sandbox: '銀行回報' } as const;

export const bookingKindText: Record<BookingKind, string> = {
  fee_sweep: '服務費撥入公司帳戶',
  bank_charge: '專戶銀行手續費',
  bank_interest: '專戶存款利息',
  company_paid_in: '公司撥補專戶',
  vat_paid: '繳納營業稅',
  manual: '調整分錄',
  year_closed: '年度結帳',
};

export const bookingWords: Record<BookingState, StateWord> = {
  checking: { text: '待覆核', tone: 'attention' },
  ordered: { text: '匯款中', tone: 'progress' },
  booked: { text: '已入帳', tone: 'done' },
  returned: { text: '覆核退回', tone: 'problem' },
  failed: { text: '銀行退回', tone: 'problem' },
  reversed: { text: '已沖銷', tone: 'neutral' },
};

/** Whether the bank names the bound account of the member as the payer's. */
export const payerText: Record<TargetOwner['payer'], string> = {
  own: '由本人綁定的帳戶匯入',
  other: '付款帳戶不是本人綁定的帳戶',
  unknown: '銀行未提供付款帳戶',
};
