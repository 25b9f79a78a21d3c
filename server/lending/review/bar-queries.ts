// SQL of written-off loans that bar a person from borrowing, and of lifting that bar.
import type { Day } from '#contract/core/day.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type LossRow = {
  loanId: number;
  caseNo: string;
  status: LoanStatus;
  writtenOffOn: Day;
  principal: Money;
  liftedBy: string | null;
  liftedAt: Date | null;
  liftedReason: string | null;
};

/** Returns the written-off loans of accounts, newest first. */
export const lossesOf = (tx: Tx, memberIds: readonly number[]) =>
  tx.many<LossRow>(sql`
    select l.id as loan_id, l.case_no, l.status, w.written_off_on, w.principal, o.name as lifted_by,
      f.lifted_at, f.reason as lifted_reason
    from lending.loan l join servicing.write_off w on w.loan_id = l.id
      left join lending.lifted_loss f on f.loan_id = l.id
      left join identity.operator o on o.id = f.lifted_by
    where l.member_id = any (${memberIds}) order by l.id desc
  `);

/** Records that the bar from a loss was lifted; returns 0 if it had been lifted before. */
export const insertLift = (
  tx: Tx,
  lift: { loanId: number; reason: string; by: number; now: Date },
) =>
  tx.run(sql`
    insert into lending.lifted_loss (loan_id, reason, lifted_by, lifted_at)
    values (${lift.loanId}, ${lift.reason}, ${lift.by}, ${lift.now}) on conflict do nothing
  `);

/**
 * Returns the facts of a member that decide whether they may apply; null if there is no such
 * member.
 */
export const barredMember = (tx: Tx, id: number) =>
  tx.maybe<{
    id: number;
    emailVerified: boolean;
    suspended: boolean;
    stage: number;
    status: number;
  }>(sql`
    select m.id, m.email_verified_at is not null or m.google_subject is not null
        as email_verified, m.suspended_at is not null as suspended, coalesce(p.stage, 0) as stage,
      coalesce(p.status, 0) as status
    from identity.member m left join verification.profile p on p.member_id = m.id
    where m.id = ${id}
  `);
