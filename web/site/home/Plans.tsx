// All plans as cards, and one example in full.
import type { Plan } from '#contract/lending/calls.ts';
import { ErrorState } from '../../ui/display/Alert.tsx';
import { formatMoney, formatPercent, formatTerm } from '../../ui/format.ts';
import { Go } from '../kit/Go.tsx';
import { PlanCard, type CardPlan } from '../kit/PlanCard.tsx';
import * as paths from '../kit/paths.ts';
import { reload } from './reload.ts';

export type PlanRow = CardPlan & Pick<Plan, 'example'>;

function Example({ plan: { listName, example } }: { plan: PlanRow }) {
  return (
    <p className="mt-6 text-sm text-ink-3">
      代表性範例（{listName}）：借款 {formatMoney(example.amount)}、
      {formatTerm(example.installments)}、年化利率 {formatPercent(example.annualRate)}、平台服務費{' '}
      {formatMoney(example.platformFee)}：每期還款 {formatMoney(example.instalment)}
      ，總費用年百分率約 {formatPercent(example.apr)}。實際條件依審核為準。
    </p>
  );
}

export function Plans({ plans }: { plans: readonly PlanRow[] | null }) {
  return (
    <section className="container home-section" aria-labelledby="plans-title">
      <div className="home-head">
        <h2 id="plans-title">依您的職業，找到適合的方案</h2>
        <Go to={paths.plans()}>比較所有方案</Go>
      </div>
      {plans === null ? (
        <ErrorState compact title="方案暫時無法載入" onRetry={reload} />
      ) : (
        <ul className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-3 lg:gap-5">
          {plans.map((plan) => (
            <PlanCard key={plan.id} plan={plan} />
          ))}
        </ul>
      )}
      {plans?.[0] && <Example plan={plans[0]} />}
    </section>
  );
}
