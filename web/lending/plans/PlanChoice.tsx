// Help in choosing a plan: three questions, and a comparison side by side.
import type { Plan } from '#contract/lending/calls.ts';
import { PlanComparison } from './PlanComparison.tsx';
import { PlanHelper } from './PlanHelper.tsx';

export default function PlanChoice({ plans }: { plans: Plan[] }) {
  return (
    <>
      <PlanHelper plans={plans} />
      <PlanComparison plans={plans} />
    </>
  );
}
