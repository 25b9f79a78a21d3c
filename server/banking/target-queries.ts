// The SQL of whom a receipt is given to: who that is, and what it does there.
import type { Tx } from '../database/db.ts';

type Target = { type: 'order' | 'loan'; id: number };

/** The subject as people know it, with its member; null where there is none. */
export const targetOf = (tx: Tx, { type, id }: Target) =>
  tx.maybe<{ caseNo: string; memberId: number }>(
    'banking.targetOf',
    `select l.case_no as "caseNo", coalesce(t.member_id, l.member_id) as "memberId"
     from (
       select loan_id, member_id from investing."order" where $1::text = 'order' and id = $2::bigint
       union all select $2::bigint, null where $1::text = 'loan'
     ) t join lending.loan l on l.id = t.loan_id`,
    [type, id],
  );

/** NT$ of a receipt that its order kept, or that its loan used for what was due. */
export const usedOf = (tx: Tx, receiptId: number, { type, id }: Target) =>
  tx.one<{ used: number }>(
    'banking.usedOf',
    `select (coalesce((select -sum(e.amount) from ledger.entry e
         join ledger.account a on a.id = e.account_id and a.kind = 'order_funds'
         where e.transfer_id = 'order:' || $3::bigint || ':receipt:' || $1::bigint), 0)
       + coalesce((select sum(amount) from servicing.allocation
         where $2::text = 'loan' and loan_id = $3::bigint and receipt_id = $1::bigint), 0))::bigint
       as used`,
    [receiptId, type, id],
  );
