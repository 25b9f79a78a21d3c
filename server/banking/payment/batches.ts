// Batches of payments: released by one person, approved by another, sent as one file.
import { batchKindText } from '#contract/banking/words.ts';
import { formatMoney, type Money, money, sum } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { DecisionOf } from '#contract/tasks/decisions.ts';
import type { Operator } from '../../call.ts';
import { type TaskHandler, type DraftedKind, hooks } from '../../hooks.ts';
import type { Services } from '../../services.ts';
import type { Work } from '../../work.ts';
import type { BankBatch, BankPayment } from '../../adapters/bank/order-files.ts';
import { type OrderFile, orderFile, sha256OfText } from '../../adapters/bank/order-files.ts';
import { assertTrustWhole } from '../booking/shortfall.ts';
import { flagsOfBatch, payeesOf } from './payees.ts';
import { answerAsMaker, openTask, recordMove, renewTask } from '../../tasks/front.ts';
import {
  batchById,
  countBatch,
  insertBatch,
  insertBatchItems,
  lockBatch,
  settleBatch,
  subjectsOf,
} from './batch-queries.ts';
import { type PaymentRow, paymentsOfBatch } from '../queries.ts';

const subject = (id: number) => ({ type: 'batch', id }) as const;

/** Reference by which the bank knows the batch; also the name of its file. */
export const batchReference = (id: number) => `batch-${id}`;

/** What a batch is called in the inbox. */
const labelOf = (of: { id: number; kind: DraftedKind; payments: number; total: Money }): string =>
  `${batchKindText[of.kind]}批次 ${of.id}：${of.payments} 筆，${formatMoney(of.total)}`;

/**
 * Drafts a batch that another person must approve; no payment exists before the approval. Returns
 * the batch's id. Refuses TRUST_SHORT while client money is short.
 */
export async function draftBatch(
  work: Work & { operator: Operator },
  kind: DraftedKind,
  items: readonly { subjectId: number; amount: Money }[],
  answers?: readonly { flag: string; answer: string }[],
): Promise<number> {
  await assertTrustWhole(work);
  const total = sum(items.map(({ amount }) => amount));
  const { id } = await insertBatch(work.tx, {
    kind,
    state: 'checking',
    releasedBy: work.operator.id,
    checkedBy: null,
    payments: items.length,
    total,
    now: work.now,
  });
  await insertBatchItems(work.tx, id, items);
  await openTask(work, {
    kind: 'payment_check',
    subject: { ...subject(id), label: labelOf({ id, kind, payments: items.length, total }) },
    makerId: work.operator.id,
  });
  const given = answers && { decision: 'approve' as const, answers };
  const flags = given ? await answerAsMaker(work, 'payment_check', subject(id), given) : 0;
  await recordMove(work, {
    subject: subject(id),
    action: `batch.${kind}`,
    to: 'checking',
    snapshot: { payments: items.length, total, ...(flags > 0 && { flags }) },
  });
  return id;
}

/**
 * Creates a batch of disbursements, each of which was released by one person and checked by
 * another. Refuses TRUST_SHORT while client money is short.
 */
export async function checkedBatch(
  work: Work & { operator: Operator },
  releasedBy: number | null,
  order: (batchId: number) => Promise<void>,
): Promise<number> {
  await assertTrustWhole(work);
  const { id } = await insertBatch(work.tx, {
    kind: 'disbursement',
    state: 'approved',
    releasedBy,
    checkedBy: work.operator.id,
    payments: 0,
    total: 0,
    now: work.now,
  });
  await order(id);
  await countBatch(work.tx, id);
  await recordMove(work, { subject: subject(id), action: 'batch.disbursement', to: 'approved' });
  return id;
}

/** Returns the total of all payments of a batch in NT$. */
export async function batchTotal(tx: Work['tx'], id: number): Promise<number> {
  return (await batchById(tx, id))?.total ?? 0;
}

type Decided = DecisionOf<'payment_check'>;

/** Returns the payments that the second person holds when they approve the others. */
const heldIn = (decided: Decided | undefined): ReadonlySet<number> =>
  new Set(decided?.decision === 'approve' ? decided.heldPayments : []);

/**
 * Refuses DECISION_INVALID for payments of another batch, if no payment would be left, and without
 * a reason, which whoever looks at them next has to read.
 */
function assertMayHold(
  held: ReadonlySet<number>,
  of: {
    all: readonly number[];
    left: readonly number[];
    reason: string | undefined;
    mayHold: boolean;
  },
): void {
  if (held.size === 0) return;
  const invalid = (fields: Record<string, string>) => new Refusal('DECISION_INVALID', { fields });
  if (!of.mayHold || [...held].some((id) => !of.all.includes(id))) {
    throw invalid({ heldPayments: '保留的款項不在這個批次' });
  }
  if (of.left.length === 0) throw invalid({ heldPayments: '全部保留時，請整批退回' });
  if (!of.reason) throw invalid({ reason: '保留款項時請填寫原因' });
}

