// Payees of payments, as both persons see them before these are sent.
import { PAYEES_MAX, type ServerPayee, type ServerPayeeLine } from '#contract/banking/payees.ts';
import { batchKindText } from '#contract/banking/words.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { REFUND_REASON } from '#contract/investing/refund-words.ts';
import { payoutKindText } from '#contract/servicing/words.ts';
import { bankName } from '#contract/taiwan/banks.ts';
import { hooks, type TaskFlag } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { memberAmounts, memberItems } from './batch-queries.ts';
import { type PaidToSource, sourcedItems, type SourceRow, sourcesOf } from './source-queries.ts';
import { sourceIn } from './sources.ts';

/** Returns the payments of a batch: to third parties, and to members while it is being checked. */
export async function payeesOf(work: Work, batchId: number): Promise<ServerPayee[]> {
  return [...(await thirdParties(work, batchId)), ...(await members(work, batchId))];
}

/** Returns what must be answered before a batch is sent without the payments that are held. */
export async function flagsOfBatch(
  work: Work,
  batchId: number,
  held: ReadonlySet<number>,
): Promise<readonly TaskFlag[]> {
  const payments = await memberAmounts(work.tx, batchId);
  const left = payments.filter(({ id }) => !held.has(id));
  return left.length === 0 ? [] : hooks.payeeFlags(work, left);
}

/** Returns to whom a receipt would be returned; null while the account is not known. */
export async function payerLine(work: Work, receiptId: number): Promise<ServerPayeeLine | null> {
  const [row] = await sourcesOf(work.tx, [receiptId]);
  return row ? sourceLine(work, row) : null;
}

async function thirdParties(work: Work, batchId: number): Promise<ServerPayee[]> {
  const items = await sourcedItems(work.tx, batchId, PAYEES_MAX);
  return items.map((item) => ({
    id: item.id,
    memberId: null,
    number: numberOf(item),
    amount: item.amount,
    reason: reasonOf(item),
    payee: sourceLine(work, item),
  }));
}

async function members(work: Work, batchId: number): Promise<ServerPayee[]> {
  const items = await memberItems(work.tx, batchId, PAYEES_MAX);
  if (items.length === 0) return [];
  const lines = await hooks.payees(
    work,
    items.map(({ memberId }) => memberId),
  );
  return items.map((item) => ({
    id: item.id,
    memberId: item.memberId,
    number: numberOf(item),
    amount: item.amount,
    reason: item.reason === null ? payoutKindText[item.kind!] : REFUND_REASON[item.reason],
    payee: lines.get(item.memberId) ?? null,
  }));
}

type PayerRow = { receiptId: number; source: SourceRow; history: PaidToSource };

/** Returns the payer of a receipt as a payee; null while the account is not known. */
function sourceLine(work: Work, { receiptId, source, history }: PayerRow): ServerPayeeLine | null {
  const payer = sourceIn(work, receiptId, source);
  if (!payer) return null;
  return {
    memberId: null,
    name: payer.named ? payer.holder : null,
    bankCode: payer.bankCode,
    bankName: bankName(payer.bankCode),
    tail: payer.account.slice(-4),
    paid: history.paid,
    firstPaidOn: history.firstPaidOn,
    changedOn: null,
    shared: 0,
    sharedWith: [],
    returned: history.returned,
    hold: null,
  };
}

/** A payment of a member's money to their account, or back to the payer of a receipt. */
type Payment = { id: number; memberId: number; receiptId: number | null };

/**
 * Returns the payees of payments by the payments' ids, with a fixed number of statements; a payment
 * whose account is not known is left out.
 */
export async function payeesByPayment(
  work: Work,
  payments: readonly Payment[],
): Promise<ReadonlyMap<number, ServerPayeeLine>> {
  const own = payments.filter(({ receiptId }) => receiptId === null);
  const receipts = payments.flatMap(({ receiptId }) => (receiptId === null ? [] : [receiptId]));
  const lines =
    own.length === 0
      ? null
      : await hooks.payees(
          work,
          own.map((one) => one.memberId),
        );
  const rows = receipts.length === 0 ? [] : await sourcesOf(work.tx, receipts);
  const payers = new Map(rows.map((row) => [row.receiptId, sourceLine(work, row)]));
  return new Map(
    payments.flatMap(({ id, memberId, receiptId }) => {
      const line = receiptId === null ? lines?.get(memberId) : payers.get(receiptId);
      return line ? [[id, line] as const] : [];
    }),
  );
}

const numberOf = ({ orderId, caseNo }: { orderId: number | null; caseNo: string | null }) =>
  orderId === null ? caseNo : orderNoOf(orderId);

function reasonOf({ reason, caseNo }: Awaited<ReturnType<typeof sourcedItems>>[number]): string {
  if (reason !== null) return REFUND_REASON[reason];
  return caseNo === null ? batchKindText.return : payoutKindText.surplus;
}
