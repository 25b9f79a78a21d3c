// What members have at stake, for the feature that pays it back to them.
import type { Money } from '#contract/money.ts';
import type { Tx } from '../db.ts';
import { moveExposure } from './queries.ts';

/** Principal that came back to members: it no longer counts against their limits. NT$ */
export async function lowerOutstanding(
  tx: Tx,
  rows: readonly { memberId: number; amount: Money }[],
): Promise<void> {
  const repaid = rows.filter(({ amount }) => amount > 0);
  if (repaid.length === 0) return;
  await moveExposure(
    tx,
    repaid.map(({ memberId, amount }) => ({ memberId, outstanding: -amount })),
  );
}
