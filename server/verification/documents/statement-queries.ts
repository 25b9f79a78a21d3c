// SQL of proofs of income.
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type StatementRow = {
  id: number;
  memberId: number;
  kind: number;
  monthlyIncome: number;
  from: Day;
  to: Day;
  uploads: number[];
  status: number;
  reason: string | null;
  createdAt: Date;
};

const columns = sql`id, member_id, kind, monthly_income, from_day as "from", to_day as "to",
  uploads, status, reason, created_at`;

/** Counts proofs of income that are not decided yet. */
export const waitingStatements = (tx: Tx, memberId: number) =>
  tx.one<{ waiting: number }>(sql`
    select count(*)::integer as waiting from verification.financial_statement
    where member_id = ${memberId} and status = 1
  `);

export const insertStatement = (
  tx: Tx,
  statement: Pick<
    StatementRow,
    'memberId' | 'kind' | 'monthlyIncome' | 'from' | 'to' | 'uploads'
  > & { now: Date },
) =>
  tx.one<StatementRow>(sql`
    insert into verification.financial_statement
      (member_id, kind, monthly_income, from_day, to_day, uploads, created_at)
    values (${statement.memberId}, ${statement.kind}, ${statement.monthlyIncome},
      ${statement.from}, ${statement.to}, ${statement.uploads}, ${statement.now}) returning
      ${columns}
  `);

export const statementsOfMember = (tx: Tx, memberId: number) =>
  tx.many<StatementRow>(sql`
    select ${columns} from verification.financial_statement
    where member_id = ${memberId} order by id desc limit 100
  `);

export const statementById = (tx: Tx, id: number) =>
  tx.maybe<StatementRow>(sql`
    select ${columns} from verification.financial_statement where id = ${id}
  `);

/** Ends the review of a proof of income; returns 0 if the proof is no longer under review. */
export const decideStatement = (tx: Tx, id: number, status: number, reason: string | null) =>
  tx.run(sql`
    update verification.financial_statement set status = ${status}, reason = ${reason}
    where id = ${id} and status = 1
  `);

/**
 * Returns 3 if any statement is approved, otherwise the status of the newest one, or 0 if there is
 * none.
 */
export const financialStanding = (tx: Tx, memberId: number) =>
  tx.one<{ status: number }>(sql`
    select coalesce(case when bool_or(status = 3) then 3
        else (array_agg(status order by id desc))[1] end, 0) as status
    from verification.financial_statement where member_id = ${memberId}
  `);
