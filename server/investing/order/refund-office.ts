// Refunds at the office: the list, and releasing many in one batch.
import type { investingLists } from '#contract/investing/lists.ts';
import { outputIdSchema } from '#contract/core/lists.ts';
import { type Money, sum } from '#contract/core/money.ts';
import type { ServerRefund, refundsOffice } from '#contract/investing/refunds.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Context, FilterOf } from '../../call.ts';
import type { Work } from '../../work.ts';
import { draftBatch, payeesByPayment, waitingInBatch } from '../../banking/front.ts';
import { closeTask, holdTask } from '../../tasks/front.ts';
import { reader } from '../../tables/table.ts';
import { lockRefund } from '../queries.ts';
import { lackOf, payeeOf, whyRefundWaits } from './refund-sources.ts';
import { countRefunds, heldBackOf, listRefunds } from './refund-queries.ts';

type Office = typeof refundsOffice & Pick<typeof investingLists, 'listRefunds'>;

type RefundRow = Awaited<ReturnType<typeof listRefunds>>[number];

/** Adds the payees of the refunds of a page that have not left yet; a file has none. */
async function withPayees(work: Work, rows: readonly RefundRow[], isPage: boolean) {
  const unsent = rows.filter(({ state }) => state !== 'sent' && state !== 'confirmed');
  const payees = isPage ? await payeesByPayment(work, unsent) : null;
  return rows.map((row) => ({ ...row, payee: payees?.get(row.id) ?? null }));
}

const refundView = ({
  receiptId,
  ...row
}: RefundRow & Pick<ServerRefund, 'payee'>): ServerRefund => ({
  ...row,
  thirdParty: receiptId !== null,
});

export const refunds = reader({
  of: (_work: Work, filter: FilterOf<Office['listRefunds']>) => filter,
  rows: async (work, of, part) =>
    withPayees(work, await listRefunds(work.tx, of, part), part.last === undefined),
  view: refundView,
  beside: async ({ tx }, of) => {
    const { total, sum, fees } = await countRefunds(tx, of);
    return { total, sum: sum ?? 0, fees: fees ?? 0 };
  },
});

/** Returns the reason why a refund cannot be released now, or its amount if it can. */
async function releasable(context: Context, id: number): Promise<Money | string> {
  const refund = await lockRefund(context.tx, id);
  if (refund?.status !== 'payable') return '已經放行或不再需要退款';
  const why = await whyRefundWaits(context.tx, refund);
  if (why !== null) return why;
  return (await payeeOf(context, refund)) ? refund.amount : lackOf(refund);
}

export const refundOfficeActions: Actions<{ investing: Office }>['investing'] = {
  listRefunds: refunds,

  async releaseRefunds(context, { ids, answers = [] }) {
    // The refunds are handled in the order of their ids, so that concurrent releases cannot
    // deadlock.
    const wanted = [...new Set(ids.map(Number))].toSorted((a, b) => a - b);
    const items: { subjectId: number; amount: Money }[] = [];
    const left: { id: number; why: string }[] = [];
    const found = new Map<number, Money | string>();
    for (const id of wanted) await holdTask(context, 'refund_release', { type: 'refund', id });
    for (const id of wanted) found.set(id, await releasable(context, id));
    const checking = await waitingInBatch(context.tx, 'refund', wanted);
    const heldBack = await heldBackOf(context.tx, wanted);
    for (const [id, amount] of found) {
      if (checking.has(id)) left.push({ id, why: '已在待覆核的批次中' });
      else if (typeof amount === 'string') left.push({ id, why: amount });
      else if (heldBack.has(id)) left.push({ id, why: '覆核時保留，請在待辦逐筆放行' });
      else items.push({ subjectId: id, amount });
    }
    if (items.length === 0) {
      const asText = left.map(({ id, why }) => ({ id: outputIdSchema.decode(id), why }));
      throw new Refusal('BATCH_EMPTY', { data: { left: asText } });
    }
    for (const { subjectId: id } of items) {
      const by = context.operator.id;
      await closeTask(context, 'refund_release', { type: 'refund', id }, 'release', undefined, by);
    }
    const batchId = await draftBatch(context, 'refund', items, answers);
    const amount = sum(items.map((item) => item.amount));
    return { data: { batchId, released: items.length, amount, left } };
  },
};
