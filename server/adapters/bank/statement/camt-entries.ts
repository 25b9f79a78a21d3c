// Reads the entries of an ISO 20022 account statement (camt.053, any version), piece by piece.
import sax from 'sax';
import type { Encoding } from './statement-text.ts';

/** Texts of the elements below an element, by path without namespace: `Refs/EndToEndId`. */
export type Fields = ReadonlyMap<string, string>;

/** One booked entry with the transactions that it consists of. */
export type CamtEntry = { fields: Fields; transactions: Fields[] };
export type CamtPart =
  | { part: 'account'; fields: Fields }
  | { part: 'balance'; fields: Fields }
  | { part: 'entry'; entry: CamtEntry }
  | { part: 'end' };

/** The text is not a statement of this kind; the message says so in words for people. */
export class NotCamt extends Error {
  override name = 'NotCamt';
}

/** More texts than any bank writes; a file that exceeds this is refused, and not kept in memory. */
const FIELDS_PER_ENTRY = 200_000;
const TEXT_LENGTH = 2_000;

/** Elements inside each other; a statement has fewer than 16. */
const DEPTH = 32;

const STATEMENT = 'Document/BkToCstmrStmt/Stmt';
const ENTRY = `${STATEMENT}/Ntry`;
const TRANSACTION = `${ENTRY}/NtryDtls/TxDtls`;
/** Other messages about accounts, by the element below the document. */
const others: Record<string, string> = {
  BkToCstmrAcctRpt: '這是 camt.052 的當日報告',
  BkToCstmrDbtCdtNtfctn: '這是 camt.054 的入扣帳通知',
};
const parts: Record<string, 'account' | 'balance'> = {
  [`${STATEMENT}/Acct`]: 'account',
  [`${STATEMENT}/Bal`]: 'balance',
};

const encodings: Record<string, Encoding> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  big5: 'big5',
  'utf-16': 'utf-16le',
};

/** Returns the encoding that the declaration of an XML file names. Throws NotCamt at any other. */
export function declaredEncoding(bytes: Uint8Array): Encoding {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const name = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1] ?? 'utf-8';
  const encoding = encodings[name.toLowerCase()];
  if (!encoding) throw new NotCamt(`無法讀取 ${name} 編碼，請以 UTF-8 存檔`);
  return encoding;
}

/** Collects the texts below the element at `path`. */
class Collected {
  readonly path: string;
  readonly fields = new Map<string, string>();
  constructor(path: string) {
    this.path = path;
  }

  /** Adds a text; texts of repeated elements (lines of a remittance text) are joined. */
  put(path: string, text: string): void {
    const key = path.slice(this.path.length + 1);
    const before = this.fields.get(key);
    this.fields.set(key, before === undefined ? text : `${before} ${text}`.slice(0, TEXT_LENGTH));
  }
}

/** Throws NotCamt if the outer elements are those of another message. */
function assertMessage(name: string, attributes: readonly [name: string, value: string][]): void {
  if (others[name]) throw new NotCamt(others[name]);
  const message = attributes
    .filter(([attribute]) => attribute === 'xmlns' || attribute.startsWith('xmlns:'))
    .map(([, value]) => /\b[a-z]{4}\.\d{3}(?=\.\d{3}\.\d\d$)/.exec(value)?.[0])
    .find((found) => found !== undefined);
  if (message !== undefined && message !== 'camt.053') throw new NotCamt(`這是 ${message} 訊息`);
}

/**
 * Parses a statement that is fed in pieces. `write` returns what has been completed; `close`
 * throws NotCamt if the document has not ended. Entities other than those of XML itself, document
 * types, and documents of another kind throw NotCamt.
 */
export class CamtParser {
  readonly #path: string[] = [];
  readonly #done: CamtPart[] = [];
  readonly #sax = sax.parser(true);
  #text = '';
  #count = 0;
  #currency = '';
  #open: Collected | null = null;
  #transaction: Collected | null = null;
  #transactions: Fields[] = [];
  #isStatement = false;

  constructor() {
    const add = (text: string) => {
      this.#text = (this.#text + text).slice(0, TEXT_LENGTH);
    };
    Object.assign(this.#sax, {
      onerror: () => {
        throw new NotCamt(`第 ${this.#sax.line + 1} 行不是正確的 XML`);
      },
      ondoctype: () => {
        throw new NotCamt('含有文件類型宣告（DOCTYPE）');
      },
      onopentag: (tag: { name: string; attributes: Record<string, string> }) => this.#opened(tag),
      onclosetag: () => this.#closed(),
      ontext: add,
      oncdata: add,
    });
  }

  write(piece: string): CamtPart[] {
    this.#sax.write(piece);
    return this.#done.splice(0);
  }

  close(): CamtPart[] {
    this.#sax.close();
    if (!this.#isStatement) throw new NotCamt('沒有帳戶的對帳單');
    return this.#done.splice(0);
  }

  #opened({ name, attributes }: { name: string; attributes: Record<string, string> }): void {
    if (this.#path.length >= DEPTH) throw new NotCamt(`巢狀超過 ${DEPTH} 層`);
    if (this.#text.trim() !== '') throw new NotCamt('元素之間有文字');
    const local = name.slice(name.indexOf(':') + 1);
    this.#path.push(local);
    this.#text = '';
    this.#currency = attributes['Ccy'] ?? '';
    const path = this.#path.join('/');
    if (this.#path.length <= 2) assertMessage(local, Object.entries(attributes));
    if (path === STATEMENT) this.#isStatement = true;
    if (path === ENTRY || parts[path]) {
      this.#open = new Collected(path);
      this.#transactions = [];
      this.#count = 0;
    } else if (path === TRANSACTION) this.#transaction = new Collected(path);
  }

  #closed(): void {
    const path = this.#path.join('/');
    const text = this.#text.trim();
    this.#path.pop();
    this.#text = '';
    if (text !== '') this.#put(path, text);
    if (path === TRANSACTION && this.#transaction) {
      this.#transactions.push(this.#transaction.fields);
      this.#transaction = null;
    } else if (this.#open?.path === path) {
      this.#complete(this.#open);
      this.#open = null;
    } else if (path === STATEMENT) this.#done.push({ part: 'end' });
  }

  #complete({ path, fields }: Collected): void {
    const part = parts[path];
    if (part) this.#done.push({ part, fields });
    else this.#done.push({ part: 'entry', entry: { fields, transactions: this.#transactions } });
  }

  #put(path: string, text: string): void {
    const into = this.#transaction ?? this.#open;
    if (!into) return;
    this.#count += 1;
    if (this.#count > FIELDS_PER_ENTRY) throw new NotCamt('一筆紀錄過大');
    into.put(path, text);
    if (this.#currency !== '') into.put(`${path}@Ccy`, this.#currency);
    this.#currency = '';
  }
}
