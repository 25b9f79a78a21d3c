// Each investor's own copy of negotiated terms, sealed once the borrower agreed, for download.
import type { servicing } from '#contract/servicing/calls.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Action } from '../../call.ts';
import type { Services } from '../../services.ts';
import { lockLoan, db } from '../../database/db.ts';
import {
  keepNegotiated,
  loanById,
  negotiatedCopy,
  sealNegotiatedCopy,
} from '../../lending/front.ts';
import { eachOne } from '../../each-one.ts';
import { inWork } from '../../work.ts';
import { negotiatedOf } from './agreement.ts';
import { negotiationsWithoutCopies } from './negotiation-document-queries.ts';
import { loanOfOrder, visibleNegotiation } from './negotiation-queries.ts';

/** Seals the copies of agreed terms, each in its own transaction. */
export async function sealNegotiationCopies(services: Services): Promise<void> {
  const tx = db(services.pool);
  await eachOne(services, await negotiationsWithoutCopies(tx), async ({ loanId, orderIds }) => {
    const row = await visibleNegotiation(tx, loanId);
    if (!row) return;
    const negotiated = await negotiatedOf(tx, row);
    for (const orderId of orderIds.map(Number)) {
      const stored = await sealNegotiatedCopy(tx, services, negotiated, orderId);
      const kept = await inWork(services, async (work) => {
        await lockLoan(work.tx, loanId);
        return keepNegotiated(work, { loanId, version: row.version, orderId, stored });
      });
      if (!kept) await services.files.remove(stored.key);
    }
  });
}

export const investorNegotiationContract: Action<
  typeof servicing.investorNegotiationContract
> = async ({ tx, services, member }, { invest_id }) => {
  const orderId = invest_id;
  const order = await loanOfOrder(tx, orderId, member.id);
  if (!order) throw new Refusal('ORDER_NOT_FOUND');
  const row = await visibleNegotiation(tx, order.loanId);
  const copy = row && (await negotiatedCopy(tx, order.loanId, row.version, orderId));
  const loan = await loanById(tx, order.loanId);
  if (!copy || !loan) throw new Refusal('CONTRACT_NOT_FOUND');
  return {
    contentType: 'application/pdf',
    filename: `協商契約節本-${loan.caseNo}-${orderNoOf(orderId)}.pdf`,
    bytes: new Uint8Array(await services.files.get(copy.stored)),
  };
};
