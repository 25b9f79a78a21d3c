// Reading statement files in the background: each line through the bank's own door, once.
import { randomUUID } from 'node:crypto';
import { formatMoney, type Money } from '#contract/money.ts';
import type { Day } from '#contract/day.ts';
import type { Services } from '../action.ts';
import {
  readStatement,
  type StatementEntry,
  type StatementLine,
  StatementUnreadable,
} from '../adapters/bank-statement.ts';
import { type Tx, statementsOf, withTransaction } from '../db.ts';
import { bookPayment, bookRecord } from './actions.ts';
import {
  advanceStatement,
  claimStatement,
  type Counts,
  finishStatement,
  insertProblems,
  keepBankDay,
  keepBankLines,
  knownReceipts,
  statementById,
  type StatementRow,
} from './statement-queries.ts';

/** Lines between two reports of progress. */
const CHUNK = 500;
/** Receipts booked at a time; those of one virtual account always one after the other. */
const LANES = 4;

type Told = { booked: number; suspended: number; known: number; passedOver: number };
const keyOf = ({ date, seq }: { date: Day; seq: string }) => `${date} ${seq}`;

/**
 * Reads one file that waits, to its end, and answers how many it looked at. A process that dies
 * in between is followed by another after a minute, which goes on where progress was last told;
 * lines read twice are known and change nothing.
 */
export async function readStatements(services: Services): Promise<number> {
  const tx = statementsOf(services.pool);
  const claimed = await claimStatement(tx, services.clock.realNow());
  const statement = claimed && (await statementById(tx, claimed.id));
  if (!statement) return 0;
  try {
    await readWhole(services, tx, statement);
  } catch (error) {
    if (!(error instanceof StatementUnreadable)) throw error;
    await finish(services, tx, statement.id, error.message);
  }
  return 1;
}

const finish = ({ clock }: Services, tx: Tx, id: number, failure: string | null) =>
  finishStatement(tx, id, {
    state: failure === null ? 'done' : 'failed',
    failure,
    now: clock.now(),
  });

async function readWhole(services: Services, tx: Tx, statement: StatementRow): Promise<void> {
  const bytes = await services.files.get(statement.stored);
  let readBytes = 0;
  let count = 0;
  let chunk: StatementLine[] = [];
  const closings = new Closings();
  const tell = async () => {
    await bookChunk(services, statement, chunk, { lines: count, readBytes });
    chunk = [];
  };
  for await (const line of readStatement(bytes, statement.mapping, (fed) => (readBytes = fed))) {
    count += 1;
    if (!('why' in line)) closings.see(line);
    // Read before a crash: only the balances of its days are still wanted.
    if (count <= statement.lines) continue;
    chunk.push(line);
    if (chunk.length === CHUNK) await tell();
  }
  await tell();
  for (const [day, closing] of closings.all()) {
    const now = services.clock.now();
    await keepBankDay(tx, day, { closing, source: 'statement', statementId: statement.id, now });
  }
  await finish(services, tx, statement.id, null);
}

/** The balance that closes each day, whether the file runs forwards in time or backwards. */
class Closings {
  #first = new Map<Day, number>();
  #last = new Map<Day, number>();
  #from: string | null = null;
  #to = '';

  see({ date, time, seq, balance }: StatementEntry): void {
    if (balance === null) return;
    const at = `${date} ${time} ${seq.padStart(40, '0')}`;
    this.#from ??= at;
    this.#to = at;
    if (!this.#first.has(date)) this.#first.set(date, balance);
    this.#last.set(date, balance);
  }

  all(): ReadonlyMap<Day, number> {
    return this.#from !== null && this.#from > this.#to ? this.#first : this.#last;
  }
}

async function bookChunk(
  services: Services,
  { id, mapping: { bank } }: StatementRow,
  chunk: readonly StatementLine[],
  { lines, readBytes }: { lines: number; readBytes: number },
): Promise<void> {
  const problems = chunk.filter((line) => 'why' in line);
  const entries = chunk.filter((line): line is StatementEntry => !('why' in line));
  const known = await knownOf(services, bank, entries);
  const fresh: StatementEntry[] = [];
  const told: Told = { booked: 0, suspended: 0, known: 0, passedOver: 0 };
  for (const entry of entries) {
    const booked = known.get(keyOf(entry));
    if (booked === undefined) fresh.push(entry);
    else if (booked === entry.amount) told.known += 1;
    else problems.push({ line: entry.line, why: differs(booked, entry.amount) });
  }
  await bookAll(services, fresh, told);
  const counts: Counts = { ...told, problems: problems.length };
  const realNow = services.clock.realNow();
  await withTransaction(services.pool, async (tx) => {
    await keepBankLines(tx, bank, 'statement', entries);
    await insertProblems(tx, id, problems);
    await advanceStatement(tx, id, { lines, readBytes, counts, realNow });
  });
}

const differs = (booked: number, told: number) =>
  `同日同序號已入帳 ${formatMoney(booked as Money)}，與檔案的 ${formatMoney(told as Money)} 不符`;

async function knownOf({ pool }: Services, bank: string, entries: readonly StatementEntry[]) {
  const rows = await knownReceipts(statementsOf(pool), bank, entries);
  return new Map(rows.map((row) => [keyOf(row), row.amount]));
}

/** Side by side as far as they have nothing to do with each other; reversals after all receipts. */
async function bookAll(services: Services, entries: readonly StatementEntry[], told: Told) {
  const receipts = entries.filter(({ record }) => record?.sign === '+');
  const lanes = Map.groupBy(receipts, ({ record }) => Number(record!.virtualAccount) % LANES);
  const inTurn = async (lane: readonly StatementEntry[]) => {
    for (const entry of lane) await book(services, entry, told);
  };
  await Promise.all([...lanes.values()].map(inTurn));
  await inTurn(entries.filter(({ record }) => record?.sign !== '+'));
}

async function book(services: Services, entry: StatementEntry, told: Told): Promise<void> {
  const requestId = randomUUID();
  if (entry.record) {
    const state = await bookRecord(services, requestId, entry.record);
    told.booked += 1;
    if (state === 'suspense') told.suspended += 1;
  } else if (entry.payment) {
    const { changed } = await bookPayment(services, requestId, entry.payment);
    if (changed) told.booked += 1;
    else told.known += 1;
  } else {
    told.passedOver += 1;
  }
}
