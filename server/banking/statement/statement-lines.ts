// Lines of a statement file as a table: each as the bank wrote it, and the result of its booking.
import { formatMoney, type Money, negate } from '#contract/core/money.ts';
import type { ServerStatementLineView } from '#contract/banking/statements.ts';
import { paymentWords, receiptWords } from '#contract/banking/words.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Work } from '../../work.ts';
import {
  isEntry,
  type StatementEntry,
  type StatementLine,
} from '../../adapters/bank/statement/bank-statement.ts';
import { linesIn } from '../../adapters/bank/statement/statement-file.ts';
import type { Tx } from '../../database/db.ts';
import type { Part } from '../../database/sql.ts';
import { reader } from '../../tables/table.ts';
import { type Became, resultsOfLines } from './statement-check-queries.ts';
import { problemsAt, statementById, type StatementRow } from './statement-queries.ts';
import { fileLines, refusing } from './statement-fitting.ts';

const nothing = { day: null, time: null, seq: null, amount: null, virtualAccount: null } as const;
const unknown = { subjectType: null, subjectId: null } as const;
const nobody = { fromBank: null, accountTail: null, reference: null } as const;

/**
 * Returns the effect that a line will have once its file is committed; null if it will have none.
 */
function effectOf({ record, payment }: StatementEntry, found: Became | undefined): string | null {
  if (payment && found?.payment === 'sent') {
    return payment.outcome === 'confirmed' ? '將確認匯出' : '將列為退匯';
  }
  if (payment || !record) return null;
  if (record.sign === '-') return '將沖正先前的入帳';
  return found?.ownerType ? '將入帳' : '將列入待比對';
}

function resultOf(line: StatementEntry, found: Became | undefined, isProposed: boolean): string {
  if (found?.state) return receiptWords[found.state].text;
  const effect = isProposed ? effectOf(line, found) : null;
  if (effect !== null) return effect;
  if (found?.payment) return `付款${paymentWords[found.payment].text}`;
  return line.record === null && line.payment === null ? '不需入帳' : '尚未入帳';
}

const signed = (amount: Money, line: { amount: Money }) =>
  line.amount < 0 ? negate(amount) : amount;
const differenceText = (found: Became | undefined, amount: number) =>
  `${found?.ordered == null ? '已入帳' : '付款為'} ${formatMoney(amount as Money)}`;

function lineView(
  line: StatementLine,
  found: Became | undefined,
  problem: string | undefined,
  isProposed: boolean,
): ServerStatementLineView {
  if (!isEntry(line)) {
    const [result, said] = 'why' in line ? ['無法讀取', line.why] : ['不是交易', line.aside];
    const why = problem ?? said;
    return { line: line.line, ...nothing, ...nobody, result, ...unknown, why };
  }
  const booked = found?.amount ?? (found?.ordered == null ? null : signed(found.ordered, line));
  const differs = booked !== null && booked !== line.amount;
  const type = found?.subjectType ?? found?.ownerType ?? null;
  const id = found?.subjectType ? found.subjectId : (found?.ownerId ?? null);
  return {
    line: line.line,
    day: line.date,
    time: line.time,
    seq: line.seq,
    amount: line.amount,
    virtualAccount: line.record?.virtualAccount ?? null,
    fromBank: line.record?.fromBank ?? null,
    accountTail: line.record?.fromAccount?.slice(-4) ?? null,
    reference: line.reference,
    result: differs ? '金額不符' : resultOf(line, found, isProposed),
    subjectType: type,
    subjectId: id,
    why: problem ?? (differs ? differenceText(found, booked) : null),
  };
}

async function lineViews(tx: Tx, of: StatementRow, lines: readonly StatementLine[]) {
  const { id, mapping, state } = of;
  const entries = lines.flatMap((line) =>
    isEntry(line) ? [{ ...line, account: line.record?.virtualAccount ?? null }] : [],
  );
  const found = new Map(
    (await resultsOfLines(tx, mapping.bank, entries)).map((row) => [row.line, row]),
  );
  const at = lines.map(({ line }) => line);
  const problems = new Map((await problemsAt(tx, id, at)).map((row) => [row.line, row.why]));
  return lines.map((line) =>
    lineView(line, found.get(line.line), problems.get(line.line), state === 'proposed'),
  );
}

/** Returns the next `count` lines of a file, or fewer at its end. */
function take(lines: Iterator<StatementLine>, count: number) {
  const taken: StatementLine[] = [];
  while (taken.length < count) {
    const { value, done } = lines.next();
    if (done === true) break;
    taken.push(value);
  }
  return taken;
}

/**
 * The lines of a statement's file, in the file's order and under the layout with which the file was
 * proposed. Refuses STATEMENT_NOT_FOUND, and STATEMENT_COLUMNS if the file does not match its
 * layout.
 */
export const statementLines = reader({
  of: async ({ tx, services }: Work, { id }: { id: number }) => {
    const row = await statementById(tx, id);
    if (!row) throw new Refusal('STATEMENT_NOT_FOUND');
    const file = await refusing(() => fileLines(services, row));
    return { row, file };
  },
  rows: ({ tx }, { row, file }, { limit, offset }: Part<ServerStatementLineView>) =>
    lineViews(tx, row, take(linesIn(file, offset), limit)),
  view: (line) => line,
  beside: async () => ({}),
});
