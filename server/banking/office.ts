// Reads of the money desk: batches and their files, receipts and suggested matches.
import type {
  ServerBatch,
  BatchPayment,
  bankingOffice,
  ServerReceiptLine,
} from '#contract/banking/office.ts';
import { bankName } from '#contract/taiwan/banks.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, FilterOf, Next, Services, Work } from '../action.ts';
import { recordMove } from '../tasks/actions.ts';
import { batchReference, fileOfBatch } from './payment/batches.ts';
import {
  batchLine,
  batchPayments,
  batchPaymentsAfter,
  batchesBelow,
  listBatches,
  listReceipts,
  receiptsBelow,
  type SuggestedRow,
  suggestionsFor,
} from './office-queries.ts';
import { payerAccountOf } from './payment/payers.ts';
import { lockReceipt } from './queries.ts';
import { reconciliationActions } from './reconciliation/reconciliation.ts';
import { nearAccounts, writingsOf } from './rules.ts';
import { statementActions } from './statement/statements.ts';

type Office = typeof bankingOffice;
type Line = NonNullable<Awaited<ReturnType<typeof batchLine>>>;

const batchView = ({ id, releasedAt, sentAt, taskId, ...row }: Line) => ({
  ...row,
  id: String(id),
  releasedAt: releasedAt.toISOString(),
  sentAt: sentAt?.toISOString() ?? null,
  taskId: taskId === null ? null : String(taskId),
});

function suggestionView({ type, id, loanNo, memberId, lacking, ...signs }: SuggestedRow) {
  return {
    type,
    id: String(id),
    label: type === 'order' ? `${orderNoOf(id)}（案號 ${loanNo}）` : `案號 ${loanNo}`,
    memberId: String(memberId),
    lacking,
    because: (['owner', 'account', 'payer', 'amount'] as const).filter((sign) => signs[sign]),
  };
}

type PaymentRow = Awaited<ReturnType<typeof batchPaymentsAfter>>[number];
const paymentView = (services: Services, { account, ...one }: PaymentRow): BatchPayment => ({
  ...one,
  id: String(one.id),
  subjectId: String(one.subjectId),
  memberId: one.memberId === null ? null : String(one.memberId),
  bankCode: `${one.bankCode} ${bankName(one.bankCode)}`,
  accountTail: services.secrets.open('banking.payment.account', one.reference, account).slice(-4),
});

type ReceiptRow = Awaited<ReturnType<typeof receiptsBelow>>[number];
const receiptView = (
  services: Services,
  { bank, fromAccount, ...row }: ReceiptRow,
): ServerReceiptLine => ({
  ...row,
  id: String(row.id),
  at: row.at.toISOString(),
  fromAccountTail: payerAccountOf(services, { ...row, bank, fromAccount })?.slice(-4) ?? null,
  subjectId: row.subjectId === null ? null : String(row.subjectId),
  taskId: row.taskId === null ? null : String(row.taskId),
});

async function batchWith(tx: Work['tx'], id: number): Promise<Line> {
  const row = await batchLine(tx, id);
  if (!row) throw new Refusal('BATCH_NOT_FOUND');
  return row;
}

/** Returns a reader of batches for an exported table, newest first. */
export const batchesBeyond =
  ({ tx }: Work, of: FilterOf<Office['listBatches']>): Next<ServerBatch> =>
  async (last, limit) =>
    (await batchesBelow(tx, of, last && Number(last.id), limit)).map(batchView);

/** Returns a reader of a batch's payments for an exported table. Refuses BATCH_NOT_FOUND. */
export async function paymentsBeyond(
  { tx, services }: Work,
  { id }: FilterOf<Office['getBatch']>,
): Promise<Next<BatchPayment>> {
  const batch = await batchWith(tx, id);
  return async (last, limit) => {
    const rows = await batchPaymentsAfter(tx, batch.id, Number(last?.id ?? 0), limit);
    return rows.map((row) => paymentView(services, row));
  };
}

/** Returns a reader of receipts for an exported table, newest first. */
export const receiptsBeyond =
  ({ tx, services }: Work, of: FilterOf<Office['listReceipts']>): Next<ServerReceiptLine> =>
  async (last, limit) => {
    const place = last && { day: last.day, id: Number(last.id) };
    const rows = await receiptsBelow(tx, of, place, limit);
    return rows.map((row) => receiptView(services, row));
  };

export const bankingOfficeActions: Actions<{ banking: typeof bankingOffice }>['banking'] = {
  ...statementActions,
  ...reconciliationActions,

  async listBatches({ tx }, { kind, state, from, to, item_per_page: limit, offset }) {
    const rows = await listBatches(tx, { kind, state, from, to }, { limit, offset });
    return {
      data: rows.map(({ count: _count, ...row }) => batchView(row)),
      total: rows[0]?.count ?? 0,
    };
  },

  async getBatch({ tx, services }, { id, item_per_page: limit, offset }) {
    const row = await batchWith(tx, id);
    const payments = await batchPayments(tx, row.id, { limit, offset });
    return {
      data: batchView(row),
      payments: payments.map(({ count: _count, ...one }) => paymentView(services, one)),
      total: payments[0]?.count ?? 0,
    };
  },

  async batchFile(context, { id }) {
    const file = await fileOfBatch(context, id);
    // The file contains full account numbers and names, so every download is logged.
    await recordMove(context, {
      subject: { type: 'batch', id },
      action: 'batch.file_read',
    });
    return {
      contentType: 'text/csv; charset=utf-8',
      filename: `${batchReference(id)}.csv`,
      bytes: Buffer.from(file),
    };
  },

  async listReceipts({ tx, services }, input) {
    const { item_per_page: limit, offset, state, account, amount, from, to } = input;
    const rows = await listReceipts(tx, { state, account, amount, from, to }, { limit, offset });
    return {
      data: rows.map(({ count: _count, sum: _sum, ...row }) => receiptView(services, row)),
      total: rows[0]?.count ?? 0,
      sum: rows[0]?.sum ?? 0,
    };
  },

  async receiptSuggestions({ tx, services }, { id }) {
    const row = await lockReceipt(tx, id);
    if (!row) throw new Refusal('RECEIPT_NOT_FOUND');
    const { secrets } = services;
    const payer = row.fromBank ? payerAccountOf(services, row) : null;
    const found = await suggestionsFor(tx, {
      paidTo: row.virtualAccount,
      accounts: nearAccounts(row.virtualAccount),
      payerHashes: (payer === null ? [] : writingsOf(payer)).map((account) =>
        secrets.fingerprint('bankAccount', `${row.fromBank}:${account}`),
      ),
      bank: row.fromBank,
      amount: row.amount,
    });
    return { data: found.map(suggestionView) };
  },
};
