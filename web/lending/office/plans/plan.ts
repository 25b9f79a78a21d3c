// Plans at the office: a version as form fields, and the version in preparation.
import type { z } from 'zod';
import { addDays, type Day } from '#contract/core/day.ts';
import type { PlanRow } from '#contract/lending/lists.ts';
import { plansOffice, type planVersionSchema, type PlanVersion } from '#contract/lending/plans.ts';
import { useOperator } from '../../../office/operator.ts';
import { dayIn } from '../../../ui/clock.ts';

export type FullPlan = z.output<typeof plansOffice.getPlan.output>['data'];
export type PlanFields = z.input<typeof planVersionSchema>;

/** Returns whether the operator may draft a version; all other operators can only read. */
export function useMayDraft(): boolean {
  const roles = useOperator().data?.data.roles ?? [];
  return (plansOffice.draftPlan.roles as readonly string[]).some((role) =>
    (roles as readonly string[]).includes(role),
  );
}

/** Returns the first day on which a version may take effect. */
const firstDay = (): Day => addDays(dayIn() as Day, 1);

export function fieldsOf(version: PlanVersion): PlanFields {
  const { id: _id, number: _number, state: _state, current: _current, ...rest } = version;
  const { maker: _maker, checker: _checker, reason: _reason, version: _version, ...more } = rest;
  const { approvedAt: _at, inForceAt: _since, loans: _loans, ...fields } = more;
  const { investorFeePercent: _fee, recall: _recall, ...own } = fields;
  return own;
}

/**
 * Returns the existing draft, or else the fields of the version in force, with which the next
 * version begins.
 */
export function startOf(plan: FullPlan): PlanFields {
  const { making, newest } = versionsOf(plan);
  if (making) return fieldsOf(making);
  return { ...fieldsOf(newest), effectiveOn: firstDay(), summary: '' };
}

/**
 * Returns the fields of a new plan, which begins with what all plans have in common, copied from an
 * existing plan.
 */
export function blankPlan(plans: readonly PlanRow[]): PlanFields {
  const { current: like } = plans.find(({ current }) => current !== null) ?? { current: null };
  return {
    slug: '',
    listName: '',
    position: plans.length + 1,
    enabled: true,
    occupations: [],
    amountMin: like?.amountMin as number,
    amountMax: like?.amountMax as number,
    amountStep: like?.amountStep as number,
    rateMin: like?.rateMin as number,
    rateMax: like?.rateMax as number,
    installments: like?.installments ?? [],
    platformFeePercent: like?.platformFeePercent as number,
    platformFeeMin: like?.platformFeeMin as number,
    title: '',
    subtitle: '',
    description: '',
    eligibility: like?.eligibility ?? [],
    requiredDocuments: like?.requiredDocuments ?? [],
    steps: like?.steps ?? [],
    faqs: like?.faqs ?? [],
    effectiveOn: firstDay(),
    summary: '',
  };
}

/** Returns the version in preparation, the one in force, and the last approved one. */
export function versionsOf(plan: FullPlan) {
  const agreed = ['approved', 'recalled'];
  const making = plan.versions.find(({ state }) => !agreed.includes(state)) ?? null;
  const newest = plan.versions.find(({ state }) => state === 'approved') ?? plan.versions[0]!;
  return { making, newest, current: plan.current };
}

/** Returns the predecessor of a version: the approved one with the next lower number. */
export function beforeOf(plan: FullPlan, { number }: PlanVersion): PlanVersion | null {
  return plan.versions.find((one) => one.state === 'approved' && one.number < number) ?? null;
}
