// Money with unknown owner: it stays in suspense until a person finds the owner.
import { formatDay } from '#contract/core/day.ts';
import { isPositive, type Money, negate, subtract } from '#contract/core/money.ts';
import type { BankRecord } from '#contract/banking/calls.ts';
import type { TransferKind } from '#contract/ledger/kinds.ts';
import type { Settled } from '../hooks.ts';
import type { Work } from '../work.ts';
import { post } from '../ledger/front.ts';
import { closeTask, openTask, recordMove } from '../tasks/front.ts';
import type { Entry } from '../ledger/rules.ts';
import { trustBankOf } from './accounts.ts';
import {
  countReturns,
  insertLodged,
  lockLodged,
  type LodgedRow,
  lowerLodged,
  markReceipt,
} from './queries.ts';

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
    subject: {
      type: 'receipt',
      id: receiptId,
      label: `${formatDay(record.date)} 入帳 ${record.seq}`,
    },
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

type Taking = {
  owed: Omit<Entry, 'amount'>;
  kind: TransferKind;
  loanId: number | null;
  for: string;
};

/**
 * Takes money of a payment that `lodgeReturn` booked into suspense back to whom the payment paid
 * (`owed`), because the bank reverses the receipt of this money: otherwise the platform would cover
 * money that it also has. A return of it to its payer that was not ordered yet becomes smaller.
 * Returns false if it is not there, for example because two persons have assigned it. A person is
 * asked anew about what is left in suspense, because the amount has changed.
 */
export async function takeLodged(
  work: Work,
  paymentId: number | null,
  amount: Money,
  of: Taking,
): Promise<boolean> {
  const row = paymentId === null ? null : await lockLodged(work.tx, paymentId);
  if (!row || row.amount < amount || (await countReturns(work.tx, row.id)).under > 0) return false;
  const { id, state } = row;
  await setOff(work, row, amount, of);
  const left = subtract(row.amount, amount);
  const to = isPositive(left) ? state : 'reversed';
  if (isPositive(left)) await lowerLodged(work.tx, id, left);
  else await markReceipt(work.tx, id, to);
  await recordMove(work, {
    subject: { type: 'receipt', id },
    action: 'receipt.set_off',
    from: state,
    to,
    snapshot: { amount, left },
  });
  await askAboutRest(work, row, left);
  return true;
}

async function setOff(
  work: Work,
  { id, state }: Pick<LodgedRow, 'id' | 'state'>,
  amount: Money,
  of: Taking,
): Promise<void> {
  const on = work.today;
  if (state === 'returned') {
    await post(work, [
      {
        id: `receipt:${id}:return:withdrawn:${of.for}`,
        kind: 'return_withdrawn',
        on,
        entries: [
          { account: 'refund_payable', amount },
          { account: 'suspense', amount: negate(amount) },
        ],
      },
    ]);
  }
  await post(work, [
    {
      id: `receipt:${id}:${of.for}`,
      kind: of.kind,
      on,
      loanId: of.loanId ?? undefined,
      entries: [
        { account: 'suspense', amount },
        { ...of.owed, amount: negate(amount) },
      ],
    },
  ]);
}

const SET_OFF = '款項已抵充遭銀行沖正的入帳';

/** Asks a person about the rest of what lies in suspense; a return goes on with what is left. */
async function askAboutRest(work: Work, row: LodgedRow, left: Money): Promise<void> {
  const { id, day: date, seq, virtualAccount, reference, state } = row;
  if (state === 'returned') {
    if (isPositive(left)) return;
    await closeTask(work, 'payer_source', { type: 'receipt', id }, 'withdrawn', SET_OFF);
    return;
  }
  await dropMatching(work, id, SET_OFF);
  const why = `匯款 ${reference} 退回的款項，部分已抵充遭銀行沖正的入帳，其餘請人工處理`;
  if (isPositive(left)) {
    await suspendReceipt(work, id, { date, seq, virtualAccount, amount: left }, why);
  }
}