/** Leaves a payment out of a batch that is approved: it is owed, and waits for a person. */
async function keepBack(
  work: Work,
  { id, kind }: { id: number; kind: DraftedKind },
  subjectId: number,
  reason: string,
): Promise<void> {
  await hooks.batches[kind].keepBack?.(work, subjectId, reason);
  await recordMove(work, {
    subject: subject(id),
    action: 'batch.held_back',
    reason,
    snapshot: { kind, subject: subjectId },
  });
}

/** Task of the second person: on approval the payments that may still be made are ordered. */
export const paymentCheck: TaskHandler<'payment_check'> = {
  async detail(work, task) {
    const { tx } = work;
    const batch = await batchById(tx, task.subjectId);
    if (!batch) return task.detail;
    const { id, kind, state, payments, total } = batch;
    const [bookingId] = kind === 'sweep' ? await subjectsOf(tx, id) : [];
    const payees = await payeesOf(work, id);
    const found = { batchId: id, kind, state, payments, amount: total, payees };
    return { ...task.detail, ...found, ...(bookingId !== undefined && { bookingId }) };
  },

  async flags(work, task, deciding, decision) {
    if (deciding) await lockBatch(work.tx, task.subjectId);
    return flagsOfBatch(work, task.subjectId, heldIn(decision));
  },

  amount: async ({ tx }, task) => money(await batchTotal(tx, task.subjectId)),

  async decide(work, task, decided) {
    const { decision, reason } = decided;
    const batch = await lockBatch(work.tx, task.subjectId);
    if (batch?.state !== 'checking' || batch.kind === 'disbursement') {
      throw new Refusal('TASK_DONE');
    }
    const all = await subjectsOf(work.tx, batch.id);
    const held = heldIn(decided);
    const subjectIds = all.filter((id) => !held.has(id));
    const hook = hooks.batches[batch.kind];
    assertMayHold(held, { all, left: subjectIds, reason, mayHold: hook.keepBack !== undefined });
    const isApproved = decision === 'approve';
    if (isApproved) await assertTrustWhole(work);
    if (isApproved) await hook.pay(work, batch.id, subjectIds);
    const { state, payments, total } = await settleBatch(work.tx, batch.id, {
      state: isApproved ? 'approved' : 'returned',
      checkedBy: work.operator.id,
      now: work.now,
    });
    // Runs after the subjects were removed from the batch, so that they may be released for payment
    // again.
    if (!isApproved) await hook.giveBack(work, subjectIds, reason ?? '');
    const { id, kind } = batch;
    for (const one of held) await keepBack(work, { id, kind }, one, reason ?? '');
    // The task is called by what was ordered, which may be less than what was released.
    if (state === 'approved') {
      await renewTask(work, task.id, labelOf({ id, kind, payments, total }));
    }
    await recordMove(work, {
      subject: subject(batch.id),
      action: 'batch.checked',
      from: 'checking',
      to: state,
      reason: reason ?? null,
    });
  },
};

/**
 * Returns the batch in the form in which it is sent to the bank: account numbers decrypted, in the
 * order of the payments.
 */
export function bankBatchOf(
  { secrets }: Pick<Services, 'secrets'>,
  { id, approvedAt }: { id: number; approvedAt: Date },
  payments: readonly PaymentRow[],
): BankBatch {
  return {
    reference: batchReference(id),
    approvedAt,
    payments: payments.map((payment) => bankPaymentOf({ secrets }, payment)),
  };
}

/** Returns a payment as the bank gets it. */
export const bankPaymentOf = (
  { secrets }: Pick<Services, 'secrets'>,
  { reference, purpose, bankCode, account, holder, amount, memo }: PaymentRow,
): BankPayment => ({
  reference,
  purpose,
  bankCode,
  account: secrets.decrypt('banking.payment.account', reference, account),
  holder: secrets.decrypt('banking.payment.holder', reference, holder),
  amount,
  memo,
});

/**
 * Rebuilds the file of a batch from its rows, with the same bytes that the bank received, also if
 * the format was changed since. Refuses BATCH_NOT_FOUND, and BATCH_STATE if nothing was released.
 */
export async function fileOfBatch(work: Work, id: number): Promise<OrderFile> {
  const batch = await batchById(work.tx, id);
  if (!batch) throw new Refusal('BATCH_NOT_FOUND');
  const { state, fileSha256, approvedAt } = batch;
  if ((state !== 'approved' && state !== 'sent') || approvedAt === null) {
    throw new Refusal('BATCH_STATE');
  }
  const payments = await paymentsOfBatch(work.tx, id);
  const ordered = bankBatchOf(work.services, { id, approvedAt }, payments);
  const formats = [work.services.config.bank.orders, { format: 'csv' } as const];
  const files = formats.map((settings) => orderFile(ordered, settings));
  const found = files.find(({ text }) => (fileSha256 ?? sha256OfText(text)) === sha256OfText(text));
  if (!found) throw new Error(`the file of batch ${id} is not what the bank was given`);
  return found;
}
