// Card of a plan: target group, cost, amount and term.
import type { Plan } from '#contract/lending/calls.ts';
import { Card } from '../../ui/display/Card.tsx';
import { formatPercent, formatWan } from '../../ui/format.ts';
import { Go } from './Go.tsx';
import { plan as planPath } from './paths.ts';

/** Fields of a plan that the card shows. */
export type CardPlan = Pick<
  Plan,
  | 'id'
  | 'slug'
  | 'listName'
  | 'subtitle'
  | 'installments'
  | 'rateMin'
  | 'amountMax'
  | 'platformFeePercent'
>;

export function PlanCard({ plan }: { plan: CardPlan }) {
  const terms = plan.installments;
  return (
    <Card as="li" shape="pebble" link className="plan-card">
      <h3>
        <Go to={planPath(plan.slug)} className="" data-stretch="">
          {plan.listName}
        </Go>
      </h3>
      <p className="text-sm text-ink-3">{plan.subtitle}</p>
      <p className="plan-rate">
        <data value={plan.rateMin}>{formatPercent(plan.rateMin)}</data>
        <span>起／年化利率</span>
      </p>
      <dl className="plan-facts">
        <div>
          <dt>最高額度</dt>
          <dd>{formatWan(plan.amountMax)}元</dd>
        </div>
        <div>
          <dt>期數</dt>
          <dd>
            {Math.min(...terms)}–{Math.max(...terms)} 期
          </dd>
        </div>
        <div>
          <dt>平台服務費</dt>
          <dd>{formatPercent(plan.platformFeePercent)}</dd>
        </div>
      </dl>
    </Card>
  );
}
