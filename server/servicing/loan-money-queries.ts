// SQL of the money of one loan: what was paid out, received, distributed and returned.
import type { LoanMoney } from '#contract/servicing/lookup.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

export type MoneyRow = {
  id: string;
  at: Date;
  kind: LoanMoney['kind'];
  amount: Money;
  state: string | null;
  reference: string | null;
  account: string | null;
  batchId: number | null;
  total: number;
};

/** Amounts are signed as seen from the loan: what left it is negative. */
export const moneyOfLoan = (tx: Tx, loanId: number, page: { limit: number; offset: number }) =>
  tx.many<MoneyRow>(sql`
    with item as (
      select 'receipt-' || r.id as id, r.at, 'receipt' as kind,
        case r.sign when '-' then -r.amount else r.amount end as amount, r.state,
        r.seq as reference, r.virtual_account as account, null::bigint as batch_id
      from banking.receipt r where r.subject_type = 'loan' and r.subject_id = ${loanId}
      union all
      select 'payment-' || p.id, coalesce(p.sent_at, p.created_at), 'disbursement', -p.amount,
        p.status, p.reference, null, p.batch_id
      from banking.payment p where p.purpose = 'disbursement' and p.subject_id = ${loanId}
      union all
      select 'surplus-' || p.id, coalesce(p.sent_at, p.created_at), 'surplus', -p.amount, p.status,
        p.reference, null, p.batch_id
      from servicing.payout o join banking.payment p on p.id = o.payment_id
      where o.loan_id = ${loanId} and o.kind = 'surplus'
      union all
      select 'distribution-' || d.batch,
        min(d.distributed_on)::timestamp at time zone 'Asia/Taipei', 'distribution',
        -sum(d.principal + d.interest + d.late_interest + d.penalty + d.prepayment_fee)::bigint,
        null, null, null, null
      from investing."order" o join servicing.distribution d on d.order_id = o.id
      where o.loan_id = ${loanId} group by d.batch
    )
    select id, at, kind, amount, state, reference, account, batch_id as "batchId",
      count(*) over () as total
    from item order by at desc, id desc limit ${page.limit} offset ${page.offset}
  `);
