// SQL of one order of the caller, as the calls that place and change orders answer it.
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';
import type { OrderRow } from './order-view.ts';

/**
 * Returns an order of this member; null for another member's. The terms are those of the loan's
 * contract, because nothing has changed them as long as an order can be changed.
 */
export const ownOrder = (tx: Tx, memberId: number, orderId: number) =>
  tx.maybe<OrderRow>(sql`
    select o.id, o.loan_id, l.case_no, p.list_name as plan_name, l.purpose,
      settings.option_text('loanPurposes', l.purpose, l.created_at) as purpose_text,
      l.rate_bps, l.installments, o.amount, o.paid_amount, o.stored_status as stored,
      l.status as loan_status, o.payment_mode, o.virtual_account, o.pay_by, o.created_at,
      o.paid_at,
      coalesce((select jsonb_agg(jsonb_build_object('id', r.id::text, 'amount', r.amount,
          'fee', r.fee, 'reason', r.reason, 'status', r.status,
          'toPayer', r.receipt_id is not null) order by r.id)
        from investing.refund r where r.order_id = o.id), '[]') as refunds
    from investing."order" o
    join lending.loan l on l.id = o.loan_id
    join lending.plan p on p.id = l.plan_id
    where o.id = ${orderId} and o.member_id = ${memberId}
  `);
