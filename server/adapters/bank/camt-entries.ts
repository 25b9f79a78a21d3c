// Reads the entries of an ISO 20022 account statement (camt.053, any version), piece by piece.
import sax from 'sax';

/** Texts of the elements below an element, by path without namespace: `Refs/EndToEndId`. */
export type Fields = ReadonlyMap<string, string>;

/** One booked entry with the transactions that it consists of. */
export type CamtEntry = { fields: Fields; transactions: Fields[] };
export type CamtPart =
  | { part: 'account'; fields: Fields }
  | { part: 'balance'; fields: Fields }
  | { part: 'entry'; entry: CamtEntry }
  | { part: 'end' };

/** The text is not a statement of this kind. */
export class NotCamt extends Error {
  override name = 'NotCamt';
}

/** More texts than any bank writes; a file that exceeds this is refused, and not kept in memory. */
const FIELDS_PER_ENTRY = 200_000;
const TEXT_LENGTH = 2_000;

const STATEMENT = 'Document/BkToCstmrStmt/Stmt';
const ENTRY = `${STATEMENT}/Ntry`;
const TRANSACTION = `${ENTRY}/NtryDtls/TxDtls`;
const parts: Record<string, 'account' | 'balance'> = {
  [`${STATEMENT}/Acct`]: 'account',
  [`${STATEMENT}/Bal`]: 'balance',
};

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
      if (this.#text.length < TEXT_LENGTH) this.#text += text;
    };
    Object.assign(this.#sax, {
      onerror: (error: Error) => {
        throw new NotCamt(error.message.split('\n')[0]);
      },
      ondoctype: () => {
        throw new NotCamt('a document type is not allowed');
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
    if (!this.#isStatement) throw new NotCamt('no statement of an account');
    return this.#done.splice(0);
  }

  #opened({ name, attributes }: { name: string; attributes: Record<string, string> }): void {
    this.#path.push(name.slice(name.indexOf(':') + 1));
    this.#text = '';
    this.#currency = attributes['Ccy'] ?? '';
    const path = this.#path.join('/');
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
    if (this.#count > FIELDS_PER_ENTRY) throw new NotCamt('an entry is too large');
    into.put(path, text);
    if (this.#currency !== '') into.put(`${path}@Ccy`, this.#currency);
    this.#currency = '';
  }
}
