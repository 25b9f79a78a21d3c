// SQL of policies for the public: the past versions, those in force, and those to come.
import type { policyCategories } from '#contract/content/shapes.ts';
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type PolicyVersionRow = {
  id: number;
  policyId: number;
  slug: string;
  category: (typeof policyCategories)[number];
  number: number;
  title: string;
  summary: string;
  effectiveOn: Day;
  /** True for the approved version that is in force today. */
  current: boolean;
};

/** Every approved version of one policy (by id or slug) or of all policies, newest first. */
export const approvedVersions = (tx: Tx, key: string | number | null, today: Day) =>
  tx.many<PolicyVersionRow>(sql`
    select v.id, p.id as policy_id, p.slug, p.category, v.number, v.title, v.summary,
      v.effective_on,
      v.effective_on <= ${today} and v.number = max(v.number) filter (where v.effective_on <=
        ${today})
        over (partition by p.id) as current
    from content.policy p join content.policy_version v on v.policy_id = p.id
    where v.state = 'approved' and (${key}::text is null or p.slug = ${key} or p.id::text =
      ${key})
    order by p.position, p.id, v.number desc
  `);

export const bodyOfVersion = async (tx: Tx, id: number): Promise<string> =>
  (await tx.one<{ body: string }>(sql`select body from content.policy_version where id = ${id}`))
    .body;
