// Money whose owner is not known: it lies in suspense, and a person finds out whose it is.
import type { BankRecord } from '#contract/banking/calls.ts';
import type { TransferKind } from '#contract/ledger/kinds.ts';
import type { Settled, Work } from '../action.ts';
import { post } from '../ledger/actions.ts';
import { closeTask, openTask } from '../tasks/actions.ts';
import { trustBank } from './accounts.ts';
import { insertLodged } from './queries.ts';

/** Leaves a receipt in suspense with a task that says why. */
export async function suspendReceipt(
  work: Work,
  receiptId: number,
  record: Pick<BankRecord, 'date' | 'seq' | 'virtualAccount'> & { amount: number },
  why: string,
  more: Record<string, unknown> = {},
) {
  await openTask(work, {
    kind: 'unmatched_payment',
    subject: { type: 'receipt', id: receiptId, label: `${record.date} 入帳 ${record.seq}` },
    detail: { why, amount: record.amount, virtualAccount: record.virtualAccount, ...more },
  });
}

/** The bank took the money back: nobody needs to find its owner any more. */
export async function dropMatching(work: Work, receiptId: number): Promise<void> {
  const subject = { type: 'receipt', id: receiptId } as const;
  for (const kind of ['unmatched_payment', 'match_check'] as const) {
    await closeTask(work, kind, subject, 'withdrawn', '原入帳經銀行沖正');
  }
}

/**
 * A payment that came back and that nobody can take back by itself lies in suspense, as money that
 * came in for `loanId` where there is one, with a task that says why.
 */
export async function lodgeReturn(
  work: Work,
  { paymentId, reference, amount, day }: Settled,
  of: { loanId: number | null; virtualAccount: string; kind: TransferKind; why: string },
): Promise<void> {
  const { loanId, virtualAccount, kind, why } = of;
  const seq = `payment-${paymentId}`;
  const bank = trustBank.bankCode;
  const row = { bank, day, seq, at: work.now, amount, virtualAccount, loanId };
  const { id } = await insertLodged(work.tx, row);
  await post(work, [
    {
      id: `receipt:${id}:payment:${paymentId}`,
      kind,
      on: day,
      loanId: loanId ?? undefined,
      memo: `payment:${reference}`,
      entries: [
        { account: 'trust_bank', amount },
        { account: 'suspense', amount: -amount },
      ],
    },
  ]);
  await suspendReceipt(work, id, { date: day, seq, virtualAccount, amount }, why);
}
