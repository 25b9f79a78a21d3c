// The bank's door: receipts find their subject, payments their end; each report counts once.
import type { BankRecord, PaymentReport, banking } from '#contract/banking.ts';
import { negate } from '#contract/money.ts';
import type { Money } from '#contract/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Services, Work } from '../action.ts';
import { verifyCallback } from '../adapters/bank.ts';
import { brokenConstraint, withTransaction } from '../db.ts';
import { post } from '../ledger/actions.ts';
import { openTask, recordMove } from '../tasks/actions.ts';
import { workOn } from '../work.ts';
import {
  insertPayment,
  insertReceipt,
  lockPayment,
  lockReversed,
  markReceipt,
  settlePayment,
  stateOf,
  subjectOf,
} from './queries.ts';

export { registerVirtualAccounts, reserveVirtualAccounts, trustBank } from './accounts.ts';
export { virtualAccountView } from './accounts.ts';
export { batchTotal, checkedBatch, draftBatch } from './batches.ts';
export { waitingInBatch } from './batch-queries.ts';

const BANK = { type: 'bank', id: null } as const;

/** Orders a payment of a batch from the trust account; the worker hands it to the bank. */
export async function orderPayment(
  work: Work,
  payment: {
    purpose: 'disbursement' | 'refund' | 'payout' | 'return';
    subjectId: number;
    memberId: number | null;
    account: { bankCode: string; account: string; holder: string };
    amount: number;
    memo: string;
    /** What it leaves with: one file, released once. */
    batchId: number;
    /** Tells one try from the next where a payment came back; 1 unless given. */
    attempt?: number;
  },
): Promise<number> {
  const { secrets } = work.services;
  const { id } = await insertPayment(work.tx, {
    purpose: payment.purpose,
    subjectId: payment.subjectId,
    memberId: payment.memberId,
    bankCode: payment.account.bankCode,
    account: secrets.seal(payment.account.account),
    holder: secrets.seal(payment.account.holder),
    amount: payment.amount,
    memo: payment.memo,
    // Unique by subject and attempt: the same payment cannot be ordered twice.
    reference: `${payment.purpose}-${payment.subjectId}-${payment.attempt ?? 1}`,
    batchId: payment.batchId,
    now: work.now,
  });
  await recordMove(work, {
    subject: { type: 'payment', id },
    action: `payment.${payment.purpose}`,
    to: 'pending',
    snapshot: { amount: payment.amount, subject: payment.subjectId },
  });
  return id;
}

/** Leaves a receipt in suspense with a task that says why. */
export async function suspendReceipt(
  work: Work,
  receiptId: number,
  record: Pick<BankRecord, 'date' | 'seq' | 'virtualAccount'> & { amount: number },
  why: string,
) {
  await openTask(work, {
    kind: 'unmatched_payment',
    subject: { type: 'receipt', id: receiptId, label: `${record.date} 入帳 ${record.seq}` },
    detail: { why, amount: record.amount, virtualAccount: record.virtualAccount },
  });
}

/** Every dollar that arrives lies in suspense first; its subject then takes it from there. */
async function receive(work: Work, record: BankRecord): Promise<string> {
  const { tx, services } = work;
  const subject = await subjectOf(tx, record.virtualAccount);
  const sealed = record.fromAccount ? services.secrets.seal(record.fromAccount) : null;
  const fresh = await insertReceipt(tx, record, sealed, subject);
  if (!fresh) return (await stateOf(tx, record)).state;
  const on = record.date;
  await post(work, [
    {
      id: `receipt:${fresh.id}`,
      kind: 'receipt',
      on,
      entries: [
        { account: 'trust_bank', amount: record.amount },
        { account: 'suspense', amount: negate(record.amount as Money) },
      ],
    },
  ]);
  if (!subject) {
    await suspendReceipt(work, fresh.id, record, '找不到這個虛擬帳號');
    return 'suspense';
  }
  const reception = await services.hooks.received[subject.type](work, {
    id: fresh.id,
    bank: record.bank,
    at: new Date(record.at),
    day: on,
    type: record.type,
    amount: record.amount,
    virtualAccount: record.virtualAccount,
    fromBank: record.fromBank ?? null,
    fromAccount: record.fromAccount ?? null,
    subjectId: subject.id,
  });
  if (reception.state === 'suspense')
    await suspendReceipt(work, fresh.id, record, reception.reason);
  await markReceipt(tx, fresh.id, reception.state);
  return reception.state;
}

/** The bank takes an earlier receipt back: its subject gives the money up, trust_bank falls. */
async function reverse(work: Work, record: BankRecord): Promise<string> {
  const { tx, services } = work;
  const fresh = await insertReceipt(tx, record, null, null);
  if (!fresh) return (await stateOf(tx, record)).state;
  const original = await lockReversed(tx, record.bank, record.reverses ?? '');
  if (!original || original.state === 'reversed' || original.amount !== record.amount) {
    await openTask(work, {
      kind: 'attention',
      subject: { type: 'receipt', id: fresh.id, label: `${record.date} 沖正 ${record.seq}` },
      detail: { why: '找不到被沖正的入帳', amount: record.amount },
    });
    return 'suspense';
  }
  if (original.state === 'matched' && original.subjectType && original.subjectId !== null) {
    const { subjectType, subjectId } = original;
    const fromAccount = original.fromAccount && services.secrets.open(original.fromAccount);
    await services.hooks.reversed[subjectType](work, { ...original, fromAccount, subjectId });
  }
  await post(work, [
    {
      id: `reversal:${fresh.id}`,
      kind: 'reversal',
      on: record.date,
      memo: `receipt:${original.id}`,
      entries: [
        { account: 'suspense', amount: record.amount },
        { account: 'trust_bank', amount: negate(record.amount as Money) },
      ],
    },
  ]);
  await markReceipt(tx, original.id, 'reversed');
  await markReceipt(tx, fresh.id, 'matched');
  return 'reversed';
}

