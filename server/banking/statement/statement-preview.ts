// Dry run of a statement file, for the second person who commits it.
import type { StatementPreview } from '#contract/banking/statements.ts';
import type { Day } from '#contract/core/day.ts';
import { formatMoney, money, ZERO } from '#contract/core/money.ts';
import type { Services } from '../../services.ts';
import {
  isEntry,
  type StatementEntry,
  StatementUnreadable,
} from '../../adapters/bank/statement/bank-statement.ts';
import { linesIn } from '../../adapters/bank/statement/statement-file.ts';
import { type Tx, db } from '../../database/db.ts';
import { openTask } from '../../tasks/front.ts';
import { areSameAccount } from '../contradictions.ts';
import { inWork } from '../../work.ts';
import {
  closingBefore,
  countOwned,
  proposeStatement,
  receiptsNamed,
} from './statement-check-queries.ts';
import { StatementDays } from './statement-days.ts';
import { fileLines } from './statement-fitting.ts';
import {
  insertProblems,
  keepLease,
  type KnownReceipt,
  knownReceipts,
  type StatementRow,
} from './statement-queries.ts';

/** Lines processed between two progress updates. */
const CHUNK = 500;

export type Problem = { line: number; why: string };

/**
 * Returns whether lines of this bank are booked from files; lines of a bank that reports by
 * callback never are.
 */
export const isBooked = ({ config }: Services, { mapping }: Pick<StatementRow, 'mapping'>) =>
  config.bank.statementBanks.includes(mapping.bank);

/** Adds up the effects that the lines of a file would have. */
class Tally {
  readonly problems: Problem[] = [];
  readonly days = new StatementDays();
  lines = 0;
  credits = { count: 0, sum: ZERO };
  debits = { count: 0, sum: ZERO };
  receipts = 0;
  stray = 0;
  reversals = 0;
  payments = 0;
  known = 0;
  ignored = 0;

  see(entry: StatementEntry): void {
    const side = entry.amount > 0 ? this.credits : this.debits;
    const sum = side.sum + Math.abs(entry.amount);
    if (!Number.isSafeInteger(sum)) throw new StatementUnreadable('金額合計超出可以入帳的範圍');
    side.count += 1;
    side.sum = money(sum);
    this.days.see(entry);
  }

  /** Adds lines not booked yet, lines already booked, and lines booked with another amount. */
  async add(tx: Tx, { fresh, known, differing }: Sorted): Promise<void> {
    this.problems.push(...differing);
    this.known += known;
    const accounts: string[] = [];
    for (const { payment, record } of fresh) {
      if (payment) this.payments += 1;
      else if (record?.sign === '+') accounts.push(record.virtualAccount);
      else if (record) this.reversals += 1;
      else this.ignored += 1;
    }
    const { count } = await countOwned(tx, accounts);
    this.receipts += count;
    this.stray += accounts.length - count;
  }
}

/**
 * Checks every line without booking any. Throws StatementUnreadable if the balances are
 * inconsistent.
 */
async function tallyOf(services: Services, tx: Tx, statement: StatementRow): Promise<Tally> {
  const { id, mapping } = statement;
  const tally = new Tally();
  let chunk: StatementEntry[] = [];
  const add = async () => {
    await tally.add(tx, await sorted(services, mapping.bank, chunk));
    await keepLease(tx, id, services.clock.realNow());
    chunk = [];
  };
  for (const line of linesIn(await fileLines(services, statement))) {
    tally.lines += 1;
    if (isEntry(line)) {
      tally.see(line);
      chunk.push(line);
    } else if ('why' in line) {
      tally.problems.push(line);
      tally.days.miss();
    } else tally.ignored += 1;
    if (chunk.length === CHUNK) await add();
  }
  await add();
  const broken = tally.days.broken();
  if (broken !== null) throw new StatementUnreadable(broken);
  return tally;
}

