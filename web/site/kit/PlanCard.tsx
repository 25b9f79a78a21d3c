// Card of a plan: its name, the lowest rate, the highest amount and the terms.
import type { Plan } from '#contract/lending/calls.ts';
import { Card } from '../../ui/display/Card.tsx';
import { formatPercent, formatWan } from '../../ui/format.ts';
import { Go } from './Go.tsx';
import { plan as planPath } from './paths.ts';

/** Fields of a plan that the card shows. */
export type CardPlan = Pick<
  Plan,
  'id' | 'slug' | 'listName' | 'installments' | 'rateMin' | 'amountMax'
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
      <p>
        年化 <data value={plan.rateMin}>{formatPercent(plan.rateMin)}</data> 起
      </p>
      <p className="text-sm">
        <span className="whitespace-nowrap">最高 {formatWan(plan.amountMax)}元，</span>
        <span className="whitespace-nowrap">
          {Math.min(...terms)}–{Math.max(...terms)} 期
        </span>
      </p>
    </Card>
  );
}
