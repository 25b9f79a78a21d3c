// What batches, their payments, receipts and statements are called.
import type { Batch, BatchPayment, ReceiptLine, Suggestion } from '#contract/banking-office.ts';
import type { Difference } from '#contract/banking-reconciliation.ts';
import type { ImportedStatement } from '#contract/banking-statements.ts';
import type { Tone } from '../../ui/Card.tsx';

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
export const statementWords: Record<ImportedStatement['state'], Words> = {
  waiting: { tone: 'info', text: '等待讀取' },
  running: { tone: 'progress', text: '讀取中' },
  done: { tone: 'done', text: '已讀取' },
  failed: { tone: 'problem', text: '讀取失敗' },
};
export const becauseText: Record<Suggestion['because'][number], string> = {
  account: '虛擬帳號相近',
  payer: '付款帳戶相符',
  amount: '金額相符',
};
export const differenceWords: Record<Difference['kind'], { text: string; about: string }> = {
  unbooked: { text: '銀行有、帳上無', about: '對帳單有這筆，帳務尚未入帳，例如銀行手續費' },
  inFlight: { text: '匯款在途', about: '銀行已付出，回報尚未入帳' },
  unconfirmed: { text: '帳上有、銀行無', about: '帳務已入帳，對帳單沒有這一筆' },
  amount: { text: '金額不符', about: '雙方都有這一筆，但金額不同' },
  own: { text: '平台墊付', about: '平台已入帳，待平台自有資金撥入專戶' },
  opening: { text: '期初差額', about: '第一份對帳單之前就已存在的差額' },
};
