// What a member's orders will receive from instalments that are still unpaid, and the fee on it.
import type { Day } from '#contract/core/day.ts';
import { add, type Money, ZERO, isPositive } from '#contract/core/money.ts';
import type { ServerUpcoming } from '#contract/investing/portfolio.ts';
import { investorFeeOf } from '#contract/law/distribution.ts';
import { purposeOf } from '#contract/lending/purpose.ts';
import type { Tx } from '../database/db.ts';
import { expectedShares } from './expected-shares.ts';
import { certainOrders, type CertainRow, sharesOfLoans, unpaidUntil } from './outlook-queries.ts';

/** An order's share of an instalment, and the platform's fee that will be deducted from it. NT$. */
export type ExpectedShare = ServerUpcoming & { fee: Money };

/** Adds the fee to an order's shares, which must be in the order of the instalments. */
function withFees(order: CertainRow, rows: readonly ServerUpcoming[]): ExpectedShare[] {
  let { interestReceived, feeCharged } = order;
  return rows.map((row) => {
    const fee = investorFeeOf(
      { interestReceived, feeCharged },
      row.interest,
      order.feeBps ?? undefined,
    );
    interestReceived = add(interestReceived, row.interest);
    feeCharged = add(feeCharged, fee);
    return { ...row, fee };
  });
}

/**
 * Returns every unpaid instalment's share for a member's orders, up to a day. Includes only loans
 * repaid on time, because nobody knows when an overdue loan will be paid. The figures equal those
 * on the detail page of each holding, and later the distribution, to the dollar.
 */
export async function expectedUntil(tx: Tx, memberId: number, until: Day) {
  const orders = await certainOrders(tx, memberId);
  const certain = orders.filter((order) => order.certain);
  const loanIds = [...new Set(certain.map(({ loanId }) => loanId))];
  const unpaid = Map.groupBy(await unpaidUntil(tx, loanIds, until), ({ loanId }) => loanId);
  const shares = Map.groupBy(await sharesOfLoans(tx, loanIds), ({ loanId }) => loanId);
  const expected = loanIds.flatMap((loanId) => {
    const rows = unpaid.get(loanId) ?? [];
    const held = shares.get(loanId) ?? [];
    const parts = expectedShares(rows, held);
    return certain
      .filter((order) => order.loanId === loanId)
      .flatMap((order) => {
        const mine = held.findIndex(({ orderId }) => orderId === order.id);
        const own = rows.flatMap(({ no, dueOn }, i): ServerUpcoming[] => {
          const principal = parts[i]?.principal[mine] ?? ZERO;
          const interest = parts[i]?.interest[mine] ?? ZERO;
          if (!isPositive(add(principal, interest))) return [];
          const { caseNo, planName } = order;
          const purpose = purposeOf(order);
          const part = { no, dueOn, principal, interest };
          return [{ investId: order.id, caseNo, planName, purpose, ...part }];
        });
        return withFees(order, own);
      });
  });
  return { expected, uncertain: orders.length - certain.length };
}
