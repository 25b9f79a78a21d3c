// Lines of a statement file as a table: each as the bank wrote it, and the result of its booking.
import { formatMoney, type Money, negate } from '#contract/core/money.ts';
import type { ServerStatementLineView } from '#contract/banking/statements.ts';
import { paymentWords, receiptWords } from '#contract/banking/words.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Work } from '../../action.ts';
import { readStatement, type StatementLine } from '../../adapters/bank/bank-statement.ts';
import type { Tx } from '../../database/db.ts';
import type { Part } from '../../database/sql.ts';
import { reader } from '../../tables/table.ts';
import { type Became, resultsOfLines } from './statement-check-queries.ts';
import { problemsAt, statementById, type StatementRow } from './statement-queries.ts';
import { assertFits } from './statement-fitting.ts';

const nothing = { day: null, time: null, seq: null, amount: null, virtualAccount: null } as const;
const unknown = { subjectType: null, subjectId: null } as const;
const nobody = { fromBank: null, accountTail: null, reference: null } as const;

type Read = Exclude<StatementLine, { why: string }>;

/**
 * Returns the effect that a line will have once its file is committed; null if it will have none.
 */
function effectOf({ record, payment }: Read, found: Became | undefined): string | null {
  if (payment && found?.payment === 'sent') {
    return payment.outcome === 'confirmed' ? '將確認匯出' : '將列為退匯';
  }
  if (payment || !record) return null;
  if (record.sign === '-') return '將沖正先前的入帳';
  return found?.ownerType ? '將入帳' : '將列入待比對';
}

function resultOf(line: Read, found: Became | undefined, isProposed: boolean): string {
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
  if ('why' in line) {
    const why = problem ?? line.why;
    return { line: line.line, ...nothing, ...nobody, result: '無法讀取', ...unknown, why };
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
    'why' in line ? [] : [{ ...line, account: line.record?.virtualAccount ?? null }],
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
async function take(lines: AsyncGenerator<StatementLine>, count: number) {
  const taken: StatementLine[] = [];
  while (taken.length < count) {
    const { value, done } = await lines.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

/**
 * The lines of a statement's file, in the file's order and under the layout with which the file was
 * proposed. The file is read only as far as lines are requested. Refuses STATEMENT_NOT_FOUND, and
 * STATEMENT_COLUMNS if the file does not match its layout.
 */
export const statementLines = reader({
  of: async ({ tx, services }: Work, { id }: { id: number }) => {
    const row = await statementById(tx, id);
    if (!row) throw new Refusal('STATEMENT_NOT_FOUND');
    await assertFits(services, row.stored, row.mapping);
    return { row, lines: readStatement(await services.files.get(row.stored), row.mapping) };
  },
  rows: async ({ tx }, { row, lines }, { limit, offset, last }: Part<ServerStatementLineView>) => {
    if (last !== undefined) return lineViews(tx, row, await take(lines, limit));
    try {
      await take(lines, offset);
      return await lineViews(tx, row, await take(lines, limit));
    } finally {
      await lines.return(undefined);
    }
  },
  view: (line) => line,
  beside: async () => ({}),
});
