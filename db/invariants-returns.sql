-- Invariants of money that the bank takes back or sends back: every query must return no rows.

-- name: what was paid for an order is in its trust money, lent or refunded, and none of it twice
-- A reversed receipt counts only as far as the platform covered it and it did not come back, so
-- that a refund never contains money that nobody has paid. What persons ended stays covered.
-- An order without any receipt, as tests make them, is left to the invariants of trust money.
select order_id, sum(paid) as paid, sum(covered) as covered, sum(held) as held, sum(lent) as lent,
  sum(refunded) as refunded
from (
  select subject_id as order_id, amount as paid, 0 as covered, 0 as held, 0 as lent, 0 as refunded
  from banking.receipt where subject_type = 'order' and sign = '+' and state = 'matched'
  union all select r.subject_id, 0, c.amount, 0, 0, 0 from banking.recourse c
  join banking.receipt r on r.id = c.receipt_id and r.subject_type = 'order'
  where c.loan_id is not null and (c.status = 'open' or c.maker_id is not null)
  union all select order_id, 0, 0, balance, 0, 0 from ledger.balance where kind = 'order_funds'
  union all select order_id, 0, 0, 0, principal, 0 from servicing.share
  union all select order_id, 0, 0, 0, 0, amount + fee from investing.refund
) m
group by order_id
having sum(paid) + sum(covered) <> sum(held) + sum(lent) + sum(refunded)
  and exists (select from banking.receipt r where r.subject_type = 'order' and r.sign = '+'
    and r.subject_id = order_id);

-- name: what was received for a loan is set aside, used or a surplus, and none of it twice
-- As for orders. What the loan's debts took is in its allocations, also after it was distributed.
select loan_id, sum(received) as received, sum(covered) as covered, sum(prepaid) as prepaid,
  sum(used) as used, sum(surplus) as surplus
from (
  select subject_id as loan_id, amount as received, 0 as covered, 0 as prepaid, 0 as used,
    0 as surplus
  from banking.receipt where subject_type = 'loan' and sign = '+' and state = 'matched'
  union all select r.subject_id, 0, c.amount, 0, 0, 0 from banking.recourse c
  join banking.receipt r on r.id = c.receipt_id and r.subject_type = 'loan'
  where c.loan_id is not null and (c.status = 'open' or c.maker_id is not null)
  union all select loan_id, 0, 0, balance, 0, 0 from ledger.balance where kind = 'borrower_prepaid'
  union all select loan_id, 0, 0, 0, amount, 0 from servicing.allocation
  union all select loan_id, 0, 0, 0, 0, amount from servicing.payout where kind = 'surplus'
) m
group by loan_id having sum(received) + sum(covered) <> sum(prepaid) + sum(used) + sum(surplus);

-- name: an open claim is what was covered of its reversed receipt, less what came back
-- Otherwise the payer would be asked for money that the trust account has, or has never had.
select receipt_id, c.status, c.amount, coalesce(b.booked, 0) as booked, r.state,
  r.amount as received
from banking.recourse c
full join (
  select coalesce(substring(t.id from ':kept:(\d+)$'), substring(t.id from '^recourse:(\d+)$'),
      substring(t.id from 'receipt:(\d+)'))::bigint as receipt_id, sum(e.amount) as booked
  from ledger.account a
  join ledger.entry e on e.account_id = a.id
  join ledger.transfer t on t.id = e.transfer_id
  where a.kind = 'recourse_receivable' group by 1
) b using (receipt_id)
left join banking.receipt r on r.id = receipt_id
where coalesce(b.booked, 0) <> case c.status when 'open' then c.amount else 0 end
  or c.amount > r.amount or (c.status = 'open' and r.state <> 'reversed');

