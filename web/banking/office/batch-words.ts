// Texts for batches, their payments, receipts and statements.
import type { Batch, BatchPayment, ReceiptLine, Suggestion } from '#contract/banking/office.ts';
import type { DayEvent, Difference, SignBlock } from '#contract/banking/reconciliation.ts';
import type { ImportedStatement } from '#contract/banking/statements.ts';
import type { Tone } from '../../ui/display/Card.tsx';

type Words = { tone: Tone; text: string };

export const batchKindText: Record<Batch['kind'], string> = {
  disbursement: '撥款',
  refund: '退款',
  payout: '收益撥付',
  return: '退回匯款',
};
export const batchStateWords: Record<Batch['state'], Words> = {
  checking: { tone: 'attention', text: '待覆核' },
  approved: { tone: 'progress', text: '待送銀行' },
  sent: { tone: 'done', text: '已送銀行' },
  returned: { tone: 'problem', text: '覆核退回' },
  void: { tone: 'neutral', text: '無可付款項' },
};
export const paymentWords: Record<BatchPayment['status'], Words> = {
  pending: { tone: 'info', text: '待送' },
  sent: { tone: 'progress', text: '匯款中' },
  confirmed: { tone: 'done', text: '已匯出' },
  returned: { tone: 'problem', text: '銀行退回' },
};
export const receiptWords: Record<ReceiptLine['state'], Words> = {
  matched: { tone: 'done', text: '已入帳' },
  suspense: { tone: 'attention', text: '待比對' },
  returned: { tone: 'neutral', text: '已退回' },
  reversed: { tone: 'problem', text: '已沖正' },
};
export const receiptSubjectText: Record<NonNullable<ReceiptLine['subjectType']>, string> = {
  order: '出資訂單',
  loan: '申貸案',
  payment: '退回的匯款',
};
export const statementTone: Record<ImportedStatement['state'], Tone> = {
  waiting: 'info',
  running: 'progress',
  proposed: 'attention',
  withdrawn: 'neutral',
  done: 'done',
  failed: 'problem',
};
export const becauseText: Record<Suggestion['because'][number], string> = {
  owner: '虛擬帳號的所有人',
  account: '虛擬帳號相近',
  payer: '付款帳戶相符',
  amount: '金額相符',
};
export const differenceAbout: Record<Difference['kind'], string> = {
  unbooked: '對帳單有這筆，帳務尚未入帳，例如銀行手續費',
  inFlight: '銀行已付出，回報尚未入帳',
  unconfirmed: '帳務已入帳，對帳單沒有這一筆',
  amount: '雙方都有這一筆，但金額不同',
  own: '平台已入帳，待平台自有資金撥入專戶',
  opening: '第一份對帳單之前就已存在的差額',
};
export const blockText: Record<SignBlock, string> = {
  notEnded: '銀行還沒有結束這一天，紀錄可能未到齊',
  noClosing: '銀行日終餘額還沒有到',
  booksDiffer: '帳上信託專戶與應付不符',
  unexplained: '仍有無法說明的差額',
  unowned: '每筆差額都要有人承辦',
};
export const eventText: Record<DayEvent['kind'], string> = {
  signed: '簽核',
  second: '覆簽並關帳',
  replaced: '數字改變，簽核作廢',
  asked: '申請重新開啟',
  reopened: '重新開啟',
  refused: '維持關帳',
};
