// Files with payment orders, in the formats that banks take: a table, or ISO 20022.
import { createHash } from 'node:crypto';
import { dayOf } from '#contract/core/day.ts';
import { money, sum } from '#contract/core/money.ts';
import { type Element, element, xmlDocument } from '../xml.ts';

export type BankPayment = {
  /** The platform's reference; the bank never pays the same reference twice. */
  reference: string;
  purpose: string;
  bankCode: string;
  account: string;
  holder: string;
  /** Whole NT$. */
  amount: number;
  memo: string;
};

/**
 * Payments that two persons released together: one file, identified at the bank by its reference.
 */
export type BankBatch = {
  reference: string;
  /** When the second person approved it. */
  approvedAt: Date;
  payments: readonly BankPayment[];
};

/** Format of the order files, and the account in Taiwan from which they pay. */
export type OrderSettings =
  | { format: 'csv' }
  | {
      format: 'pain.001';
      /** Three digits of the bank, the number of the trust account, and the name of its holder. */
      bankCode: string;
      account: string;
      holder: string;
    };

export type OrderFile = { extension: 'csv' | 'xml'; mediaType: string; text: string };

const ORDER_COLUMNS = ['參考編號', '用途', '銀行代碼', '帳號', '戶名', '金額', '附言'];
const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.03';
/** The code of ISO 20022 for the bank codes of Taiwan (external code set, clearing systems). */
const CLEARING_SYSTEM = 'TWNCC';
/** Limits of the message: Max35Text, Max140Text. */
const [REFERENCE_LENGTH, TEXT_LENGTH] = [35, 140];

/**
 * Writes the orders of a batch. The same batch always gives the same bytes. Throws if a payment
 * cannot be right, before anything is written.
 */
export function orderFile(batch: BankBatch, settings: OrderSettings): OrderFile {
  if (batch.payments.length === 0) throw new Error('not a batch: nothing to pay');
  for (const payment of batch.payments) assertPayable(payment);
  return settings.format === 'csv'
    ? { extension: 'csv', mediaType: 'text/csv; charset=utf-8', text: table(batch) }
    : { extension: 'xml', mediaType: 'application/xml', text: transfers(batch, settings) };
}

/** Proves later that a file is the one that the bank was given. */
export const sha256OfText = (text: string) => createHash('sha256').update(text).digest('hex');

function assertPayable({ reference, amount, bankCode, account }: BankPayment): void {
  if (!/^[\w-]{1,60}$/.test(reference)) throw new Error('not a reference of ours');
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new Error('not an amount to pay');
  if (!isPayable({ bankCode, account })) throw new Error('not an account');
}

/** Whether a payment names an account as banks number them. */
export const isPayable = ({ bankCode, account }: Pick<BankPayment, 'bankCode' | 'account'>) =>
  /^\d{3}$/.test(bankCode) && /^\d{6,16}$/.test(account);

/** Returns a header and one line per payment, with the mark by which spreadsheets read UTF-8. */
function table({ payments }: BankBatch): string {
  const rows = payments.map((payment) => {
    const { reference, purpose, bankCode, account, holder, amount, memo } = payment;
    return [reference, purpose, bankCode, account, holder, String(amount), memo];
  });
  return `\uFEFF${[ORDER_COLUMNS, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** Quotes a cell and removes the leading characters by which a spreadsheet recognises a formula. */
function cell(text: string): string {
  const plain = text.replace(/[\r\n\0]+/g, ' ').replace(/^[\s=+\-@]+/, '');
  return `"${plain.replaceAll('"', '""')}"`;
}

type Debtor = Extract<OrderSettings, { format: 'pain.001' }>;

/** Customer credit transfer initiation, pain.001.001.03: one payment instruction per batch. */
function transfers(batch: BankBatch, debtor: Debtor): string {
  const { approvedAt, payments } = batch;
  const reference = short(batch.reference);
  const totals = [
    element('NbOfTxs', String(payments.length)),
    element('CtrlSum', String(sum(payments.map(({ amount }) => money(amount))))),
  ];
  const header = element('GrpHdr', [
    element('MsgId', reference),
    element('CreDtTm', `${approvedAt.toISOString().slice(0, 19)}Z`),
    ...totals,
    element('InitgPty', [element('Nm', text(debtor.holder))]),
  ]);
  const instruction = element('PmtInf', [
    element('PmtInfId', reference),
    element('PmtMtd', 'TRF'),
    element('BtchBookg', 'false'),
    ...totals,
    element('ReqdExctnDt', dayOf(approvedAt)),
    element('Dbtr', [element('Nm', text(debtor.holder))]),
    element('DbtrAcct', [accountId(debtor.account), element('Ccy', 'TWD')]),
    element('DbtrAgt', [agentId(debtor.bankCode)]),
    // The platform pays the remittance of payouts, so that the payee gets the whole amount.
    element('ChrgBr', 'DEBT'),
    ...payments.map(transfer),
  ]);
  const message = element('CstmrCdtTrfInitn', [header, instruction]);
  return xmlDocument(element('Document', [message], { xmlns: NAMESPACE }));
}

function transfer({ reference, amount, bankCode, account, holder, memo }: BankPayment): Element {
  return element('CdtTrfTxInf', [
    element('PmtId', [element('EndToEndId', short(reference))]),
    element('Amt', [element('InstdAmt', String(amount), { Ccy: 'TWD' })]),
    element('CdtrAgt', [agentId(bankCode)]),
    element('Cdtr', [element('Nm', text(holder))]),
    element('CdtrAcct', [accountId(account)]),
    ...(memo.trim() === '' ? [] : [element('RmtInf', [element('Ustrd', text(memo))])]),
  ]);
}

const accountId = (account: string) => element('Id', [element('Othr', [element('Id', account)])]);

const agentId = (bankCode: string) =>
  element('FinInstnId', [
    element('ClrSysMmbId', [
      element('ClrSysId', [element('Cd', CLEARING_SYSTEM)]),
      element('MmbId', bankCode),
    ]),
  ]);

/** Refuses a reference that is too long, because a shortened one would not be recognised again. */
function short(reference: string): string {
  if (reference.length > REFERENCE_LENGTH) throw new Error('the reference is too long');
  return reference;
}

const text = (long: string) =>
  Array.from(long.replace(/\s+/g, ' ').trim()).slice(0, TEXT_LENGTH).join('');
