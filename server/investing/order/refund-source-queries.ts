// SQL of the refunds that go back to third parties.
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

/**
 * Returns what orders kept of receipts whose money a third party paid, in NT$, oldest first. If the
 * bank took the money back and the third party paid the platform's claim, it is theirs as before.
 */
export const thirdPartyMoney = (tx: Tx, orderIds: readonly number[]) =>
  tx.many<{ orderId: number; receiptId: number; amount: Money }>(sql`
    select r.subject_id as order_id, r.id as receipt_id, -e.amount as amount
    from banking.receipt r
    join ledger.entry e
      on e.transfer_id = 'order:' || r.subject_id || ':receipt:' || r.id
    join ledger.account a on a.id = e.account_id and a.kind = 'order_funds'
    where r.third_party and r.subject_type = 'order' and r.subject_id = any (${orderIds})
      and (r.state = 'matched' or r.state = 'reversed' and exists (
        select from banking.recourse c where c.receipt_id = r.id
          and c.status = 'recovered' and c.maker_id is not null))
    order by r.id
  `);

/** Returns the refunds to the payer of a receipt that were not sent yet. */
export const payableOfSource = (tx: Tx, receiptId: number) =>
  tx.many<{ id: number }>(sql`
    select id from investing.refund where receipt_id = ${receiptId} and status = 'payable'
    order by id
  `);

/** Unsent refunds of a member's own money, with why the bank returned them, if it did. */
export const payableOfMember = (tx: Tx, memberId: number) =>
  tx.many<{ id: number; cameBack: string | null }>(sql`
    select r.id, (select q.reason from banking.payment q
      where q.purpose = 'refund' and q.subject_id = r.id and q.status = 'returned'
      order by q.id desc limit 1) as came_back
    from investing.refund r
    where r.member_id = ${memberId} and r.receipt_id is null and r.status = 'payable' order by r.id
  `);

/** Returns how many of the refunds of an ended order's money are not confirmed. */
export const openWholeRefunds = (tx: Tx, orderId: number) =>
  tx.one<{ count: number }>(sql`
    select count(*) as count from investing.refund
    where order_id = ${orderId} and whole and status <> 'confirmed'
  `);

/** NT$ of an order's money, from a receipt that the bank reversed, that the platform covered. */
export type Covered = { orderId: number; receiptId: number; thirdParty: boolean; amount: Money };

/**
 * Returns what the platform covered of the money that orders kept, and still claims or has given
 * up. What came back of it before does not count, because the rest of the claim is then about other
 * money.
 */
export const coveredMoney = (tx: Tx, orderIds: readonly number[]) =>
  tx.many<Covered>(sql`
    select r.subject_id as order_id, r.id as receipt_id, r.third_party,
      least(c.amount, -e.amount - back.amount) as amount
    from banking.recourse c
    join banking.receipt r on r.id = c.receipt_id and r.subject_type = 'order'
      and r.subject_id = any (${orderIds})
    join ledger.entry e
      on e.transfer_id = 'order:' || r.subject_id || ':receipt:' || r.id
    join ledger.account a on a.id = e.account_id and a.kind = 'order_funds'
    cross join lateral (
      select coalesce(sum(-k.amount), 0)::bigint as amount
      from (
        select e.transfer_id || ':kept' as id
        union all select e.transfer_id || ':returned:' || p.id || ':kept' from investing.refund f
        join banking.payment p on p.purpose = 'refund' and p.subject_id = f.id
        where f.order_id = r.subject_id and f.whole
      ) t
      join ledger.entry k on k.transfer_id = t.id
      join ledger.account d on d.id = k.account_id and d.kind = 'platform_due'
    ) back
    where c.status in ('open', 'lost') and back.amount < -e.amount
      -- The order did not give this money up when the receipt was reversed.
      and not exists (select from ledger.transfer t
        where t.id = 'order:' || r.subject_id || ':receipt:' || r.id || ':reversed')
    order by r.subject_id, r.id for no key update of c
  `);

/** Like `coveredMoney`, for a receipt whose rest is in a refund. */
export const coveredRest = (tx: Tx, orderId: number, refundId: number) =>
  tx.many<Covered>(sql`
    select r.subject_id as order_id, r.id as receipt_id, r.third_party, c.amount
    from banking.recourse c
    join banking.receipt r on r.id = c.receipt_id and r.subject_type = 'order'
      and r.subject_id = ${orderId}
    join ledger.transfer t on t.id = 'order:' || r.subject_id || ':receipt:' || r.id || ':back'
      and t.memo = ${`${refundId}`}
    where c.status in ('open', 'lost') for no key update of c
  `);