-- name: no refund that waits to be sent contains money that the platform covered
-- Such money ends the claim on the payer, or makes the loss smaller; whoever was refunded it too
-- would have it twice. A claim that was lowered already is left with money that is elsewhere.
-- What came back for a closed account waits in suspense, until its return has been ordered.
select f.id, f.order_id, f.amount, c.receipt_id, c.amount as claimed from investing.refund f
join banking.receipt r on r.subject_type = 'order' and r.subject_id = f.order_id
  and r.state = 'reversed'
join banking.recourse c on c.receipt_id = r.id and c.status in ('open', 'lost')
  and c.loan_id is not null
cross join lateral (select 'order:' || f.order_id || ':receipt:' || r.id as id) t
where f.amount > 0 and (f.status = 'payable' or f.status = 'confirmed' and f.payment_id in (
    select substring(l.seq from '^payment-(\d+)$')::bigint from banking.receipt l
    where l.state = 'suspense' or l.state = 'returned' and not exists (
      select from banking.payment q
      where q.purpose = 'return' and q.subject_id = l.id and q.status <> 'returned')))
  and not exists (select from ledger.transfer k
    where k.id like t.id || ':kept' or k.id like t.id || ':returned:%:kept')
  and case when f.whole
    then f.receipt_id is not distinct from case when r.third_party then r.id end
      and exists (select from ledger.transfer k where k.id = t.id)
      and not exists (select from ledger.transfer k where k.id = t.id || ':reversed')
    else exists (select from ledger.transfer k
      where k.id = t.id || ':back' and k.memo = f.id::text) end;

-- name: no surplus that waits to be sent contains money that the platform covered
-- A surplus that waited when the receipt was reversed is withdrawn first. What went back to a third
-- party is claimed beside the borrower's own money, which does not pay for others. What came back
-- for a closed account waits as a refund does.
select p.id, p.loan_id, p.amount, c.receipt_id, c.amount as claimed from servicing.payout p
join banking.receipt r on r.subject_type = 'loan' and r.subject_id = p.loan_id
  and r.state = 'reversed'
join banking.recourse c on c.receipt_id = r.id and c.status in ('open', 'lost')
  and c.loan_id is not null
join ledger.transfer made on made.id = 'surplus:' || p.id
join ledger.transfer covered on covered.id = 'receipt:' || r.id || ':covered'
cross join lateral (select coalesce(sum(amount), 0) as amount from servicing.payout
  where receipt_id = r.id) sourced
where p.kind = 'surplus' and p.amount > 0
  and (p.status = 'payable' or p.status = 'confirmed' and p.payment_id in (
    select substring(l.seq from '^payment-(\d+)$')::bigint from banking.receipt l
    where l.state = 'suspense' or l.state = 'returned' and not exists (
      select from banking.payment q
      where q.purpose = 'return' and q.subject_id = l.id and q.status <> 'returned')))
  and (p.receipt_id = r.id or (p.receipt_id is null and made.recorded_at < covered.recorded_at
    and c.amount > sourced.amount));

-- name: a refund, a payout, a receipt or a sweep is paid at most once
-- A payment that the bank returned does not count. Disbursements have an invariant of their own.
select purpose, subject_id, count(*) from banking.payment
where purpose <> 'disbursement' and status <> 'returned'
group by purpose, subject_id having count(*) > 1;

-- name: returned money is owed again, or lies in suspense if its member has left, and not both
-- Only what lies in suspense is still settled by the returned payment; what was set off against a
-- receipt that the bank reversed does not lie there any more.
select p.reference, p.purpose, f.id as refund, o.id as payout, back.id as lying
from banking.payment p
left join investing.refund f on p.purpose = 'refund' and f.payment_id = p.id
left join servicing.payout o on p.purpose = 'payout' and o.payment_id = p.id
left join banking.receipt back on back.seq = 'payment-' || p.id and back.state <> 'reversed'
where p.status = 'returned' and p.purpose in ('refund', 'payout')
  and (f.id is null and o.id is null) <> (back.id is null);

