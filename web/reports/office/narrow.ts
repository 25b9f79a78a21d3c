// Filters of a report, stored in the URL: months, a day, plan and grade.
import { grades } from '#contract/investing/grades.ts';
import type { Filter } from '../../office/kit/FilterBar.tsx';
import { MONTH, type ListUrl } from '../../office/kit/listing.ts';

const SLUG = /^[a-z0-9-]{1,40}$/;

/** Returns the months given in the URL. */
export function monthsIn(url: ListUrl): { from?: string; to?: string } {
  const [from, to] = [url.text('from', MONTH), url.text('to', MONTH)];
  return { ...(from && { from }), ...(to && { to }) };
}

/** Returns the plan and grade given in the URL. */
export function kindIn(url: ListUrl) {
  const plan = url.text('plan', SLUG);
  const grade = url.one('grade', grades);
  return { ...(plan && { plan }), ...(grade && { grade }) };
}

export const monthFields = (asked: { from: string; to: string }): Filter[] => [
  { kind: 'month', name: 'from', label: '起月', value: asked.from },
  { kind: 'month', name: 'to', label: '迄月', value: asked.to },
];

export const kindFields = (
  url: ListUrl,
  plans: readonly { slug: string; name: string }[],
): Filter[] => [
  {
    kind: 'choice',
    name: 'plan',
    label: '方案',
    value: url.text('plan', SLUG),
    options: plans.map(({ slug, name }) => ({ value: slug, label: name })),
  },
  {
    kind: 'choice',
    name: 'grade',
    label: '等級',
    value: url.one('grade', grades),
    options: grades.map((grade) => ({ value: grade, label: grade })),
  },
];
