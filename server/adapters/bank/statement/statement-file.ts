// Reads a whole statement file and finds numbers that it gives to several lines.
import { gunzipSync, gzipSync } from 'node:zlib';
import type { StatementMapping } from '#contract/banking/statements.ts';
import type { Day } from '#contract/core/day.ts';
import { add, type Money, subtract } from '#contract/core/money.ts';
import type { EncryptedPlace, Seal } from '../../files/sealed.ts';
import {
  isEntry,
  readStatement,
  type StatementEntry,
  type StatementLine,
  StatementUnreadable,
} from './bank-statement.ts';

export type StatementQuestion = {
  mapping: StatementMapping;
  /** Day of the import; no line can be of a later one. */
  on: Day;
  /** Reads only as far as to say whether the file matches its layout. */
  isFirst?: boolean;
};
/** The worker process reads one encrypted file, and gets the key of that one only. */
export type StatementJob = StatementQuestion & {
  from: EncryptedPlace;
  seal: Pick<Seal, 'iv' | 'tag'>;
};
/**
 * The lines of a file in parts of `PART` lines, as compressed JSON, because a large file has more
 * lines than fit into memory. `repeated` has what replaces a line whose number is not its own: its
 * number with the occurrence, or why it is not booked.
 */
export type StatementResult =
  | { lines: number; parts: Uint8Array[]; repeated: Map<number, { seq: string } | { why: string }> }
  | { unreadable: string; missing: readonly string[] };
export type StatementLines = Extract<StatementResult, { parts: unknown }>;

const PART = 500;

/** A number of 32 bits for a text, so that no text of a large file must be kept. */
function digestOf(text: string): number {
  let digest = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    digest = Math.imul(digest ^ text.charCodeAt(at), 0x01000193);
  }
  return digest;
}

/** The lines of each number, and whether balances of the bank lead from one to the next. */
class Numbers {
  /** Index of the first entry of each number, and the indices of all where there are several. */
  readonly #first = new Map<string, number>();
  readonly #twice = new Map<string, number[]>();
  /** Of each entry its line, what it says in short, and its section in each order of time. */
  readonly #lines: number[] = [];
  readonly #says: number[] = [];
  readonly #forwards: number[] = [];
  readonly #backwards: number[] = [];
  /** A section ends where the balance does not follow from the line before. */
  #forward = 0;
  #backward = 0;
  /** Sections whose balances were added up, but not confirmed by the bank. */
  readonly #unproven = new Set<number>();
  #start = 0;
  #before: { balance: Money; amount: Money } | null = null;

  see({ line, date, seq, time, amount, balance, record }: StatementEntry): void {
    const { balance: last, amount: moved } = this.#before ?? { balance: null, amount: null };
    if (last === null || balance === null || add(last, amount) !== balance) this.#forward += 1;
    if (last === null || balance === null || subtract(last, moved) !== balance) this.#backward += 1;
    this.#before = balance === null ? null : { balance, amount };
    const says = [time, amount, record?.virtualAccount, balance ?? `line ${line}`].join(' ');
    const index = this.#lines.push(line) - 1;
    this.#says.push(digestOf(says));
    this.#forwards.push(this.#forward);
    this.#backwards.push(this.#backward);
    const key = `${date} ${seq}`;
    const first = this.#first.get(key);
    if (first === undefined) this.#first.set(key, index);
    else this.#twice.set(key, [...(this.#twice.get(key) ?? [first]), index]);
  }

  /** An unreadable line may have moved money, so that the balances prove nothing across it. */
  miss(): void {
    this.#before = null;
  }

  end(isProven: boolean): void {
    for (let at = this.#start + 1; at <= this.#forward && !isProven; at += 1) {
      this.#unproven.add(at);
    }
    this.#start = this.#forward;
    this.miss();
  }

  *repeated(): Generator<[line: number, { seq: string } | { why: string }]> {
    for (const [key, all] of this.#twice) {
      const seq = key.slice(key.indexOf(' ') + 1);
      const isSame = areSame(all, this.#says);
      const order = this.#orderOf(all);
      for (const [at, index] of all.entries()) {
        const [line, other] = [index, all[at === 0 ? 1 : 0]!].map((one) => this.#lines[one]!);
        if (isSame) {
          if (at > 0) yield [line!, { why: `與第 ${other} 行完全相同，是重複的一行` }];
        } else if (order === null) {
          yield [line!, { why: `與第 ${other} 行同日同序號「${seq}」，無法確定是不是同一筆` }];
        } else {
          const occurrence = order === 'forwards' ? at + 1 : all.length - at;
          if (occurrence > 1) yield [line!, { seq: `${seq}#${occurrence}` }];
        }
      }
    }
  }

  #orderOf(all: readonly number[]): 'forwards' | 'backwards' | null {
    if (this.#unproven.has(this.#forwards[all[0]!]!)) return null;
    if (areSame(all, this.#forwards)) return 'forwards';
    return areSame(all, this.#backwards) ? 'backwards' : null;
  }
}

const areSame = (all: readonly number[], values: readonly number[]) =>
  all.every((index) => values[index] === values[all[0]!]);

/** Reads a file; runs in a process of its own. */
export function readFile(
  bytes: Uint8Array,
  { mapping, on, isFirst = false }: StatementQuestion,
): StatementResult {
  const parts: Uint8Array[] = [];
  const numbers = new Numbers();
  let part: StatementLine[] = [];
  let lines = 0;
  const keep = () => {
    parts.push(gzipSync(JSON.stringify(part), { level: 1 }));
    part = [];
  };
  try {
    for (const line of readStatement(bytes, mapping, on)) {
      if (isFirst) break;
      if ('isProven' in line) {
        numbers.end(line.isProven);
        continue;
      }
      if (isEntry(line)) numbers.see(line);
      else if ('why' in line) numbers.miss();
      lines += 1;
      part.push(line);
      if (part.length === PART) keep();
    }
  } catch (error) {
    if (!(error instanceof StatementUnreadable)) throw error;
    return { unreadable: error.message, missing: error.missing };
  }
  keep();
  return { lines, parts, repeated: new Map(numbers.repeated()) };
}

type Stored = Exclude<StatementLine, StatementEntry> | StoredEntry;
type Stamped<T> = T extends { at: Date } ? Omit<T, 'at'> & { at: string } : T;
type StoredEntry = Omit<StatementEntry, 'record' | 'payment'> & {
  record: Stamped<StatementEntry['record']>;
  payment: Stamped<StatementEntry['payment']>;
};

/** Returns a line as it was before it was stored, with its number's occurrence. */
function lineFrom(stored: Stored, repeated: StatementLines['repeated']): StatementLine {
  if (!('seq' in stored)) return stored;
  const { line, record, payment, ...rest } = stored;
  const other = repeated.get(line);
  if (other !== undefined && 'why' in other) return { line, why: other.why };
  const seq = other?.seq ?? rest.seq;
  return {
    ...rest,
    line,
    seq,
    record: record && { ...record, at: new Date(record.at), seq },
    payment: payment && { ...payment, at: new Date(payment.at) },
  };
}

/** Yields the lines of a file that was read, from the line at `offset` on. */
export function* linesIn(file: StatementLines, offset = 0): Generator<StatementLine> {
  const first = Math.floor(offset / PART);
  let skip = offset - first * PART;
  for (const part of file.parts.slice(first)) {
    const stored = JSON.parse(gunzipSync(part).toString('utf8')) as Stored[];
    for (const line of stored.slice(skip)) yield lineFrom(line, file.repeated);
    skip = 0;
  }
}