-- name: a disbursement that came back is undone, or lies in suspense, and not both
select p.reference, u.id as undone, back.id as lying from banking.payment p
join banking.payment_booking b on b.reference = p.reference and b.outcome = 'returned'
left join ledger.transfer u
  on u.id = 'disbursement:' || p.subject_id || ':' || p.id || ':undone'
left join banking.receipt back on back.seq = 'payment-' || p.id
where p.purpose = 'disbursement' and (u.id is null) = (back.id is null);

-- name: money in suspense waits in a task or a proposed booking
-- Nobody else would notice it. A reversal in suspense brought no money.
select r.id, r.seq, r.amount from banking.receipt r
where r.state = 'suspense' and r.sign = '+'
  and not exists (select from tasks.task t where t.status = 'open'
    and t.kind in ('unmatched_payment', 'match_check')
    and t.subject_type = 'receipt' and t.subject_id = r.id)
  and not exists (select from tasks.task t
    cross join lateral jsonb_array_elements(t.detail -> 'lines') as line
    where t.status = 'open' and t.kind = 'matches_check' and (line ->> 'receipt')::bigint = r.id)
  and not exists (select from banking.booking b where b.receipt_id = r.id and b.state = 'checking');

-- name: a refund that waits has a person who releases it, checks it or names its account
select f.id, f.order_id, f.amount from investing.refund f
where f.status = 'payable'
  and not exists (select from tasks.task t where t.status = 'open'
    and (t.kind = 'refund_release' and t.subject_type = 'refund' and t.subject_id = f.id
      or t.kind = 'payer_source' and t.subject_type = 'receipt' and t.subject_id = f.receipt_id
      or t.kind = 'returned_account' and t.subject_type = 'member'
        and t.subject_id = f.member_id and f.receipt_id is null))
  and not exists (select from banking.batch_item i join banking.batch b on b.id = i.batch_id
    where i.subject_id = f.id and b.kind = 'refund' and b.state = 'checking');

-- name: exactly the accounts that sent a payment back, and were not replaced, have a task
select r.member_id, t.id as task from (
  select member_id from verification.returned_account where ended_at is null
) r
full join (
  select id, subject_id as member_id from tasks.task
  where kind = 'returned_account' and subject_type = 'member' and status = 'open'
) t using (member_id)
where r.member_id is null or t.id is null;

-- name: nothing goes to an account that sent a payment back, unless two persons agreed
-- Another account counts from its effective time on, even if the job that records it has not run.
-- Transactions of the same ten minutes may not see each other: a batch that was being approved.
select p.reference, r.id as returned from banking.payment p
join verification.returned_account r on r.member_id = p.member_id
  and r.returned_at + interval '10 minutes' < p.created_at
  and (r.ended_at is null or p.created_at < r.ended_at - interval '10 minutes')
join verification.bank_account o on o.id = r.bank_account_id
where p.purpose in ('payout', 'refund') and p.source_id is null
  and not exists (select from verification.bank_account a
    where a.member_id = r.member_id and a.account_hash <> o.account_hash
      and a.in_force_from > r.returned_at and a.in_force_from <= p.created_at);

-- name: exactly the open claims have a task
select c.receipt_id, t.id as task from (
  select receipt_id from banking.recourse where status = 'open'
) c
full join (
  select id, subject_id as receipt_id from tasks.task
  where kind = 'recourse' and subject_type = 'receipt' and status = 'open'
) t using (receipt_id)
where c.receipt_id is null or t.id is null;

-- name: a claim on a third party contains all that they were sent back of a reversed payment
-- Nobody else pays for it; it ends by this money itself, or by two persons.
select c.receipt_id, c.status, c.amount, s.amount as sent_back from banking.recourse c
join banking.receipt r on r.id = c.receipt_id and r.subject_type = 'loan' and r.third_party
cross join lateral (select coalesce(sum(amount), 0) as amount from servicing.payout
  where receipt_id = r.id) s
where c.loan_id is not null and c.maker_id is null
  and s.amount > case c.status when 'open' then c.amount else 0 end;