async function previewOf(
  services: Services,
  tx: Tx,
  statement: StatementRow,
  tally: Tally,
): Promise<StatementPreview> {
  const { credits, debits, days, problems, ...counts } = tally;
  const { first, last, opening } = days.covered();
  return {
    lines: counts.lines,
    receipts: counts.receipts,
    stray: counts.stray,
    reversals: counts.reversals,
    payments: counts.payments,
    known: counts.known,
    ignored: counts.ignored,
    problems: problems.length,
    first,
    last,
    through: statement.coversThrough,
    credits: credits.count,
    creditSum: credits.sum,
    debits: debits.count,
    debitSum: debits.sum,
    opening,
    closing: last === null ? null : (days.closings().get(last) ?? null),
    before: first === null ? null : await closingBefore(tx, first),
    books: isBooked(services, statement),
  };
}

/** Examines a file and asks a second person to check it; nothing is booked yet. */
export async function examineStatement(
  services: Services,
  tx: Tx,
  statement: StatementRow,
): Promise<void> {
  const tally = await tallyOf(services, tx, statement);
  const preview = await previewOf(services, tx, statement, tally);
  const { id, filename, proposedById, sha256 } = statement;
  await inWork(services, async (work) => {
    await insertProblems(work.tx, id, tally.problems);
    await proposeStatement(work.tx, id, { preview, now: work.now });
    await openTask(work, {
      kind: 'statement_check',
      subject: { type: 'statement', id, label: filename },
      detail: { sha256, preview },
      ...(proposedById !== null && { makerId: proposedById }),
    });
  });
}

type Sorted = Awaited<ReturnType<typeof sorted>>;

const keyOf = ({ date, seq }: { date: Day; seq: string }) => `${date} ${seq}`;

/** What a receipt that has been booked contradicts of a line with its number; null if nothing. */
function differenceOf(booked: KnownReceipt, entry: StatementEntry): string | null {
  const { amount, virtualAccount, record } = { ...booked, record: entry.record };
  if (amount !== entry.amount) {
    const [before, told] = [formatMoney(amount), formatMoney(entry.amount)];
    return `同日同序號已入帳 ${before}，與檔案的 ${told} 不符`;
  }
  if (record && !areSameAccount(virtualAccount, record.virtualAccount)) {
    return `同日同序號已入帳至虛擬帳號 ${virtualAccount}，與檔案的 ${record.virtualAccount} 不符`;
  }
  const isOtherTime = booked.fileTime !== null && booked.fileTime !== entry.time;
  return isOtherTime && !/^00:00:00$/.test(`${booked.fileTime}`) && entry.time !== '00:00:00'
    ? `同日同序號在 ${booked.fileTime} 已入帳，與檔案的 ${entry.time} 不符`
    : null;
}

/**
 * Returns the new lines, the number already booked as stated, and those that are named: booked with
 * another amount, account or time, or outgoing and about a receipt that was booked.
 */
export async function sorted({ pool }: Services, bank: string, entries: readonly StatementEntry[]) {
  const tx = db(pool);
  const booked = new Map((await knownReceipts(tx, bank, entries)).map((row) => [keyOf(row), row]));
  const outgoing = entries.flatMap(({ line, date, amount, names }) =>
    names === null ? [] : [{ line, date, amount, ...names }],
  );
  const named = new Map(
    outgoing.length === 0
      ? []
      : (await receiptsNamed(tx, bank, outgoing)).map(({ line, seq }) => [line, seq]),
  );
  const fresh: StatementEntry[] = [];
  const differing: Problem[] = [];
  for (const entry of entries) {
    const { line } = entry;
    const receipt = booked.get(keyOf(entry));
    const taken = named.get(line);
    const why = receipt ? differenceOf(receipt, entry) : null;
    if (taken !== undefined) {
      differing.push({
        line,
        why: `支出提到已入帳的交易序號「${taken}」，可能是沖正，請向銀行查明`,
      });
    } else if (why !== null) differing.push({ line, why });
    else if (!receipt) fresh.push(entry);
  }
  return { fresh, differing, known: entries.length - fresh.length - differing.length };
}
