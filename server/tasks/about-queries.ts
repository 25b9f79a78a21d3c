// SQL of what the inbox shows about the subject of a task: applicant, amount, grade, flags.
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

export type AboutRow = {
  id: number;
  memberId: number | null;
  sealedName: string | null;
  amount: Money | null;
  grade: string | null;
  isPep: boolean;
  isSuspended: boolean;
  isLate: boolean;
};

export const aboutTasks = (tx: Tx, ids: readonly number[]) =>
  tx.many<AboutRow>(sql`
    select t.id, p.member_id, p.name as sealed_name,
      coalesce(l.amount, o.amount, r.amount, b.amount, a.total) as amount, l.grade,
      coalesce(p.is_pep, false) as is_pep, m.suspended_at is not null as is_suspended,
      coalesce(l.status in (61, 65, 70), false) as is_late
    from tasks.task t
    left join lending.loan l on t.subject_type = 'loan' and l.id = t.subject_id
    left join investing."order" o on t.subject_type = 'order' and o.id = t.subject_id
    left join banking.receipt r on t.subject_type = 'receipt' and r.id = t.subject_id
    left join investing.refund b on t.subject_type = 'refund' and b.id = t.subject_id
    left join banking.batch a on t.subject_type = 'batch' and a.id = t.subject_id
    left join verification.account_change c on t.subject_type = 'account_change'
      and c.id = t.subject_id
    left join verification.financial_statement f on t.subject_type = 'financial_statement'
      and f.id = t.subject_id
    left join identity.member m on m.id = coalesce(l.member_id, o.member_id, b.member_id,
      c.member_id, f.member_id, case t.subject_type when 'member' then t.subject_id end)
    left join verification.profile p on p.member_id = m.id
    where t.id = any (${ids})
  `);
