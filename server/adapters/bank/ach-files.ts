// Reads and writes the clearing house's ACH files by their layouts, and turns their records into
// mandates, debits and answers.
import { type Day, addDays, clockOf, day, dayOf, isDay } from '#contract/core/day.ts';
import { money, sum } from '#contract/core/money.ts';
import { toBig5 } from '../sms/big5.ts';
import {
  type CollectionType,
  type Field,
  type RecordLayout,
  CLEARING_HOUSE,
  achLayouts,
  collectionTypes,
} from './ach-layouts.ts';

/** The creditor in whose name mandates are registered and debits are collected. */
export type Creditor = {
  /** 統一編號 of the creditor, and the number of its contract with the bank (交易代號). */
  number: string;
  transaction: string;
  /** Seven digits of the bank that sends the files, and the account that is credited. */
  bank: string;
  account: string;
};

/** Somebody's account at their bank, and the number by which the bank knows the mandate (用戶號碼). */
type Debtor = { bank: string; account: string; personId: string; userNo: string };

export type MandateOrder = Debtor & {
  /** The platform's own reference, which the bank repeats. */
  reference: string;
  action: 'add' | 'cancel';
  /** Most that one debit may collect, in NT$. */
  limit: number;
};
export type DebitOrder = Debtor & {
  reference: string;
  /** NT$. */
  amount: number;
  /** What the member reads in their passbook; at most five Chinese characters. */
  memo: string;
};

/** Orders with the bank's answer, its return code; `debitedOn` is the bank day of the debit. */
export type AnsweredMandate = MandateOrder & { code: string };
export type AnsweredDebit = DebitOrder & { code: string; debitedOn: Day };

export type CollectionFile = { on: Day; at: Date; creditor: Creditor } & (
  | { type: 'P02'; rows: readonly MandateOrder[] }
  | { type: 'P01'; rows: readonly DebitOrder[] }
  | { type: 'R02'; rows: readonly AnsweredMandate[] }
  | { type: 'R01'; rows: readonly AnsweredDebit[] }
);

/** The file does not follow the layout; nothing of it may be used. */
export class AchUnreadable extends Error {
  override name = 'AchUnreadable';
}

const NEW_LINE = '\r\n';
const ROC_YEAR_ZERO = 1911;

type Values = Record<string, string>;

/** Writes one field. Throws if the value does not fit, because a cut value would be another one. */
function writeField({ name, kind, length, value }: Field, values: Values): Buffer {
  const given = value ?? values[name] ?? '';
  if (kind === '9') {
    if (!/^\d*$/.test(given) || given.length > length) throw new RangeError(`${name} does not fit`);
    return Buffer.from(given.padStart(length, '0'));
  }
  const bytes = toBig5(given);
  if (/[\p{C}]/u.test(given) || bytes.length > length) throw new RangeError(`${name} does not fit`);
  return Buffer.concat([bytes, Buffer.alloc(length - bytes.length, ' ')]);
}

export const writeRecord = (layout: RecordLayout, values: Values): Buffer =>
  Buffer.concat(layout.map((field) => writeField(field, values)));

/** Reads one record; throws AchUnreadable if it has another length, constant or kind of field. */
export function readRecord(layout: RecordLayout, bytes: Buffer): Values {
  const decoder = new TextDecoder('big5');
  const values: Values = {};
  let at = 0;
  for (const { name, kind, length, value } of layout) {
    const text = decoder.decode(bytes.subarray(at, (at += length))).trimEnd();
    if (value === '') continue;
    const isWrong = value === undefined ? kind === '9' && !/^\d+$/.test(text) : text !== value;
    if (isWrong) throw new AchUnreadable(`not a record of this layout: ${name}`);
    values[name] = text;
  }
  if (at !== bytes.length) throw new AchUnreadable(`not ${at} bytes`);
  return values;
}

/** A day as the clearing house writes it: eight digits with a year of the Republic of China. */
const rocDay = (on: Day): string =>
  `${Number(on.slice(0, 4)) - ROC_YEAR_ZERO}${on.slice(5, 7)}${on.slice(8)}`.padStart(8, '0');

