// The SQL of risk profiles: the newest counts; whose profile ends is told so, before and after.
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';

export type SuitabilityRow = {
  version: number;
  /** Which risk text was agreed to with the answers. */
  riskVersion: number;
  profile: number;
  answeredAt: Date;
  validUntil: Day;
};

export const suitabilityOf = (tx: Tx, memberId: number) =>
  tx.maybe<SuitabilityRow>(
    'investing.suitabilityOf',
    `select version, risk_version as "riskVersion", profile, answered_at as "answeredAt",
       valid_until as "validUntil"
     from investing.suitability where member_id = $1 order by id desc limit 1`,
    [memberId],
  );

export const insertSuitability = (
  tx: Tx,
  row: SuitabilityRow & { memberId: number; answers: readonly number[]; score: number },
) =>
  tx.run(
    'investing.insertSuitability',
    `insert into investing.suitability
       (member_id, version, risk_version, answers, score, profile, answered_at, valid_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      row.memberId,
      row.version,
      row.riskVersion,
      row.answers,
      row.score,
      row.profile,
      row.answeredAt,
      row.validUntil,
    ],
  );

export type EndingProfile = {
  id: number;
  memberId: number;
  validUntil: Day;
  kind: 'ending' | 'over';
};

/**
 * Newest profiles that end by `near` (`ending`) or have ended before `today` (`over`), each not yet
 * told of. One that ended long ago is left alone: its owner did not come back.
 */
export const endingProfiles = (tx: Tx, of: { today: Day; near: Day; since: Day }, limit: number) =>
  tx.many<EndingProfile>(
    'investing.endingProfiles',
    `select s.id, s.member_id as "memberId", s.valid_until as "validUntil",
       case when s.valid_until < $1 then 'over' else 'ending' end as kind
     from investing.suitability s
     join identity.member m on m.id = s.member_id and m.suspended_at is null
     where s.valid_until between $3 and $2
       and not exists (select from investing.suitability later
         where later.member_id = s.member_id and later.id > s.id)
       and not exists (select from investing.suitability_notice n where n.suitability_id = s.id
         and n.kind = case when s.valid_until < $1 then 'over' else 'ending' end)
     order by s.valid_until, s.id limit $4`,
    [of.today, of.near, of.since, limit],
  );

export const claimProfileNotice = (tx: Tx, id: number, kind: EndingProfile['kind'], now: Date) =>
  tx.run(
    'investing.claimProfileNotice',
    `insert into investing.suitability_notice (suitability_id, kind, told_at) values ($1, $2, $3)
     on conflict do nothing`,
    [id, kind, now],
  );
