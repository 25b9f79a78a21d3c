// Money with unknown owner: it stays in suspense until a person finds the owner.
import type { Money } from '#contract/core/money.ts';
import type { BankRecord } from '#contract/banking/calls.ts';
import type { TransferKind } from '#contract/ledger/kinds.ts';
import type { Work } from '../action.ts';
import type { Settled } from '../money-hooks.ts';
import { post } from '../ledger/actions.ts';
import { closeTask, openTask } from '../tasks/actions.ts';
import { trustBankOf } from './accounts.ts';
import { insertLodged } from './queries.ts';

/** Keeps a receipt in suspense and opens a task that gives the reason. */
export async function suspendReceipt(
  work: Work,
  receiptId: number,
  record: Pick<BankRecord, 'date' | 'seq' | 'virtualAccount'> & { amount: Money },
  why: string,
  more: { returned?: string | undefined } = {},
) {
  await openTask(work, {
    kind: 'unmatched_payment',
    subject: { type: 'receipt', id: receiptId, label: `${record.date} 入帳 ${record.seq}` },
    detail: { why, amount: record.amount, virtualAccount: record.virtualAccount, ...more },
  });
}

/** Closes the tasks for a receipt whose owner need not be found any more. */
export async function dropMatching(
  work: Work,
  receiptId: number,
  why = '原入帳經銀行沖正',
): Promise<void> {
  const subject = { type: 'receipt', id: receiptId } as const;
  for (const kind of ['unmatched_payment', 'match_check'] as const) {
    await closeTask(work, kind, subject, 'withdrawn', why);
  }
}

/**
 * Books a returned payment that cannot be reversed automatically into suspense, as a receipt for
 * `loanId` if there is one, and opens a task that gives the reason.
 */
export async function lodgeReturn(
  work: Work,
  { paymentId, reference, amount, day }: Settled,
  of: { loanId: number | null; virtualAccount: string; kind: TransferKind; why: string },
): Promise<void> {
  const { loanId, virtualAccount, kind, why } = of;
  const seq = `payment-${paymentId}`;
  const bank = trustBankOf(work.services).bankCode;
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
