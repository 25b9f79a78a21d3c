// Reads statement files in the background and books each line once, as if the bank reported it.
import { randomUUID } from 'node:crypto';
import type { BankRecord, PaymentReport } from '#contract/banking/calls.ts';
import { formatMoney, type Money } from '#contract/core/money.ts';
import { dayOf, maxDay } from '#contract/core/day.ts';
import type { Services } from '../../services.ts';
import {
  isEntry,
  type StatementEntry,
  type StatementLine,
  StatementUnreadable,
} from '../../adapters/bank/statement/bank-statement.ts';
import { linesIn } from '../../adapters/bank/statement/statement-file.ts';
import { type Tx, db, withTransaction } from '../../database/db.ts';
import { inWork } from '../../work.ts';
import { bookPayment, bookRecord } from '../actions.ts';
import { openTask } from '../../tasks/front.ts';
import { closeCovered } from '../reconciliation/closing.ts';
import { updateDifferences } from '../reconciliation/differences.ts';
import { StatementDays } from './statement-days.ts';
import { fileLines } from './statement-fitting.ts';
import { isBooked, examineStatement, type Problem, sorted } from './statement-preview.ts';
import {
  advanceStatement,
  claimStatement,
  type Counts,
  finishStatement,
  insertProblems,
  keepBankDay,
  keepBankLines,
  problemsOf,
  statementById,
  type StatementRow,
} from './statement-queries.ts';

/** Lines between two progress updates. */
const CHUNK = 500;
/**
 * Receipts booked in parallel; those of one virtual account are always booked one after another.
 */
const LANES = 4;

type ReadingResult = { booked: number; suspended: number; known: number; passedOver: number };
/**
 * Reads one waiting file to its end and returns the number of files it worked on. If the process
 * dies, another process takes over after a minute and continues from the last saved progress; lines
 * read twice are recognised and change nothing.
 */
