// SQL of policies as the public reads them: the version in force, those before and those to come.
import type { policyCategories } from '#contract/content/shapes.ts';
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';

export type PolicyVersionRow = {
  id: number;
  policyId: number;
  slug: string;
  category: (typeof policyCategories)[number];
  number: number;
  title: string;
  summary: string;
  effectiveOn: Day;
  /** Of all approved versions the one in force today. */
  current: boolean;
};

/** Every approved version of one policy (by id or slug) or of all, newest first. */
export const approvedVersions = (tx: Tx, key: string | null, today: Day) =>
  tx.many<PolicyVersionRow>(
    'content.approvedVersions',
    `select v.id, p.id as "policyId", p.slug, p.category, v.number, v.title, v.summary,
       v.effective_on as "effectiveOn",
       v.effective_on <= $2 and v.number = max(v.number) filter (where v.effective_on <= $2)
         over (partition by p.id) as current
     from content.policy p join content.policy_version v on v.policy_id = p.id
     where v.state = 'approved' and ($1::text is null or p.slug = $1 or p.id::text = $1)
     order by p.position, p.id, v.number desc`,
    [key, today],
  );

export const bodyOfVersion = async (tx: Tx, id: number): Promise<string> =>
  (
    await tx.one<{ body: string }>(
      'content.bodyOfVersion',
      'select body from content.policy_version where id = $1',
      [id],
    )
  ).body;
