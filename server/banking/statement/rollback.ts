// Rolls back a statement file while none of its money was used: one person asks, another decides.
import { formatMoney, type Money, money, negate, sum } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Context } from '../../call.ts';
import type { Work } from '../../work.ts';
import { post } from '../../ledger/front.ts';
import { proposal, tried } from '../../tasks/front.ts';
import { giveBack } from '../reversals.ts';
import { lockReceipt, type ReceiptRow } from '../queries.ts';
import { updateDifferences } from '../reconciliation/differences.ts';
import {
  decideRollback,
  forgetStatement,
  insertRollback,
  judgedDaysOf,
  lockReceiptsOfStatement,
  releaseReceipt,
  saidBy,
  settledBy,
  withdrawBooked,
} from './rollback-queries.ts';
import { lockStatement } from './statement-check-queries.ts';
import { isBooked } from './statement-preview.ts';
import { statementById, type StatementRow } from './statement-queries.ts';

const used = (reason: string) => new Refusal('STATEMENT_USED', { fields: { reason } });

/** Why a receipt that was sent on cannot be reversed, by its state or what it was booked to. */
function useOf({ state, subjectType, seq }: ReceiptRow): string | null {
  if (state === 'returned') return `序號 ${seq} 已退回付款人`;
  if (state === 'reversed') return `序號 ${seq} 已由銀行沖正`;
  if (subjectType === 'booking') return `序號 ${seq} 已記為帳務分錄，請先沖銷該分錄`;
  if (subjectType === 'payment') return `序號 ${seq} 是退回的匯款`;
  return null;
}

/** Reverses one receipt in the ledger; refuses STATEMENT_USED if its money is no longer there. */
async function reverseReceipt(work: Work, row: ReceiptRow): Promise<void> {
  const reason = useOf(row);
  if (reason !== null) throw used(reason);
  const missing = await giveBack(work, row);
  if (missing) {
    throw used(`序號 ${row.seq} 的款項已動用 ${formatMoney(missing.amount)}`);
  }
  await post(work, [
    {
      id: `rollback:${row.id}`,
      kind: 'reversal',
      on: row.day,
      memo: `receipt:${row.id}`,
      entries: [
        { account: 'suspense', amount: row.amount },
        { account: 'trust_bank', amount: negate(row.amount) },
      ],
    },
  ]);
  await releaseReceipt(work.tx, row.id);
}

/**
 * Reverses all receipts of a file and removes what it said about the bank. Returns number and sum
 * in NT$ of the receipts. Refuses STATEMENT_USED with the first reason if anything of it was used.
 */
async function rollBack(work: Work, statement: StatementRow) {
  const { tx } = work;
  const { first } = await judgedDaysOf(tx, statement.id);
  if (first !== null) throw used(`這份檔案結清的銀行日 ${first} 已用於判定逾期與到期`);
  const receipts = await lockReceiptsOfStatement(tx, statement.id);
  // The bank itself reported the payments that such a file names.
  const settled =
    !(await hasOnlySaid(work, statement)) && (await settledBy(tx, statement.id)).settled;
  if (settled || receipts.length < statement.booked) {
    throw used('這份檔案也記入了匯款結果或沖正，只能逐筆更正');
  }
  const amounts: Money[] = [];
  for (const { id } of receipts.toReversed()) {
    const row = await lockReceipt(tx, id);
    if (!row) throw new Error(`receipt ${id} vanished`);
    await reverseReceipt(work, row);
    amounts.push(money(row.amount));
  }
  await forgetStatement(tx, statement.id, statement.mapping.bank);
  return { receipts: receipts.length, amount: sum(amounts) };
}

/**
 * Whether a file has only said what is at the bank: that of a bank which reports by callback books
 * nothing and closes no day.
 */
const hasOnlySaid = async ({ tx, services }: Work, row: StatementRow): Promise<boolean> =>
  !isBooked(services, row) && row.booked === 0 && (await saidBy(tx, row.id)).only;

/**
 * Locks the file; refuses STATEMENT_NOT_FOUND, and STATEMENT_STATE if it has neither booked
 * anything nor said anything about the bank.
 */
async function doneStatement(work: Work, id: number): Promise<StatementRow> {
  const { tx } = work;
  await lockStatement(tx, id);
  const row = await statementById(tx, id);
  if (!row) throw new Refusal('STATEMENT_NOT_FOUND');
  const hasBooked = row.booked > 0 || (await lockReceiptsOfStatement(tx, id)).length > 0;
  const counts = hasBooked || (await hasOnlySaid(work, row));
  if (row.state !== 'done' || !counts) throw new Refusal('STATEMENT_STATE');
  return row;
}

/** The second person's approval alone reverses the file in the ledger. */
export const statementRollback = proposal('statement_rollback', {
  async subject(work, { subjectId }) {
    try {
      return await doneStatement(work, subjectId);
    } catch (error) {
      // A file that was read again meanwhile has nothing to roll back.
      if (error instanceof Refusal) return null;
      throw error;
    }
  },
  async facts(_work, task) {
    return { ...task.detail, statementId: task.subjectId };
  },
  async carryOut(work, row) {
    const { tx, operator, now, task } = work;
    await rollBack(work, row);
    await withdrawBooked(tx, row.id, now);
    await decideRollback(tx, row.id, { agreed: true, by: operator.id, now });
    await updateDifferences(work);
    return { from: 'done', to: 'withdrawn', snapshot: { maker: task.makerId } };
  },
  async onReturn({ tx, operator, now, task }, row) {
    await decideRollback(tx, row.id, { agreed: false, by: operator.id, now });
    return { snapshot: { maker: task.makerId } };
  },
  audit: {
    proposed: 'statement.rollback_asked',
    approved: 'statement.rolled_back',
    returned: 'statement.rollback_refused',
  },
});

/** Asks for a roll back, after trying whether it is possible. */
export async function proposeRollback(
  context: Context & { operator: { id: number } },
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const { tx, operator, now } = context;
  const row = await doneStatement(context, id);
  if (row.rollbackTaskId !== null) throw new Refusal('STATEMENT_STATE');
  const effect = await tried(context, () => rollBack(context, row));
  await insertRollback(tx, id, { reason, by: operator.id, now });
  await statementRollback.propose(context, {
    subject: { type: 'statement', id, label: `${row.filename} 復原` },
    detail: { reason, ...effect },
    makerId: operator.id,
    recorded: { reason, snapshot: { sha256: row.sha256, ...effect } },
  });
}