export async function readStatements(services: Services): Promise<number> {
  const tx = db(services.pool);
  const claimed = await claimStatement(tx, services.clock.realNow());
  const statement = claimed && (await statementById(tx, claimed.id));
  if (!statement) return 0;
  try {
    // Nothing in a file counts before a second person has committed the result of its dry run.
    if (statement.confirmedAt === null) await examineStatement(services, tx, statement);
    else await readWhole(services, tx, statement);
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

/** Maximum number of lines listed in a task; the page of the file lists all. */
const NAMED_LINES = 20;

/** Opens a task for a person to handle the lines that could not be booked. */
async function openProblems(services: Services, tx: Tx, statement: StatementRow): Promise<void> {
  const { id, filename } = statement;
  const left = await statementById(tx, id);
  if (!left || left.problems === 0) return;
  const named = await problemsOf(tx, id, NAMED_LINES, 0);
  const why = named.map(({ line, why: reason }) => `第 ${line} 行：${reason}`).join('；');
  const more = left.problems > named.length ? `；其餘見對帳單頁，共 ${left.problems} 行` : '';
  await inWork(services, (work) =>
    openTask(work, {
      kind: 'attention',
      subject: { type: 'statement', id, label: `${filename} ${left.problems} 行未入帳` },
      detail: { why: `${why}${more}` },
    }),
  );
}

async function readWhole(services: Services, tx: Tx, statement: StatementRow): Promise<void> {
  const file = await fileLines(services, statement);
  let count = 0;
  let chunk: StatementLine[] = [];
  const days = new StatementDays();
  let unreadable = 0;
  const tell = async () => {
    const readBytes = Math.floor((statement.size * count) / Math.max(1, file.lines));
    await bookChunk(services, statement, chunk, { lines: count, readBytes });
    chunk = [];
  };
  for (const line of linesIn(file)) {
    count += 1;
    if (isEntry(line)) days.see(line);
    else if ('why' in line) unreadable += 1;
    // This line was booked before a crash; only the balances of its day are still needed.
    if (count <= statement.lines) continue;
    chunk.push(line);
    if (chunk.length === CHUNK) await tell();
  }
  await tell();
  for (const [day, closing] of days.closings()) {
    const now = services.clock.now();
    await keepBankDay(tx, day, { closing, source: 'statement', statementId: statement.id, now });
  }
  // A line that cannot be read may be a record of any day of the file, so these days cannot be
  // closed. If the bank reports by callback, a file that books nothing must not close a day whose
  // records have not arrived.
  if (unreadable === 0 && isBooked(services, statement)) {
    await closeDays(services, statement, days);
  }
  await inWork(services, updateDifferences);
  await openProblems(services, tx, statement);
  await finish(services, tx, statement.id, null);
}

async function closeDays(
  services: Services,
  statement: StatementRow,
  of: StatementDays,
): Promise<void> {
  const { first, last, opening } = of.covered();
  if (first === null || last === null) return;
  const { coversThrough } = statement;
  await inWork(services, (work) =>
    closeCovered(work, {
      bank: statement.mapping.bank,
      statementId: statement.id,
      first,
      last: coversThrough === null ? last : maxDay(last, coversThrough),
      importedOn: dayOf(statement.firstImportedAt),
      opening,
      closings: of.closings(),
    }),
  );
}

async function bookChunk(
  services: Services,
  statement: StatementRow,
  chunk: readonly StatementLine[],
  { lines, readBytes }: { lines: number; readBytes: number },
): Promise<void> {
  const { id, mapping } = statement;
  const { bank } = mapping;
  const problems: Problem[] = chunk.filter((line) => 'why' in line);
  const entries = chunk.filter(isEntry);
  const asides = chunk.length - problems.length - entries.length;
  const { fresh, known, differing } = await sorted(services, bank, entries);
  problems.push(...differing);
  const told: ReadingResult = { booked: 0, suspended: 0, known, passedOver: asides };
  if (isBooked(services, statement))
    problems.push(...(await bookAll(services, statement, fresh, told)));
  else told.passedOver += fresh.length;
  const counts: Counts = { ...told, problems: problems.length };
  const realNow = services.clock.realNow();
  await withTransaction(services.pool, async (tx) => {
    await keepBankLines(tx, bank, { source: 'statement', statementId: id }, entries);
    await insertProblems(tx, id, problems);
    await advanceStatement(tx, id, { lines, readBytes, counts, realNow });
  });
}

/**
 * Books independent lines in parallel, and reversals after all receipts. Returns the lines about
 * payments that were ordered with another amount, or never.
 */
async function bookAll(
  services: Services,
  statement: StatementRow,
  entries: readonly StatementEntry[],
  told: ReadingResult,
) {
  const differing: Problem[] = [];
  const receipts = entries.filter(({ record }) => record?.sign === '+');
  const lanes = Map.groupBy(receipts, ({ record }) => Number(record!.virtualAccount) % LANES);
  const inTurn = async (lane: readonly StatementEntry[]) => {
    for (const entry of lane) {
      const why = await book(services, statement, entry, told);
      if (why !== null) differing.push({ line: entry.line, why });
    }
  };
  await Promise.all([...lanes.values()].map(inTurn));
  await inTurn(entries.filter(({ record }) => record?.sign !== '+'));
  return differing;
}

/** Returns why a line could not be booked; null if it was booked or does not need to be. */
async function book(
  services: Services,
  { id: statementId, mapping }: StatementRow,
  entry: StatementEntry,
  told: ReadingResult,
): Promise<string | null> {
  const requestId = randomUUID();
  if (entry.record) {
    const state = await bookRecord(services, requestId, entry.record, { statementId });
    // Another report was faster, or the ledger cannot hold the amount; a task asks a person.
    if (state === 'differs') return '銀行以同日同序號另外回報過別的內容，未入帳';
    if (state === 'refused') return '金額超過一兆元，未入帳';
    told.booked += 1;
    if (state === 'suspense') told.suspended += 1;
  } else if (entry.payment) {
    const { state, changed, ordered } = await bookPayment(services, requestId, entry.payment);
    const isUnsettled = state === 'differs' || state === 'unknown';
    if (isUnsettled && entry.amount > 0) {
      const record = returnOf(mapping.bank, entry, entry.payment);
      await bookRecord(services, requestId, record, { statementId });
      told.booked += 1;
      told.suspended += 1;
    } else if (state === 'differs') return ordersOther(entry, ordered ?? 0);
    else if (state === 'unknown') return `付款 ${entry.reference} 不是本平台的付款，未入帳`;
    else if (changed) told.booked += 1;
    else told.known += 1;
  } else {
    told.passedOver += 1;
  }
  return null;
}

/**
 * Returns the receipt of money that came back, but not as the payment that it names was ordered: a
 * person must find out what it is.
 */
function returnOf(
  bank: string,
  { date, seq, amount }: StatementEntry,
  { reference, reason = '', at }: PaymentReport,
): BankRecord {
  const memo = reason.includes(reference) ? reason : `${reference} ${reason}`.trim();
  return {
    bank,
    date,
    seq,
    at,
    type: 'remittance',
    amount,
    sign: '+',
    virtualAccount: '0',
    memo: memo.slice(0, 100),
  };
}

const ordersOther = ({ reference, amount }: StatementEntry, ordered: number) =>
  `付款 ${reference} 為 ${formatMoney(ordered as Money)}，` +
  `與檔案的 ${formatMoney(Math.abs(amount) as Money)} 不符，未入帳`;
