// What investors will receive from the next instalments of their loans.
import { add, type Money, ZERO } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import { expectedShares } from './expected-shares.ts';
import { sharesOfLoans } from './outlook-queries.ts';
import type { HoldingRow } from './portfolio-queries.ts';

/**
 * Returns for each order of these holdings what it will receive from its loan's next unpaid
 * instalment in NT$, by the rule of the distribution, so that the list equals the details of a
 * holding to the dollar. Orders without a next instalment are missing.
 */
export async function nextAmounts(
  tx: Tx,
  rows: readonly HoldingRow[],
): Promise<Map<number, Money>> {
  const due = rows.filter(({ nextDueOn }) => nextDueOn !== null);
  const loanIds = [...new Set(due.map(({ loanId }) => loanId))];
  const shares = Map.groupBy(await sharesOfLoans(tx, loanIds), ({ loanId }) => loanId);
  const amounts = new Map<number, Money>();
  for (const { id, loanId, nextPrincipal, nextInterest } of due) {
    const held = shares.get(loanId) ?? [];
    const mine = held.findIndex(({ orderId }) => orderId === id);
    const next = { principalLeft: nextPrincipal ?? ZERO, interestLeft: nextInterest ?? ZERO };
    const [part] = expectedShares([next], held);
    if (mine >= 0 && part) {
      amounts.set(id, add(part.principal[mine] ?? ZERO, part.interest[mine] ?? ZERO));
    }
  }
  return amounts;
}
