// SQL of risk profiles: the newest one is in force; members are notified before and after it ends.
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type SuitabilityRow = {
  version: number;
  /** Version of the risk text to which the member agreed with the answers. */
  riskVersion: number;
  profile: number;
  answeredAt: Date;
  validUntil: Day;
};

export const suitabilityOf = (tx: Tx, memberId: number) =>
  tx.maybe<SuitabilityRow>(sql`
    select version, risk_version, profile, answered_at, valid_until
    from investing.suitability where member_id = ${memberId} order by id desc limit 1
  `);

export const insertSuitability = (
  tx: Tx,
  row: SuitabilityRow & { memberId: number; answers: readonly number[]; score: number },
) =>
  tx.run(sql`
    insert into investing.suitability
      (member_id, version, risk_version, answers, score, profile, answered_at, valid_until)
    values (${row.memberId}, ${row.version}, ${row.riskVersion}, ${row.answers}, ${row.score},
      ${row.profile}, ${row.answeredAt}, ${row.validUntil})
  `);

export type EndingProfile = {
  id: number;
  memberId: number;
  validUntil: Day;
  kind: 'ending' | 'over';
};

/**
 * Returns the newest profile of each member who must still be notified: profiles that end by `near`
 * (`ending`), or that ended before `today` (`over`). Profiles that ended long ago are left out,
 * because their members did not return.
 */
export const endingProfiles = (tx: Tx, of: { today: Day; near: Day; since: Day }, limit: number) =>
  tx.many<EndingProfile>(sql`
    select s.id, s.member_id, s.valid_until,
      case when s.valid_until < ${of.today} then 'over' else 'ending' end as kind
    from investing.suitability s
    join identity.member m on m.id = s.member_id and m.suspended_at is null
    where s.valid_until between ${of.since} and ${of.near}
      and not exists (select from investing.suitability later
        where later.member_id = s.member_id and later.id > s.id)
      and not exists (select from investing.suitability_notice n where n.suitability_id = s.id
        and n.kind = case when s.valid_until < ${of.today} then 'over' else 'ending' end)
    order by s.valid_until, s.id limit ${limit}
  `);

export const claimProfileNotice = (tx: Tx, id: number, kind: EndingProfile['kind'], now: Date) =>
  tx.run(sql`
    insert into investing.suitability_notice (suitability_id, kind, told_at) values (${id},
      ${kind}, ${now})
    on conflict do nothing
  `);

/** Deletes all answers of a member, and what was told about them. */
export async function deleteSuitability(tx: Tx, memberId: number): Promise<void> {
  await tx.run(sql`
    delete from investing.suitability_notice where suitability_id in (
      select id from investing.suitability where member_id = ${memberId})
  `);
  await tx.run(sql`delete from investing.suitability where member_id = ${memberId}`);
}
