// Actions of investing: cases, orders, suitability; and its hooks.
import type { investing } from '#contract/investing/calls.ts';
import type { investingCase } from '#contract/investing/case.ts';
import type { investingOverview } from '#contract/investing/overview.ts';
import { type Money, negate } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Input } from '#contract/core/endpoint.ts';
import type { Actions, Asking, Context } from '../call.ts';
import type { Hooks } from '../hooks.ts';
import type { Services } from '../services.ts';
import type { Work } from '../work.ts';
import type { Tx } from '../database/db.ts';
import { memberAsking } from '../identity/front.ts';
import { SessionProblem } from '../session-problem.ts';
import { caseDocument } from './cases/case-documents.ts';
import { calculation, getCase, searchCases, selectedCases } from './cases/cases.ts';
import { cancelOrder as cancel } from './cases/fundraising.ts';
import { orderView } from './order/order-view.ts';
import { ownOrder } from './order/own-order-queries.ts';
import { ensureExposure, lockExposure, moveExposure } from './queries.ts';
import { caseProgress } from './cases/progress.ts';
import { mayDebitFor, reapply } from './order/reapplying.ts';
import { refundTasks } from './order/refunds.ts';
import { isByMandate } from './rules.ts';
import { answerSuitability, suitability } from './order/suitability.ts';
import { placeOrder } from './order/writer.ts';

export const investingTasks: Hooks['tasks'] = { ...refundTasks };

/**
 * Prevents the member from ordering until the transaction ends, because orders
 * are placed in batches.
 */
export async function holdOrdering({ tx }: Work, memberId: number): Promise<void> {
  await ensureExposure(tx, [memberId]);
  await lockExposure(tx, memberId);
}

/**
 * Lowers members' outstanding principal after it was repaid or lost, so that they may invest that
 * amount again. Locks the members' exposure in the order of their ids.
 */
export async function lowerOutstanding(
  tx: Tx,
  rows: readonly { memberId: number; amount: Money }[],
): Promise<void> {
  if (rows.length === 0) return;
  await moveExposure(
    tx,
    rows.map(({ memberId, amount }) => ({ memberId, outstanding: negate(amount) })),
  );
}

async function orderAnswer(
  { tx, member, services }: Context & { member: { id: number } },
  orderId: number,
) {
  const order = await ownOrder(tx, member.id, orderId);
  if (!order) throw new Refusal('ORDER_NOT_FOUND');
  return { data: orderView(services, order) };
}

/** Whether the caller's mandate covers the order; asks only if it is to be debited. */
async function mayDebitAsking(
  services: Services,
  asking: Asking,
  { payment_mode: mode, invest_amount: amount }: Input<typeof investing.quickApply>,
): Promise<boolean> {
  if (!isByMandate(mode)) return false;
  const member = await memberAsking(services, asking);
  return member !== null && mayDebitFor(services, member.id, { mode, amount });
}

/** What an investor owns is the feature portfolio's. */
type Promised = Omit<
  typeof investing,
  'orders' | 'holdings' | 'holdingsUnversioned' | 'holding' | 'investorContract'
> &
  typeof investingCase &
  Pick<typeof investingOverview, 'selectedCases' | 'caseProgress'>;

export const investingActions: Actions<{ investing: Promised }>['investing'] = {
  suitability,
  answerSuitability,
  searchCases,
  selectedCases,
  getCase,
  calculation,
  caseDocument,
  caseProgress,

  quickApply: {
    async answer(services, asking, input) {
      const { token, idempotencyKey, isAwaited } = asking;
      if (token === null) throw new SessionProblem('unknown');
      const mayDebit = await mayDebitAsking(services, asking, input);
      const order = await placeOrder(services, {
        token,
        mayDebit,
        loanId: input.id,
        amount: input.invest_amount,
        mode: input.payment_mode,
        key: idempotencyKey,
        isAwaited,
      });
      return { data: order };
    },
  },

  reApply: {
    async answer(services, asking, { id, payment_mode: mode }) {
      const { idempotencyKey: key } = asking;
      return { data: await reapply(services, asking, { orderId: id, mode, key }) };
    },
  },

  async cancelOrder(context, { id }) {
    await cancel(context, id, context.member.id);
    return orderAnswer(context, id);
  },
};
