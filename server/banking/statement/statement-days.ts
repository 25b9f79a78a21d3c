// The days of a statement file and their closing balances; a balance that does not follow is told.
import { type Day, maxDay, minDay } from '#contract/core/day.ts';
import { formatMoney, type Money } from '#contract/core/money.ts';
import type { StatementEntry } from '../../adapters/bank/bank-statement.ts';

/** What the next line should say, in one direction of time, and the first that says otherwise. */
type Chain = { expected: number | null; broken: { line: number; why: string } | null };

function follow(chain: Chain, { line, balance }: StatementEntry, expected: number | null): void {
  if (expected === null || balance === null || balance === expected) return;
  const [told, due] = [formatMoney(balance as Money), formatMoney(expected as Money)];
  chain.broken ??= { line, why: `第 ${line} 行的餘額 ${told} 與前一行不符，應為 ${due}` };
}

/** The balance that closes each day, whether the file runs forwards in time or backwards. */
export class StatementDays {
  #first = new Map<Day, number>();
  #last = new Map<Day, number>();
  #from: string | null = null;
  #to = '';
  #opening: number | null = null;
  /** What lay there before the file's last line: the opening of one that runs backwards. */
  #beforeLast: number | null = null;
  #days: [first: Day, last: Day] | null = null;
  #forwards: Chain = { expected: null, broken: null };
  #backwards: Chain = { expected: null, broken: null };

  see(entry: StatementEntry): void {
    const { date, time, seq, balance, amount } = entry;
    const [first, last] = this.#days ?? [date, date];
    this.#days = [minDay(first, date), maxDay(last, date)];
    this.#follow(entry);
    if (balance === null) return;
    const at = `${date} ${time} ${seq.padStart(40, '0')}`;
    if (this.#from === null) this.#opening = balance - amount;
    this.#beforeLast = balance - amount;
    this.#from ??= at;
    this.#to = at;
    if (!this.#first.has(date)) this.#first.set(date, balance);
    this.#last.set(date, balance);
  }

  /** A line that could not be read: what it moved is not known. */
  miss(): void {
    this.#forwards.expected = null;
    this.#backwards.expected = null;
  }

  /** Why the balances cannot be true, in either direction of time; null where each follows. */
  broken(): string | null {
    const { broken } = this.#isBackwards() ? this.#backwards : this.#forwards;
    return broken?.why ?? null;
  }

  /** What lay there at the end of each day. NT$ */
  closings(): ReadonlyMap<Day, number> {
    return this.#isBackwards() ? this.#first : this.#last;
  }

  /** The days of its first and last line in time, and what lay there before the first. */
  covered(): { first: Day | null; last: Day | null; opening: number | null } {
    const [first, last] = this.#days ?? [null, null];
    return { first, last, opening: this.#isBackwards() ? this.#beforeLast : this.#opening };
  }

  #follow(entry: StatementEntry): void {
    const { amount, balance } = entry;
    const { expected } = this.#forwards;
    const after = expected === null ? null : expected + amount;
    follow(this.#forwards, entry, after);
    this.#forwards.expected = balance ?? after;
    follow(this.#backwards, entry, this.#backwards.expected);
    const now = balance ?? this.#backwards.expected;
    this.#backwards.expected = now === null ? null : now - amount;
  }

  /** Balances tell the direction; where they fit both, times and sequence numbers do. */
  #isBackwards(): boolean {
    if (this.#backwards.broken) return false;
    return this.#forwards.broken !== null || (this.#from !== null && this.#from > this.#to);
  }
}
