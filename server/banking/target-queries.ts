// SQL of the order or loan to which a receipt is assigned, and of the amount it pays there.
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

type Target = { type: 'order' | 'loan'; id: number };

/** Returns the subject's case number and member; null if the subject does not exist. */
export const targetOf = (tx: Tx, { type, id }: Target) =>
  tx.maybe<{ caseNo: string; memberId: number }>(sql`
    select l.case_no as "caseNo", coalesce(t.member_id, l.member_id) as "memberId"
    from (
      select loan_id, member_id from investing."order" where ${type}::text = 'order' and id =
        ${id}::bigint
      union all select ${id}::bigint, null where ${type}::text = 'loan'
    ) t join lending.loan l on l.id = t.loan_id
  `);

/** NT$ of a receipt that its order kept, or that its loan used for amounts due. */
export const usedOf = (tx: Tx, receiptId: number, { type, id }: Target) =>
  tx.one<{ used: Money }>(sql`
    select (coalesce((select -sum(e.amount) from ledger.entry e
      join ledger.account a on a.id = e.account_id and a.kind = 'order_funds'
      where e.transfer_id = 'order:' || ${id}::bigint || ':receipt:' || ${receiptId}::bigint), 0)
    + coalesce((select sum(amount) from servicing.allocation
      where ${type}::text = 'loan' and loan_id = ${id}::bigint and receipt_id =
        ${receiptId}::bigint), 0))::bigint
    as used
  `);
