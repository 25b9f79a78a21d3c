// Days of a statement file with their closing balances. Reports a balance that does not follow from
// the previous line.
import { type Day, maxDay, minDay } from '#contract/core/day.ts';
import { formatMoney, type Money, add, subtract } from '#contract/core/money.ts';
import type { StatementEntry } from '../../adapters/bank/statement/bank-statement.ts';

/**
 * State of reading in one direction of time: the balance expected next, and the first line whose
 * balance differs.
 */
type Chain = { expected: Money | null; broken: { line: number; why: string } | null };

function follow(chain: Chain, { line, balance }: StatementEntry, expected: Money | null): void {
  if (expected === null || balance === null || balance === expected) return;
  const [told, due] = [formatMoney(balance), formatMoney(expected)];
  chain.broken ??= { line, why: `第 ${line} 行的餘額 ${told} 與前一行不符，應為 ${due}` };
}

/** Closing balance of each day, whether the file is in ascending or descending order of time. */
export class StatementDays {
  #first = new Map<Day, Money>();
  #last = new Map<Day, Money>();
  #from: string | null = null;
  #to = '';
  #opening: Money | null = null;
  /**
   * Balance before the file's last line, which is the opening balance if the file is in descending
   * order.
   */
  #beforeLast: Money | null = null;
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
    if (this.#from === null) this.#opening = subtract(balance, amount);
    this.#beforeLast = subtract(balance, amount);
    this.#from ??= at;
    this.#to = at;
    if (!this.#first.has(date)) this.#first.set(date, balance);
    this.#last.set(date, balance);
  }

  /** Records an unreadable line: its amount is unknown, so no balance is expected next. */
  miss(): void {
    this.#forwards.expected = null;
    this.#backwards.expected = null;
  }

  /**
   * Returns why the balances are wrong in both directions of time; null if they all follow in one
   * direction.
   */
  broken(): string | null {
    const { broken } = this.#isBackwards() ? this.#backwards : this.#forwards;
    return broken?.why ?? null;
  }

  /** Balance at the end of each day, in NT$. */
  closings(): ReadonlyMap<Day, Money> {
    return this.#isBackwards() ? this.#first : this.#last;
  }

  /** Returns the days of the earliest and the latest line, and the balance before the earliest. */
  covered(): { first: Day | null; last: Day | null; opening: Money | null } {
    const [first, last] = this.#days ?? [null, null];
    return { first, last, opening: this.#isBackwards() ? this.#beforeLast : this.#opening };
  }

  #follow(entry: StatementEntry): void {
    const { amount, balance } = entry;
    const { expected } = this.#forwards;
    const after = expected === null ? null : add(expected, amount);
    follow(this.#forwards, entry, after);
    this.#forwards.expected = balance ?? after;
    follow(this.#backwards, entry, this.#backwards.expected);
    const now = balance ?? this.#backwards.expected;
    this.#backwards.expected = now === null ? null : subtract(now, amount);
  }

  /**
   * The balances show whether the file is in descending order; if they fit both orders, times and
   * sequence numbers decide.
   */
  #isBackwards(): boolean {
    if (this.#backwards.broken) return false;
    return this.#forwards.broken !== null || (this.#from !== null && this.#from > this.#to);
  }
}