function dayIn(text: string): Day {
  const [year, month, date] = [text.slice(0, 4), text.slice(4, 6), text.slice(6)];
  const on = `${Number(year) + ROC_YEAR_ZERO}-${month}-${date}`;
  if (!isDay(on)) throw new AchUnreadable(`not a day: ${text}`);
  return day(on);
}

const plain = (number: string) => number.replace(/^0+(?=\d)/, '');

/** Writes a file. The same content always gives the same bytes. */
export function writeCollection(file: CollectionFile): Buffer {
  const { type, on, at, creditor, rows } = file;
  if (rows.length === 0) throw new RangeError('a file without records');
  for (const { reference } of rows) {
    if (!/^[\w-]{1,40}$/.test(reference)) throw new RangeError('not a reference of ours');
  }
  const layout = achLayouts[type];
  const isAnswer = type === 'R01' || type === 'R02';
  const parties = isAnswer
    ? { SORG: CLEARING_HOUSE, RORG: creditor.bank }
    : { SORG: creditor.bank, RORG: CLEARING_HOUSE };
  const frame = { ...parties, TDATE: rocDay(on), TTIME: clockOf(at).slice(11).replaceAll(':', '') };
  const isDebits = type === 'P01' || type === 'R01';
  const total = isDebits ? String(sum(file.rows.map(({ amount }) => money(amount)))) : '0';
  const tail: Values = { ...frame, TCOUNT: String(rows.length), TAMT: total };
  if (type === 'R01') tail['YDATE'] = rocDay(addDays(on, -1));
  const details = isDebits
    ? file.rows.map((row, k) => debitValues(row, { k, on, creditor, isAnswer }))
    : file.rows.map((row, k) => mandateValues(row, { k, on, creditor }));
  const records = [
    writeRecord(layout.head, frame),
    ...details.map((values) => writeRecord(layout.detail, values)),
    writeRecord(layout.tail, tail),
  ];
  return Buffer.concat(records.flatMap((record) => [record, Buffer.from(NEW_LINE)]));
}

type Place = { k: number; on: Day; creditor: Creditor };

function mandateValues(row: MandateOrder & { code?: string }, { k, on, creditor }: Place): Values {
  if (!Number.isSafeInteger(row.limit) || row.limit <= 0) throw new RangeError('not a limit');
  return {
    SEQ: String(k + 1),
    TXID: creditor.transaction,
    CID: creditor.number,
    RBANK: row.bank,
    RCLNO: row.account,
    PID: row.personId,
    CNO: row.userNo,
    ADMARK: row.action === 'add' ? 'A' : 'D',
    DATE: rocDay(on),
    PBANK: creditor.bank,
    NOTE: row.reference,
    RCODE: row.code ?? '',
    LIMITAMT: String(row.limit),
  };
}

function debitValues(
  row: DebitOrder & { code?: string; debitedOn?: Day },
  { k, on, creditor, isAnswer }: Place & { isAnswer: boolean },
): Values {
  if (!Number.isSafeInteger(row.amount) || row.amount <= 0) throw new RangeError('not an amount');
  const seq = String(k + 1);
  // An answer comes from the debtor's bank, so that presenting and receiving account change places.
  const accounts = isAnswer
    ? { PBANK: row.bank, PCLNO: row.account, RBANK: creditor.bank, RCLNO: creditor.account }
    : { PBANK: creditor.bank, PCLNO: creditor.account, RBANK: row.bank, RCLNO: row.account };
  const original = { PDATE: rocDay(row.debitedOn ?? on), PSEQ: seq.padStart(8, '0'), PSCHD: 'B' };
  return {
    TXID: creditor.transaction,
    SEQ: seq,
    AMT: String(row.amount),
    CFEE: '0',
    ...accounts,
    CID: creditor.number,
    PID: row.personId,
    CNO: row.userNo,
    NOTE: row.reference,
    MEMO: row.memo,
    RCODE: row.code ?? '',
    ...(isAnswer && original),
  };
}

/**
 * Reads a file of any of the four types. Throws AchUnreadable if a record has another layout, or
 * if number and total in the last record are not those of the file, as if its end were missing.
 */
