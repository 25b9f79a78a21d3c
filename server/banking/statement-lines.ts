// The lines of one statement file as a table: each as the bank wrote it, and what became of it.
import { formatMoney, type Money } from '#contract/money.ts';
import type { StatementMapping } from '#contract/banking-statements.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Next, Work } from '../action.ts';
import { readStatement, type StatementLine } from '../adapters/bank-statement.ts';
import type { Tx } from '../db.ts';
import { assertFits } from './statements.ts';
import { becameOf, type Became, problemsAt, statementById } from './statement-queries.ts';

export type ShownLine = {
  line: number;
  day: string | null;
  time: string | null;
  seq: string | null;
  /** Signed: what came in is positive. NT$ */
  amount: number | null;
  virtualAccount: string | null;
  fromBank: string | null;
  accountTail: string | null;
  reference: string | null;
  result: string;
  subjectType: string | null;
  subjectId: string | null;
  why: string | null;
};

const receiptText: Record<string, string> = {
  matched: '已入帳',
  suspense: '待比對',
  returned: '已退回',
  reversed: '已沖正',
};
const paymentText: Record<string, string> = {
  pending: '付款未送出',
  sent: '付款匯款中',
  confirmed: '付款已匯出',
  returned: '付款退回',
};
const nothing = { day: null, time: null, seq: null, amount: null, virtualAccount: null } as const;
const unknown = { subjectType: null, subjectId: null } as const;
const nobody = { fromBank: null, accountTail: null, reference: null } as const;

function resultOf(line: Exclude<StatementLine, { why: string }>, found: Became | undefined) {
  if (found?.state) return receiptText[found.state] ?? found.state;
  if (found?.payment) return paymentText[found.payment] ?? found.payment;
  return line.record === null && line.payment === null ? '不需入帳' : '尚未入帳';
}

const signed = (amount: number, line: { amount: number }) => (line.amount < 0 ? -amount : amount);
const differenceText = (found: Became | undefined, amount: number) =>
  `${found?.ordered == null ? '已入帳' : '付款為'} ${formatMoney(amount as Money)}`;

function shown(line: StatementLine, found: Became | undefined, problem: string | undefined) {
  if ('why' in line) {
    const why = problem ?? line.why;
    return { line: line.line, ...nothing, ...nobody, result: '無法讀取', ...unknown, why };
  }
  const booked = found?.amount ?? (found?.ordered == null ? null : signed(found.ordered, line));
  const differs = booked !== null && booked !== line.amount;
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
    result: differs ? '金額不符' : resultOf(line, found),
    subjectType: found?.subjectType ?? null,
    subjectId: found?.subjectId == null ? null : String(found.subjectId),
    why: problem ?? (differs ? differenceText(found, booked) : null),
  };
}

async function shownAll(tx: Tx, id: number, bank: string, lines: readonly StatementLine[]) {
  const entries = lines.flatMap((line) => ('why' in line ? [] : [line]));
  const found = new Map((await becameOf(tx, bank, entries)).map((row) => [row.line, row]));
  const at = lines.map(({ line }) => line);
  const problems = new Map((await problemsAt(tx, id, at)).map((row) => [row.line, row.why]));
  return lines.map((line) => shown(line, found.get(line.line), problems.get(line.line)));
}

/**
 * The lines of a file for a table, in its own order, by its layout as it is now. The file is read
 * along with the table. Refuses STATEMENT_NOT_FOUND, and STATEMENT_COLUMNS where it is none.
 */
export async function linesBeyond(
  { tx, services }: Work,
  { id }: { id: string },
): Promise<Next<ShownLine>> {
  const row = await statementById(tx, Number(id));
  if (!row) throw new Refusal('STATEMENT_NOT_FOUND');
  const { mapping } = row satisfies { mapping: StatementMapping };
  await assertFits(services, row.stored, mapping);
  const lines = readStatement(await services.files.get(row.stored), mapping);
  return async (_last, limit) => {
    const page: StatementLine[] = [];
    while (page.length < limit) {
      const { value, done } = await lines.next();
      if (done) break;
      page.push(value);
    }
    return shownAll(tx, row.id, mapping.bank, page);
  };
}
