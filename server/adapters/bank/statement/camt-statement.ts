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

/**
 * A transaction by its number in the file, from 1, because XML has no lines. `isProven`
 * stands at the end of a statement: whether they lead from its opening balance to its closing one.
 */
export type CamtLine = { line: number } & (
  | { row: Record<Column, string> }
  | { why: string }
  | { aside: string }
  | { isProven: boolean }
);

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
  #owner: 'unknown' | 'own' | 'foreign' = 'unknown';
  /** Balance after the last transaction in NT$; null if it is not known. */
  #balance: Money | null = null;
  #closing: Money | null = null;

  constructor(account: string | null) {
    this.#account = account;
    if (account === null) this.#owner = 'own';
  }

  *take(part: CamtPart): Generator<CamtLine> {
    if (part.part === 'end') yield* this.#end();
    else if (part.part === 'account') yield* this.#ownerOf(part.fields);
    else if (this.#owner === 'foreign') return;
    else if (part.part === 'balance') this.#balanceOf(part.fields);
    else if (this.#owner === 'unknown') yield this.#problem('對帳單沒有先寫是哪個帳戶');
    else yield* this.#entry(part.entry);
  }

  /** A statement of another account would book money that is not in trust. */
  *#ownerOf(fields: Fields): Generator<CamtLine> {
    const number = digitsOf(fields.get('Id/Othr/Id') ?? fields.get('Id/IBAN') ?? '');
    const currency = fields.get('Ccy') ?? 'TWD';
    const isOther = this.#account !== null && number !== digitsOf(this.#account);
    this.#owner = currency !== 'TWD' || isOther ? 'foreign' : 'own';
    if (this.#owner === 'foreign')
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
    const status = fields.get('Sts/Cd') ?? fields.get('Sts');
    // Entries that are only announced are booked by a later statement.
    if (status !== undefined && ['PDNG', 'INFO', 'FUTR'].includes(status)) return;
    const rows = rowsOfEntry(fields, transactions);
    if (status !== 'BOOK' || rows === null) {
      this.#balance = null;
      const what = status === undefined ? '沒有' : `是 ${status}，不是`;
      yield this.#problem(
        rows === null ? '各筆明細的合計與該筆總額不符' : `狀態${what}已入帳（BOOK）`,
      );
    } else for (const row of rows) yield this.#row(row);
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
    this.#owner = this.#account === null ? 'own' : 'unknown';
    if (isBroken) yield this.#problem('期末餘額與各筆交易不符');
    // The balances of the lines were added up by us; only the bank's own balance proves them.
    yield { line: this.#line, isProven: !isBroken && reached !== null && closing !== null };
  }

  #problem(why: string): CamtLine {
    this.#line += 1;
    return { line: this.#line, why };
  }
}

const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '');

/** Whole NT$ with its sign; null if it is not a whole amount. */
function signedAmount(amount: string | undefined, indicator: string | undefined): Money | null {
  const found = /^0*(\d{1,15})(?:\.0+)?$/.exec(amount ?? '');
  if (!found || (indicator !== 'CRDT' && indicator !== 'DBIT')) return null;
  return money(indicator === 'DBIT' ? -Number(found[1]) : Number(found[1]));
}

const isTrue = (text: string | undefined) => text === 'true' || text === '1';

/** Banks write it where a reference is missing. */
const known = (text: string | undefined) =>
  text === undefined || /^NOT ?(?:PROVIDED|AVAILABLE)$/i.test(text) ? '' : text;

/**
 * The transactions of an entry, and what the bank kept of them as charges; null if their sum is not
 * the amount of the entry.
 */
function rowsOfEntry(fields: Fields, transactions: readonly Fields[]): Row[] | null {
  const total = signedAmount(fields.get('Amt'), fields.get('CdtDbtInd'));
  const [only = new Map<string, string>(), ...more] = transactions;
  const own = amountOf(only);
  const indicator = only.get('CdtDbtInd') ?? fields.get('CdtDbtInd');
  const isSame = own.currency !== 'TWD' || signedAmount(own.amount, indicator) === total;
  if (more.length === 0 && (isSame || total === null)) return [rowOf(fields, only, null)];
  const rows = transactions.map((transaction, index) =>
    rowOf(fields, transaction, more.length === 0 ? 0 : index + 1),
  );
  // A charge is a line of its own, because the payer paid the whole amount. The bank writes the
  // charges of an entry at its transactions or at the entry.
  const charges = transactions.flatMap((of, index) => chargeRows(of, rows[index]!));
  const attempts = [rows, [...rows, ...charges], [...rows, ...chargeRows(fields, rows[0]!)]];
  return attempts.find((all) => sumOf(all) === total) ?? null;
}

function sumOf(rows: readonly Row[]): Money | null {
  const amounts = rows.map(({ amount }) => Number(amount));
  return amounts.every(Number.isSafeInteger) ? sum(amounts.map(money)) : null;
}

/** Returns a row for what was charged of a transaction, if it can be read. */
function chargeRows(fields: Fields, of: Row): Row[] {
  const [path] = ['Chrgs/Rcrd', 'Chrgs'].filter((one) => fields.has(`${one}/Amt`));
  if (path === undefined) return [];
  const amounts = (fields.get(`${path}/Amt`) ?? '').split(' ');
  const signs = fields.get(`${path}/CdtDbtInd`)?.split(' ') ?? amounts.map(() => 'DBIT');
  const parts = amounts.map((amount, at) => signedAmount(amount, signs[at]));
  if (signs.length !== amounts.length || parts.some((part) => part === null)) return [];
  const charge = sum(parts.map((part) => part ?? money(0)));
  return charge === 0 ? [] : [chargeRow(of, charge)];
}

