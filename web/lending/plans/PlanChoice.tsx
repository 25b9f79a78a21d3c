// Help in choosing a plan, as a part that loads late.
import type { Plan } from '#contract/lending/calls.ts';
import { PlanHelper } from './PlanHelper.tsx';

export default function PlanChoice({ plans }: { plans: Plan[] }) {
  return <PlanHelper plans={plans} />;
}
