// Turns an ISO 20022 account statement into lines with the columns of a statement table.
import type { CamtMapping, TableMapping } from '#contract/banking/statements.ts';
import { add, money, type Money, sum } from '#contract/core/money.ts';
import { type CamtEntry, type CamtPart, CamtParser, type Fields } from './camt-entries.ts';

/** The columns of a transaction, as a layout of a table names them. */
const columns = {
  date: 'date',
  time: 'time',
  seq: 'seq',
  credit: 'amount',
  virtualAccount: 'virtualAccount',
  reverses: 'reverses',
  reference: 'reference',
  fromBank: 'fromBank',
  fromAccount: 'fromAccount',
  fromName: 'fromName',
  memo: 'memo',
  type: 'type',
  balance: 'balance',
} as const;
type Column = (typeof columns)[keyof typeof columns];
type Row = Record<Exclude<Column, 'balance'>, string>;

/** A transaction by its number in the file, from 1, because XML has no lines. */
export type CamtLine = { line: number } & ({ row: Record<Column, string> } | { why: string });

/** The layout of the rows that `camtLines` yields. */
export const camtTable = ({ bank }: CamtMapping): TableMapping => ({
  bank,
  encoding: 'utf-8',
  delimiter: ',',
  skip: 0,
  dates: 'gregorian',
  amounts: 'signed',
  columns,
  // CDPT is a cash deposit in the bank transaction codes of ISO 20022.
  types: { CDPT: 'atm_cash' },
});

/** Yields the booked transactions of all statements in the pieces of a file, in its order. */
export function* camtLines(
  pieces: Iterable<string>,
  { account }: CamtMapping,
): Generator<CamtLine> {
  const parser = new CamtParser();
  const statement = new CamtStatement(account ?? null);
  for (const piece of pieces) {
    for (const part of parser.write(piece)) yield* statement.take(part);
  }
  for (const part of parser.close()) yield* statement.take(part);
}

/** The statement that is being read: whose it is, and its balance so far. */
class CamtStatement {
  readonly #account: string | null;
  #line = 0;
  #isForeign = false;
  /** Balance after the last transaction in NT$; null if it is not known. */
  #balance: Money | null = null;
  #closing: Money | null = null;

  constructor(account: string | null) {
    this.#account = account;
  }

  *take(part: CamtPart): Generator<CamtLine> {
    if (part.part === 'end') yield* this.#end();
    else if (part.part === 'account') yield* this.#ownerOf(part.fields);
    else if (this.#isForeign) return;
    else if (part.part === 'balance') this.#balanceOf(part.fields);
    else yield* this.#entry(part.entry);
  }

  /** A statement of another account would book money that is not in trust. */
  *#ownerOf(fields: Fields): Generator<CamtLine> {
    const number = digitsOf(fields.get('Id/Othr/Id') ?? fields.get('Id/IBAN') ?? '');
    const currency = fields.get('Ccy') ?? 'TWD';
    this.#isForeign =
      currency !== 'TWD' || (this.#account !== null && number !== digitsOf(this.#account));
    if (this.#isForeign)
      yield this.#problem(`帳戶（末四碼 ${number.slice(-4)}）不是這個格式的帳戶`);
  }

  #balanceOf(fields: Fields): void {
    const code = fields.get('Tp/CdOrPrtry/Cd');
    const amount = signedAmount(fields.get('Amt'), fields.get('CdtDbtInd'));
    // PRCD is the closing balance of the statement before, which is where this one begins.
    if (code === 'OPBD' || code === 'PRCD') this.#balance = amount;
    else if (code === 'CLBD') this.#closing = amount;
  }

  *#entry({ fields, transactions }: CamtEntry): Generator<CamtLine> {
    if ((fields.get('Sts') ?? fields.get('Sts/Cd')) !== 'BOOK') return;
    const rows = transactions.length > 1 ? batchRows(fields, transactions) : [];
    if (rows === null) {
      this.#balance = null;
      yield this.#problem('各筆明細的合計與該筆總額不符');
    } else if (rows.length > 0) for (const row of rows) yield this.#row(row);
    else yield this.#row(rowOf(fields, transactions[0] ?? new Map<string, string>(), null));
  }

  #row(row: Row): CamtLine {
    const amount = /^-?\d{1,15}$/.test(row.amount) ? money(Number(row.amount)) : null;
    this.#balance = this.#balance === null || amount === null ? null : add(this.#balance, amount);
    if (row.reverses === '?') return this.#problem('沖正沒有指明原交易序號');
    this.#line += 1;
    return { line: this.#line, row: { ...row, balance: String(this.#balance ?? '') } };
  }

