// SQL of the money of one loan: what was paid out, received, distributed and returned.
import type { LoanMoney } from '#contract/servicing/lookup.ts';
import type { Day } from '#contract/core/day.ts';
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
    select id, at, kind, amount, state, reference, account, batch_id, count(*) over () as total
    from item order by at desc, id desc limit ${page.limit} offset ${page.offset}
  `);

/** Money that the bank received for a loan on a day, in NT$. */
export type DayReceived = { loanId: number; day: Day; amount: Money };

/** Returns what was received for loans by bank day, the newest first, without reversed receipts. */
export const receivedByDay = (tx: Tx, loanIds: readonly number[]) =>
  tx.many<DayReceived>(sql`
    select t.loan_id, t.happened_on as day, sum(-e.amount)::bigint as amount
    from ledger.transfer t
    join ledger.entry e on e.transfer_id = t.id
    join ledger.account k on k.id = e.account_id and k.kind = 'borrower_prepaid'
    left join banking.receipt r on r.id = substring(t.id from ':receipt:([0-9]+)$')::bigint
    where t.loan_id = any (${loanIds}) and t.kind = 'repayment_received'
      and r.state is distinct from 'reversed'
    group by t.loan_id, t.happened_on order by t.loan_id, t.happened_on desc
  `);
