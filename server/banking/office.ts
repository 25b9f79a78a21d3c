// Reads of the office's money pages: batches and their files, receipts and suggested matches.
import type { bankingLists } from '#contract/banking/lists.ts';
import type {
  ServerBatchPayment,
  bankingOffice,
  ServerReceiptLine,
} from '#contract/banking/office.ts';
import { bankName } from '#contract/taiwan/banks.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, FilterOf } from '../call.ts';
import type { Work } from '../work.ts';
import { recordMove } from '../tasks/front.ts';
import { bookingActions } from './booking/bookings.ts';
import { yearActions } from './booking/years.ts';
import { voucherActions } from './voucher/vouchers.ts';
import { batchReference, fileOfBatch } from './payment/batches.ts';
import {
  batchLine,
  batchPayments,
  countBatches,
  countPayments,
  countReceipts,
  listBatches,
  listReceipts,
} from './office-queries.ts';
import { candidatesFor, subjectNumberOf, suggestionView } from './matching/matching.ts';
import { matchesActions } from './matching/lot.ts';
import { payerAccountOf } from './payment/payers.ts';
import { lockReceipt } from './queries.ts';
import { reconciliationActions } from './reconciliation/reconciliation.ts';
import { reader } from '../tables/table.ts';
import { statementActions } from './statement/statements.ts';

type Office = typeof bankingOffice & typeof bankingLists;
type Line = NonNullable<Awaited<ReturnType<typeof batchLine>>>;

type PaymentRow = Awaited<ReturnType<typeof batchPayments>>[number];
const paymentView = ({ account, ...one }: PaymentRow, { services }: Work): ServerBatchPayment => ({
  ...one,
  bankCode: `${one.bankCode} ${bankName(one.bankCode)}`,
  accountTail: services.secrets
    .decrypt('banking.payment.account', one.reference, account)
    .slice(-4),
});

type ReceiptRow = Awaited<ReturnType<typeof listReceipts>>[number];
const receiptView = (
  { bank, fromAccount, caseNo, reference, ...row }: ReceiptRow,
  { services }: Work,
): ServerReceiptLine => ({
  ...row,
  subjectNumber: subjectNumberOf({ ...row, caseNo, reference }),
  fromAccountTail: payerAccountOf(services, { ...row, bank, fromAccount })?.slice(-4) ?? null,
});

async function batchWith(tx: Work['tx'], id: number): Promise<Line> {
  const row = await batchLine(tx, id);
  if (!row) throw new Refusal('BATCH_NOT_FOUND');
  return row;
}

export const batches = reader({
  of: (_work: Work, filter: FilterOf<Office['listBatches']>) => filter,
  rows: ({ tx }, of, part) => listBatches(tx, of, part),
  view: (row: Line) => row,
  beside: ({ tx }, of) => countBatches(tx, of),
});

/** The payments of a batch; refuses BATCH_NOT_FOUND. */
export const payments = reader({
  of: ({ tx }: Work, { id }: FilterOf<Office['getBatch']>) => batchWith(tx, id),
  rows: ({ tx }, batch, part) => batchPayments(tx, batch.id, part),
  view: paymentView,
  beside: async ({ tx }, batch) => ({ batch, ...(await countPayments(tx, batch.id)) }),
});

export const receipts = reader({
  of: (_work: Work, filter: FilterOf<Office['listReceipts']>) => filter,
  rows: ({ tx }, of, part) => listReceipts(tx, of, part),
  view: receiptView,
  beside: async ({ tx }, of) => {
    const { total, sum } = await countReceipts(tx, of);
    return { total, sum: sum ?? 0 };
  },
});

export const bankingOfficeActions: Actions<{ banking: Office }>['banking'] = {
  ...statementActions,
  ...reconciliationActions,
  ...matchesActions,
  ...bookingActions,
  ...yearActions,
  ...voucherActions,

  listBatches: batches,

  getBatch: {
    async page(context, input) {
      const { data, batch, total } = await payments.page(context, input);
      return { data: batch, payments: data, total };
    },
    files: { payments: payments.file },
  },

  async batchFile(context, { id }) {
    const file = await fileOfBatch(context, id);
    // The file contains full account numbers and names, so every download is logged.
    await recordMove(context, {
      subject: { type: 'batch', id },
      action: 'batch.file_read',
    });
    return {
      contentType: file.mediaType,
      filename: `${batchReference(id)}.${file.extension}`,
      bytes: Buffer.from(file.text),
    };
  },

  listReceipts: receipts,

  async receiptSuggestions(context, { id }) {
    const row = await lockReceipt(context.tx, id);
    if (!row) throw new Refusal('RECEIPT_NOT_FOUND');
    return { data: (await candidatesFor(context, row)).map(suggestionView) };
  },
};
