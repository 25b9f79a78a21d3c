// Receipts whose owner is certain, proposed many at once; the second person may hold single lines.
import type { MatchTarget, TargetOwner } from '#contract/banking/matches.ts';
import {
  MATCHES_MAX,
  type matchesOffice,
  type ServerExactMatch,
} from '#contract/banking/matches.ts';
import { formatMoney, money, type Money, subtract, sum } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Operator } from '../../call.ts';
import type { Work } from '../../work.ts';
import { withTransactionAgain } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';
import { decideTaskOf, holdTask, keepAge, proposal, recordMove } from '../../tasks/front.ts';
import { lockReceipt, markReceipt, type ReceiptRow } from '../queries.ts';
import { certainOf } from '../rules.ts';
import { suspendReceipt } from '../suspense.ts';
import { candidatesFor, give, numberOf, ownerOf, subjectNumberOf } from './matching.ts';
import { unmatchedReceipts, usedOf } from './matching-queries.ts';

type Foreseen = {
  row: ReceiptRow;
  number: string;
  target: MatchTarget;
  owner: TargetOwner;
};

/** The money of a third party is never certain, and neither is what a second person returned. */
async function certainTarget(work: Work, row: ReceiptRow) {
  const certain = certainOf(await candidatesFor(work, row));
  if (!certain) return null;
  const target = { type: certain.type, id: certain.id };
  const owner = await ownerOf(work, row, target);
  if (owner.payer === 'other') return null;
  return { target, caseNo: certain.loanNo, memberId: certain.memberId, owner };
}

/** Carries out one match in the transaction and returns its effect; null if it is not possible. */
async function carriedOut(work: Work, row: ReceiptRow): Promise<Foreseen | null> {
  const certain = await certainTarget(work, row);
  if (!certain) return null;
  const { target, caseNo, memberId, owner } = certain;
  await work.tx.run(sql`savepoint one_match`);
  try {
    await give(work, row, target);
  } catch (error) {
    await work.tx.run(sql`rollback to savepoint one_match`);
    if (error instanceof Refusal) return null;
    throw error;
  }
  const { used, fee } = await usedOf(work.tx, row.id, target);
  const rest = subtract(row.amount, used);
  const number = numberOf({ ...target, caseNo });
  return { row, number, target: { ...target, caseNo, memberId, used, rest, fee }, owner };
}

/**
 * Foresees what these receipts do one after another, because two of them may pay the same order.
 * Everything is rolled back.
 */
async function foresee(work: Work, ids: readonly number[]): Promise<Foreseen[]> {
  const { tx } = work;
  const found: Foreseen[] = [];
  await tx.run(sql`savepoint look_ahead`);
  for (const id of ids) {
    const row = await lockReceipt(tx, id);
    if (!row) throw new Refusal('RECEIPT_NOT_FOUND');
    const one = row.state === 'suspense' ? await carriedOut(work, row) : null;
    if (one) found.push(one);
  }
  await tx.run(sql`rollback to savepoint look_ahead`);
  return found;
}

const viewOf = ({ row, number, target, owner }: Foreseen, taskId: number): ServerExactMatch => ({
  receipt: row.id,
  taskId,
  day: row.day,
  seq: row.seq,
  amount: money(row.amount),
  number,
  target,
  owner,
});

/** Gives a line back to the first person, as a task with the reason. */
async function leave(work: Work, row: ReceiptRow, returned: string): Promise<void> {
  await suspendReceipt(work, row.id, { ...row, date: row.day }, '整批比對時保留', { returned });
  await keepAge(work, 'unmatched_payment', { type: 'receipt', id: row.id });
}

/** Assigns one line; leaves it with the first person if it is no longer possible. */
async function take(
  work: Work & { operator: Operator },
  row: ReceiptRow,
  { target, maker }: { target: MatchTarget; maker: number | null },
): Promise<void> {
  const { type, id } = target;
  await work.tx.run(sql`savepoint one_match`);
  try {
    await give(work, row, { type, id });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await work.tx.run(sql`rollback to savepoint one_match`);
    return leave(work, row, Object.values(error.fields ?? {})[0] ?? '對象的狀態已經改變');
  }
  await markReceipt(work.tx, row.id, 'matched', { type, id });
  await recordMove(work, {
    subject: { type: 'receipt', id: row.id },
    action: 'receipt.matched',
    from: 'suspense',
    to: 'matched',
    snapshot: { target: type, subjectId: id, maker },
  });
}