export function readCollection(bytes: Buffer): CollectionFile {
  const type = collectionTypes.find(
    (one) => bytes.subarray(0, 9).toString('latin1') === `BOFACH${one}`,
  );
  if (!type) throw new AchUnreadable('not an ACH file');
  const layout = achLayouts[type];
  const records = bytes
    .toString('latin1')
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => Buffer.from(line, 'latin1'));
  const [first, last] = [records[0]!, records.at(-1)!];
  if (records.length < 3) throw new AchUnreadable('a file without records');
  const head = readRecord(layout.head, first);
  const tail = readRecord(layout.tail, last);
  const rows = records.slice(1, -1).map((record) => readRecord(layout.detail, record));
  if (Number(tail['TCOUNT']) !== rows.length) throw new AchUnreadable('another number of records');
  const on = dayIn(head['TDATE']!);
  return fileOf(type, rows, { on, head, tail });
}

function fileOf(
  type: CollectionType,
  rows: readonly Values[],
  { on, head, tail }: { on: Day; head: Values; tail: Values },
): CollectionFile {
  const isAnswer = type === 'R01' || type === 'R02';
  const [row] = rows;
  const own = isAnswer ? 'R' : 'P';
  const creditor: Creditor = {
    number: row!['CID']!,
    transaction: row!['TXID']!,
    bank: row![type === 'R02' ? 'PBANK' : `${own}BANK`]!,
    account: plain(row![`${own}CLNO`] ?? ''),
  };
  if (type === 'P02' || type === 'R02') {
    const mandates = rows.map(mandateIn);
    const at = new Date(`${on}T00:00:00+08:00`);
    const file = { on, at, creditor: { ...creditor, account: '' } };
    return type === 'P02'
      ? { ...file, type, rows: mandates.map(withoutCode) }
      : { ...file, type, rows: mandates };
  }
  const debits = rows.map((values) => debitIn(values, own === 'P' ? 'R' : 'P'));
  const total = sum(debits.map(({ amount }) => money(amount)));
  if (Number(tail['TAMT']) !== total) throw new AchUnreadable('another total');
  const time = head['TTIME']!.replace(/(..)(..)(..)/, '$1:$2:$3');
  const file = { on, at: new Date(`${on}T${time}+08:00`), creditor };
  if (type === 'P01') return { ...file, type, rows: debits.map(withoutCode) };
  const dated = debits.map((row, k) => ({ ...row, debitedOn: dayIn(rows[k]!['PDATE']!) }));
  return { ...file, type, rows: dated };
}

function withoutCode<T extends { code: string }>({ code: _code, ...row }: T): Omit<T, 'code'> {
  return row;
}

function mandateIn(values: Values): AnsweredMandate {
  return {
    bank: values['RBANK']!,
    account: plain(values['RCLNO']!),
    personId: values['PID']!,
    userNo: values['CNO']!,
    reference: values['NOTE']!,
    code: values['RCODE']!,
    action: values['ADMARK'] === 'D' ? 'cancel' : 'add',
    limit: Number(values['LIMITAMT']),
  };
}

function debitIn(values: Values, debtor: 'P' | 'R'): DebitOrder & { code: string } {
  return {
    bank: values[`${debtor}BANK`]!,
    account: plain(values[`${debtor}CLNO`]!),
    personId: values['PID']!,
    userNo: values['CNO']!,
    reference: values['NOTE']!,
    memo: values['MEMO']!,
    code: values['RCODE']!,
    amount: Number(values['AMT']),
  };
}

/** Returns the bank's answer to a file of orders; `codeOf` decides about each record. */
export function answerTo(
  file: CollectionFile,
  at: Date,
  codeOf: (row: MandateOrder | DebitOrder) => string,
): CollectionFile {
  const { creditor } = file;
  const about = { creditor, at, on: dayOf(at) };
  if (file.type === 'P02') {
    return { ...about, type: 'R02', rows: file.rows.map((r) => ({ ...r, code: codeOf(r) })) };
  }
  if (file.type === 'P01') {
    const { on: debitedOn } = file;
    const rows = file.rows.map((r) => ({ ...r, code: codeOf(r), debitedOn }));
    return { ...about, type: 'R01', rows };
  }
  throw new RangeError('an answer is not answered');
}