/** What became of a payment, and whether this report said anything new. */
type PaymentBooking = { state: string; changed: boolean };

async function settle(work: Work, report: PaymentReport): Promise<PaymentBooking> {
  const { tx, services } = work;
  const payment = await lockPayment(tx, report.reference);
  if (!payment) return { state: 'unknown', changed: false };
  // A payment the bank confirmed may still come back days later; nothing follows a return.
  if (payment.status === 'returned' || payment.status === report.outcome) {
    return { state: payment.status, changed: false };
  }
  await settlePayment(tx, payment.id, {
    status: report.outcome,
    day: report.date,
    at: report.at,
    reason: report.reason ?? null,
  });
  await recordMove(work, {
    subject: { type: 'payment', id: payment.id },
    action: `payment.${report.outcome}`,
    from: payment.status,
    to: report.outcome,
    reason: report.reason ?? null,
  });
  if (payment.status === 'confirmed') {
    await openTask(work, {
      kind: 'attention',
      subject: { type: 'payment', id: payment.id, label: `已確認的匯款遭退回 ${report.reference}` },
      detail: { why: '銀行先確認後退回，款項已回到信託專戶，請人工處理', amount: payment.amount },
    });
    await post(work, [
      {
        id: `returned-late:${payment.id}`,
        kind: 'receipt',
        on: report.date,
        entries: [
          { account: 'trust_bank', amount: payment.amount },
          { account: 'suspense', amount: negate(payment.amount as Money) },
        ],
      },
    ]);
    return { state: 'returned', changed: true };
  }
  await services.hooks.settled[payment.purpose](work, {
    paymentId: payment.id,
    purpose: payment.purpose,
    subjectId: payment.subjectId,
    memberId: payment.memberId,
    amount: payment.amount,
    outcome: report.outcome,
    day: report.date,
    reason: report.reason ?? null,
  });
  return { state: report.outcome, changed: true };
}

/** One report, one transaction: a line that fails leaves the others standing. */
function inReport<T>(services: Services, requestId: string, run: (work: Work) => Promise<T>) {
  return withTransaction(services.pool, (tx) => run(workOn(services, tx, BANK, requestId)));
}

/**
 * One line of the bank's, by callback or by statement, effective once. A report that cannot be
 * used is still recorded: in suspense, with a task for a person. Answers what became of it.
 */
export async function bookRecord(services: Services, requestId: string, record: BankRecord) {
  try {
    return await inReport(services, requestId, (work) =>
      record.sign === '+' ? receive(work, record) : reverse(work, record),
    );
  } catch (error) {
    if (!(error instanceof Refusal) && brokenConstraint(error) === null) throw error;
    services.log.error({ err: error, seq: record.seq }, 'a receipt could not be matched');
    return inReport(services, requestId, async (work) => {
      const sealed = record.fromAccount ? services.secrets.seal(record.fromAccount) : null;
      const fresh = await insertReceipt(work.tx, record, sealed, null);
      if (!fresh) return (await stateOf(work.tx, record)).state;
      const sign = record.sign === '+' ? 1 : -1;
      await post(work, [
        {
          id: `receipt:${fresh.id}`,
          kind: 'receipt',
          on: record.date,
          entries: [
            { account: 'trust_bank', amount: sign * record.amount },
            { account: 'suspense', amount: -sign * record.amount },
          ],
        },
      ]);
      await suspendReceipt(work, fresh.id, record, '自動比對失敗，請人工處理');
      return 'suspense';
    });
  }
}

/** The bank's word on a payment of ours, effective once. */
export function bookPayment(services: Services, requestId: string, report: PaymentReport) {
  return inReport(services, requestId, (work) => settle(work, report));
}

export const bankingActions: Actions<{ banking: typeof banking }>['banking'] = {
  bankCallback: {
    async answer(services, asking, { records = [], payments = [] }) {
      const verified = verifyCallback(asking.raw, services.config.bank.webhookSecret, {
        now: services.clock.realNow(),
      });
      if (!verified) throw new Refusal('SIGNATURE_REFUSED');
      const received: { seq: string; state: string }[] = [];
      for (const record of records) {
        const state = await bookRecord(services, asking.requestId, record);
        received.push({ seq: record.seq, state });
      }
      const settled: { reference: string; state: string }[] = [];
      for (const report of payments) {
        const { state } = await bookPayment(services, asking.requestId, report);
        settled.push({ reference: report.reference, state });
      }
      return { data: { records: received, payments: settled } };
    },
  },
};
