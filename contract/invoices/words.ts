// Labels of electronic invoices: what they are for, how they are delivered, and their states.
import type { StateWord } from '../core/state-words.ts';
import type { InvoiceKind, InvoiceState, Carrier, MessageState, MessageType } from './calls.ts';

/** What an invoice is for, as it is printed on it. */
export const invoiceKindText: Record<InvoiceKind, string> = {
  disbursement: '借款服務費',
  prepayment: '提前清償手續費',
  service: '出資服務費',
  refund: '退款手續費',
};

export const carrierText: Record<Carrier, string> = {
  member: '會員載具',
  mobile: '手機條碼載具',
  donation: '捐贈發票',
  company: '公司統一編號',
};

/** What a carrier means for the member. */
export const carrierAbout: Record<Carrier, string> = {
  member: '存在您的百溪帳戶，隨時可以查閱與列印',
  mobile: '存入您的手機條碼，可在財政部「統一發票兌獎」App 對獎',
  donation: '捐給您指定的受捐單位，由其對獎',
  company: '開立給公司或行號，載明稅額，可供報帳',
};

/** What a member has to give for a carrier besides the platform's own. */
export const carrierCode: Record<Exclude<Carrier, 'member'>, { label: string; hint: string }> = {
  mobile: { label: '手機條碼', hint: '斜線加 7 碼，例如 /ABC+123' },
  donation: { label: '捐贈碼', hint: '受捐單位的 3 到 7 位數字' },
  company: { label: '統一編號', hint: '公司或行號的 8 位數字' },
};

export const invoiceStates: Record<InvoiceState, StateWord> = {
  issued: { text: '已開立', tone: 'done' },
  voided: { text: '已作廢', tone: 'neutral' },
  allowed: { text: '已折讓', tone: 'attention' },
};

export const messageTypeText: Record<MessageType, string> = {
  F0401: '開立發票',
  F0501: '作廢發票',
  G0401: '折讓證明單',
  E0402: '空白未使用字軌',
};

export const messageStates: Record<MessageState, StateWord> = {
  waiting: { text: '待傳送', tone: 'progress' },
  sent: { text: '已傳送', tone: 'done' },
  refused: { text: '遭退回', tone: 'problem' },
};

/** Formats a number as on printed invoices: AB-12345678. */
export const invoiceNumberText = (number: string): string =>
  `${number.slice(0, 2)}-${number.slice(2)}`;