const chargeRow = (of: Row, charge: Money): Row => ({
  ...of,
  seq: of.seq === '' ? '' : `${of.seq}-fee`,
  amount: String(charge),
  virtualAccount: '',
  reverses: '',
  reference: '',
  fromBank: '',
  fromAccount: '',
  fromName: '',
  memo: '手續費',
});

/**
 * `part` is the number of the transaction in an entry with several, 0 for the only one if it has an
 * amount of its own, and null if the entry's amount counts.
 */
function rowOf(fields: Fields, transaction: Fields, part: number | null): Row {
  const of = (path: string) => transaction.get(path) ?? '';
  const { amount, currency } = part === null ? amountOf(fields) : amountOf(transaction);
  const indicator = of('CdtDbtInd') || (fields.get('CdtDbtInd') ?? '');
  const { date, time } = momentOf(fields);
  const isReversal = isTrue(transaction.get('RvslInd') ?? fields.get('RvslInd'));
  const { seq, original } = numbersOf(fields, transaction, { part, isReversal });
  const isReceipt = indicator === 'CRDT' && !isReversal;
  const takesBack = indicator === 'DBIT' && isReversal;
  const reference = of('RmtInf/Strd/CdtrRefInf/Ref');
  return {
    date,
    time,
    seq,
    // An amount in another currency is left as it is written, and is then refused with its text.
    amount:
      currency === 'TWD'
        ? String(signedAmount(amount, indicator) ?? `${indicator || '沒有借貸別'} ${amount}`)
        : `${currency} ${amount}`,
    // A debit that is taken back was no payment to a virtual account.
    virtualAccount:
      isReceipt || takesBack
        ? of('RltdPties/CdtrAcct/Id/Othr/Id') || (/^\d+$/.test(reference) ? reference : '')
        : '',
    reverses: takesBack ? original || '?' : '',
    reference: `${of('Refs/EndToEndId')} ${takesBack ? '' : original}`.trim(),
    fromBank: isReceipt ? of('RltdAgts/DbtrAgt/FinInstnId/ClrSysMmbId/MmbId') : '',
    // Foreign accounts have letters, and nothing is sent there.
    fromAccount: isReceipt ? of('RltdPties/DbtrAcct/Id/Othr/Id') : '',
    fromName: of('RltdPties/Dbtr/Pty/Nm') || of('RltdPties/Dbtr/Nm'),
    memo:
      of('RtrInf/AddtlInf') ||
      of('RmtInf/Ustrd') ||
      of('AddtlTxInf') ||
      (fields.get('AddtlNtryInf') ?? ''),
    type: of('BkTxCd/Domn/Fmly/SubFmlyCd') || (fields.get('BkTxCd/Domn/Fmly/SubFmlyCd') ?? ''),
  };
}

/**
 * The number of a transaction, and that of the one that it reverses or names. Many banks number the
 * transactions only, and not the entries.
 */
function numbersOf(
  fields: Fields,
  transaction: Fields,
  { part, isReversal }: { part: number | null; isReversal: boolean },
): { seq: string; original: string } {
  const of = (path: string) => known(transaction.get(`Refs/${path}`));
  const entry = known(fields.get('AcctSvcrRef')) || known(fields.get('NtryRef'));
  if (entry !== '') {
    const original = of('AcctSvcrRef') === entry ? '' : of('AcctSvcrRef');
    return { seq: part === null || part === 0 ? entry : `${entry}-${part}`, original };
  }
  const own = of('InstrId') || of('TxId');
  if (isReversal) return { seq: own, original: own === '' ? '' : of('AcctSvcrRef') };
  return { seq: of('AcctSvcrRef') || own, original: '' };
}

/** A transaction has its amount in one of two places. */
function amountOf(of: Fields) {
  const path = of.has('Amt') ? 'Amt' : 'AmtDtls/TxAmt/Amt';
  return { amount: of.get(path) ?? '', currency: of.get(`${path}@Ccy`) ?? '' };
}

/** Day and time of the booking in Taipei; a time without a zone is the bank's own. */
function momentOf(fields: Fields): { date: string; time: string } {
  const at = fields.get('BookgDt/DtTm');
  // A day may have a zone behind it, which changes nothing about it.
  const day = (fields.get('BookgDt/Dt') ?? '').replace(/(?:Z|[+-]\d\d:\d\d)$/, '');
  if (at === undefined) return { date: day, time: '' };
  const isZoned = /(?:Z|[+-]\d\d:\d\d)$/.test(at);
  const instant = Date.parse(isZoned ? at : `${at}Z`) + (isZoned ? TAIPEI_OFFSET_MS : 0);
  if (Number.isNaN(instant)) return { date: at, time: '' };
  const [date = '', time = ''] = new Date(instant).toISOString().split('T');
  return { date, time: time.slice(0, 8) };
}

/** Taiwan has no daylight saving time. */
const TAIPEI_OFFSET_MS = 8 * 3_600_000;
