// Types of a policy and its versions at the office, and of a version in the form.
import type { z } from 'zod';
import { contentSupportOffice, type PolicyFields } from '#contract/content/support.ts';
import { addDays, type Day } from '#contract/core/day.ts';
import { dayIn } from '../../../ui/clock.ts';

export type FullPolicy = z.output<typeof contentSupportOffice.getPolicy.output>['data'];
export type PolicyVersion = FullPolicy['versions'][number];

export const newPolicySchema = contentSupportOffice.createPolicy.input;
export const versionSchema = newPolicySchema.omit({ slug: true, category: true });

/**
 * Members are notified of a new version this many days ahead; the form proposes the effective day
 * accordingly.
 */
const NOTICE_DAYS = 30;
export const proposedDay = (): Day => addDays(dayIn() as Day, NOTICE_DAYS);

export function fieldsOf({ title, summary, effectiveOn, body }: PolicyVersion): PolicyFields {
  return { title, summary, effectiveOn: effectiveOn as Day, body };
}

/** Returns the draft, the version in force, and all approved versions. */
export function versionsOf(policy: FullPolicy) {
  const making = policy.versions.find(({ state }) => state !== 'approved') ?? null;
  const approved = policy.versions.filter(({ state }) => state === 'approved');
  const current = approved.find(({ number }) => number === policy.current) ?? null;
  return { making, current, approved };
}