  /** The closing balance must follow from the transactions, or one of them is missing. */
  *#end(): Generator<CamtLine> {
    const [reached, closing] = [this.#balance, this.#closing];
    const isBroken = reached !== null && closing !== null && reached !== closing;
    this.#balance = null;
    this.#closing = null;
    this.#isForeign = false;
    if (isBroken) yield this.#problem('期末餘額與各筆交易不符');
  }

  #problem(why: string): CamtLine {
    this.#line += 1;
    return { line: this.#line, why };
  }
}

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Whole NT$ with its sign; null if it is not a whole amount. */
function signedAmount(amount: string | undefined, indicator: string | undefined): Money | null {
  const found = /^(\d{1,15})(?:\.0+)?$/.exec(amount ?? '');
  if (!found) return null;
  return money(indicator === 'DBIT' ? -Number(found[1]) : Number(found[1]));
}

/** The transactions of an entry that the bank booked as one; null if their sum is another. */
function batchRows(fields: Fields, transactions: readonly Fields[]): Row[] | null {
  const rows = transactions.map((transaction, index) => rowOf(fields, transaction, index + 1));
  const amounts = rows.map(({ amount }) => Number(amount));
  if (!amounts.every(Number.isSafeInteger)) return null;
  const total = sum(amounts.map(money));
  return total === signedAmount(fields.get('Amt'), fields.get('CdtDbtInd')) ? rows : null;
}

/** `part` is the number of the transaction in an entry with several, and null in any other. */
function rowOf(fields: Fields, transaction: Fields, part: number | null): Row {
  const of = (path: string) => transaction.get(path) ?? '';
  const entrySeq = fields.get('AcctSvcrRef') ?? fields.get('NtryRef') ?? '';
  const { amount, currency } = amountOf(fields, transaction, part);
  const indicator = of('CdtDbtInd') || (fields.get('CdtDbtInd') ?? '');
  const { date, time } = momentOf(fields);
  const isReversal = (of('RvslInd') || fields.get('RvslInd')) === 'true' && indicator === 'DBIT';
  const original = of('Refs/AcctSvcrRef') === entrySeq ? '' : of('Refs/AcctSvcrRef');
  return {
    date,
    time,
    seq: part === null || entrySeq === '' ? entrySeq : `${entrySeq}-${part}`,
    // An amount in another currency is left as it is written, and is then refused with its text.
    amount:
      currency === 'TWD'
        ? String(signedAmount(amount, indicator) ?? amount)
        : `${currency} ${amount}`,
    virtualAccount: of('RltdPties/CdtrAcct/Id/Othr/Id') || of('RmtInf/Strd/CdtrRefInf/Ref'),
    reverses: isReversal ? original || '?' : '',
    reference: of('Refs/EndToEndId'),
    fromBank: of('RltdAgts/DbtrAgt/FinInstnId/ClrSysMmbId/MmbId'),
    fromAccount: of('RltdPties/DbtrAcct/Id/Othr/Id') || of('RltdPties/DbtrAcct/Id/IBAN'),
    fromName: of('RltdPties/Dbtr/Pty/Nm') || of('RltdPties/Dbtr/Nm'),
    memo:
      of('RtrInf/AddtlInf') ||
      of('RmtInf/Ustrd') ||
      of('AddtlTxInf') ||
      (fields.get('AddtlNtryInf') ?? ''),
    type: of('BkTxCd/Domn/Fmly/SubFmlyCd') || (fields.get('BkTxCd/Domn/Fmly/SubFmlyCd') ?? ''),
  };
}

/** A transaction of several has an amount of its own, in one of two places. */
function amountOf(fields: Fields, transaction: Fields, part: number | null) {
  const [of, path] =
    part === null
      ? ([fields, 'Amt'] as const)
      : ([transaction, transaction.has('Amt') ? 'Amt' : 'AmtDtls/TxAmt/Amt'] as const);
  return { amount: of.get(path) ?? '', currency: of.get(`${path}@Ccy`) ?? '' };
}

/** Day and time of the booking in Taipei; a time without a zone is the bank's own. */
function momentOf(fields: Fields): { date: string; time: string } {
  const at = fields.get('BookgDt/DtTm');
  if (at === undefined) return { date: fields.get('BookgDt/Dt')?.slice(0, 10) ?? '', time: '' };
  const isZoned = /(?:Z|[+-]\d\d:\d\d)$/.test(at);
  const instant = Date.parse(isZoned ? at : `${at}Z`) + (isZoned ? TAIPEI_OFFSET_MS : 0);
  if (Number.isNaN(instant)) return { date: at, time: '' };
  const [date = '', time = ''] = new Date(instant).toISOString().split('T');
  return { date, time: time.slice(0, 8) };
}

/** Taiwan has no daylight saving time. */
const TAIPEI_OFFSET_MS = 8 * 3_600_000;