/** A line that is proposed and whose money still lies in suspense. */
type Line = { row: ReceiptRow; target: MatchTarget };

/**
 * Many matches that one person proposes together. The second person approves all lines but those
 * held, which go back to the first person with the reason.
 */
export const matchesCheck = proposal('matches_check', {
  async subject({ tx }, task) {
    const lying: Line[] = [];
    for (const { receipt, target } of task.detail.lines ?? []) {
      const row = await lockReceipt(tx, receipt);
      if (row?.state === 'suspense') lying.push({ row, target });
    }
    return lying.length > 0 ? lying : null;
  },

  async facts(work, task) {
    const lines = [];
    for (const line of task.detail.lines ?? []) {
      const row = await lockReceipt(work.tx, line.receipt);
      if (!row) continue;
      const owner = await ownerOf(work, row, line.target);
      const number = numberOf(line.target);
      const { seq, day, state } = row;
      const now = state === 'matched' ? subjectNumberOf(row) : null;
      lines.push({ ...line, seq, day, amount: row.amount as Money, owner, number, now });
    }
    return { ...task.detail, lines };
  },

  async carryOut(work, lines) {
    const { task, decided, reason } = work;
    const held = new Set(decided.decision === 'approve' ? (decided.held ?? []) : []);
    if (held.size > 0 && !reason) {
      throw new Refusal('DECISION_INVALID', { fields: { reason: '請填寫保留的原因' } });
    }
    for (const { row, target } of lines) {
      if (held.has(row.id)) await leave(work, row, reason ?? '');
      else await take(work, row, { target, maker: task.makerId });
    }
  },

  async onReturn(work, lines) {
    for (const { row } of lines) await leave(work, row, work.reason ?? '');
  },

  // Each receipt has a row of its own.
  audit: {},
});

/** Opens the task of the second person with every line. */
async function openMany(work: Work & { operator: Operator }, found: readonly Foreseen[]) {
  const [first] = found;
  if (!first) throw new Error('no match is proposed');
  const total = sum(found.map(({ row }) => money(row.amount)));
  await matchesCheck.propose(work, {
    subject: {
      type: 'receipt',
      id: first.row.id,
      label: `${found.length} 筆入帳比對，${formatMoney(total)}`,
    },
    detail: { lines: found.map(({ row, target }) => ({ receipt: row.id, target })) },
    makerId: work.operator.id,
  });
}

export const matchesActions: Actions<{ banking: typeof matchesOffice }>['banking'] = {
  /** Runs in a transaction of its own, because a read has none, and changes nothing. */
  async exactMatches(context) {
    const { operator, services } = context;
    const open = await unmatchedReceipts(context.tx, operator.id, MATCHES_MAX);
    const taskOf = new Map(open.map(({ id, taskId }) => [id, taskId]));
    const found = await withTransactionAgain(services.pool, (tx) =>
      foresee({ ...context, tx }, [...taskOf.keys()]),
    );
    return { data: found.map((one) => viewOf(one, taskOf.get(one.row.id) ?? 0)) };
  },

  async proposeMatches(context, { matches }) {
    const numbers = new Map(matches.map(({ receipt, number }) => [receipt, number]));
    for (const id of [...numbers.keys()].toSorted((one, other) => one - other)) {
      await holdTask(context, 'unmatched_payment', { type: 'receipt', id });
    }
    const found = await foresee(context, [...numbers.keys()]);
    if (found.length < numbers.size) throw new Refusal('MATCH_CHANGED');
    for (const { row, number, target } of found) {
      if (numbers.get(row.id) !== number) throw new Refusal('MATCH_CHANGED');
      const subject = { type: 'receipt', id: row.id } as const;
      await decideTaskOf(context, 'unmatched_payment', subject, 'match');
      await recordMove(context, {
        subject,
        action: 'receipt.match_proposed',
        snapshot: { target: target.type, subjectId: target.id, together: found.length },
      });
    }
    await openMany(context, found);
    return { data: { receipts: found.length } };
  },
};
