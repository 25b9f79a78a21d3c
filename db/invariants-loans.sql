-- Invariants of the records of a loan and their transfers: every query must return no rows.

-- name: a distribution counts on the accounting day of its transfer, for the holder of its share
-- Rows of years that were closed under 0.7.0 keep the day that the investor was told.
select d.batch, d.order_id, d.distributed_on, t.booked_on from servicing.distribution d
left join ledger.transfer t on t.id = d.batch
left join servicing.share s on s.order_id = d.order_id
where t.booked_on is distinct from coalesce(d.accounting_day, d.distributed_on)
  or (s.member_id, s.loan_id, t.loan_id) is distinct from (d.member_id, d.loan_id, d.loan_id);

-- name: a share counts as lent on the accounting day of the disbursement of its loan
select s.order_id, s.loan_id, s.lent_on, t.booked_on from servicing.share s
join (
  select t.loan_id, max(t.booked_on) as booked_on from ledger.transfer t
  where t.kind = 'disbursement'
    and not exists (select from ledger.transfer u where u.id = t.id || ':undone')
  group by t.loan_id
) t using (loan_id)
where t.booked_on <> coalesce(s.accounting_day, s.lent_on);

-- name: a receipt is the line that the bank's statement has under its number
-- Bank and books are compared once the bank has closed the day. A named difference waits for a
-- person, and a booking may explain the rest of a line or one whose receipt could not be used. The
-- receipts of a file that was rolled back have another number; payments that came back were
-- numbered by us.
select r.id, r.bank, r.bank_date, r.seq, r.sign, r.amount, l.amount as line
from banking.receipt r
left join banking.bank_line l using (bank, bank_date, seq)
where case when l.seq is null then r.statement_id is not null and r.seq !~ '( ↩|^payment-)'
    else l.amount - case r.sign when '+' then r.amount else -r.amount end not in (0, coalesce((
      select sum(b.line_amount) from banking.booking b where b.line_bank = l.bank
        and b.line_date = l.bank_date and b.line_seq = l.seq and b.transfer_id is not null), 0))
    end
  and (l.seq is null or exists (select from banking.closed_day c
    where c.bank = r.bank and c.day >= r.bank_date))
  and not exists (select from banking.difference d where d.ended_at is null
    and d.key = 'line:' || r.bank || ':' || r.bank_date || ':' || r.seq);

-- name: what was received counts on the bank date of its receipt
select t.id, t.happened_on, r.bank_date from ledger.transfer t
join banking.receipt r
  on r.id = substring(t.id from '^(?:(?:order|loan):\d+:)?receipt:(\d+)$')::bigint
where t.kind in ('receipt', 'order_receipt', 'repayment_received')
  and t.happened_on <> r.bank_date;

-- name: the receipt and the instalment of an allocation belong to its loan
select a.id, a.loan_id, a.receipt_id, a.instalment_no from servicing.allocation a
left join banking.receipt r on r.id = a.receipt_id
where (a.receipt_id is not null and (r.subject_type, r.subject_id) is distinct from
    ('loan', a.loan_id))
  or (a.class <> 'court') <> (a.instalment_no is not null)
  or (a.instalment_no is not null and not exists (select from servicing.instalment i
    where i.loan_id = a.loan_id and i.no = a.instalment_no));

-- name: late charges of an instalment are owed, paid or waived
-- An acceleration, a negotiation and what follows from them make rows whose charges began as owed,
-- so that these may exceed what was charged on the row by what the rows before had; paying
-- everything under negotiated terms puts the arrears of all of them on one row. A closing gives up
-- what is owed.
select i.loan_id, i.version, i.no, i.late_interest_charged + i.penalty_charged as charged,
  i.late_interest_owed + i.penalty_owed as owed, i.late_interest_paid + i.penalty_paid as paid,
  i.waived
from servicing.instalment i
cross join lateral (
  select i.late_interest_owed + i.penalty_owed + i.late_interest_paid + i.penalty_paid + i.waived
    - i.late_interest_charged - i.penalty_charged as extra
) e
where e.extra <> 0 and case when e.extra > 0
  then e.extra > i.arrears_late_interest + i.arrears_penalty + (
    select coalesce(sum(o.arrears_late_interest + o.arrears_penalty + case when exists (
        select from servicing.instalment a where a.loan_id = i.loan_id and a.accelerated)
      then o.late_interest_owed + o.penalty_owed + o.late_interest_paid + o.penalty_paid + o.waived
      else 0 end), 0)
    from servicing.instalment o where o.loan_id = i.loan_id and o.version < i.version)
  else not exists (select from lending.loan l where l.id = i.loan_id
      and l.settle_type = 'recovered')
  end;

-- name: late charges paid on an instalment are the allocations of their class
-- A later version of a row continues its sums, except after an acceleration that was revoked: the
-- restored row has its own sums again, and only the total can be too small.
select loan_id, no, sum(late_paid) as late_paid, sum(late) as late, sum(penalty_paid)
  as penalty_paid, sum(penalty) as penalty
from (
  select loan_id, no, max(late_interest_paid) as late_paid, max(penalty_paid) as penalty_paid,
    0 as late, 0 as penalty
  from servicing.instalment group by loan_id, no
  union all
  select loan_id, instalment_no, 0, 0, coalesce(sum(amount) filter (where class = 'lateInterest'),
    0), coalesce(sum(amount) filter (where class = 'penalty'), 0)
  from servicing.allocation where class in ('lateInterest', 'penalty')
  group by loan_id, instalment_no
) p
group by loan_id, no
having case when exists (select from servicing.instalment a where a.loan_id = p.loan_id
      and a.accelerated and not a.current)
  then sum(late_paid) > sum(late) or sum(penalty_paid) > sum(penalty)
  else sum(late_paid) <> sum(late) or sum(penalty_paid) <> sum(penalty) end;

-- name: a loan is settled on the day on which the last of its debt was paid
select l.id, l.settled_on, p.paid_on, c.allocated_on from lending.loan l
cross join lateral (select max(paid_on) as paid_on from servicing.instalment
  where loan_id = l.id and current) p
cross join lateral (select max(allocated_on) as allocated_on from servicing.allocation
  where loan_id = l.id and class = 'court') c
where (l.status = 90) <> (l.settled_on is not null)
  or (l.status = 90 and l.settled_on is distinct from greatest(p.paid_on, c.allocated_on));

-- name: a used prepayment has a batch on its day with its principal and fee
-- Of a full one, what had fallen due is in batches of its own.
select p.id, p.loan_id, p.kind, p.principal, p.fee from servicing.prepayment p
where p.status = 'used' and not exists (
  select from servicing.allocation a
  where a.loan_id = p.loan_id and a.allocated_on = p.good_on
  group by a.batch
  having coalesce(sum(a.amount) filter (where class = 'prepaymentFee'), 0) = p.fee
    and coalesce(sum(a.amount) filter (where class = 'principal'), 0)
      between case p.kind when 'full' then 0 else p.principal end and p.principal
);

-- name: a prepayment fee was paid under an instruction for its day
select a.loan_id, a.batch, a.allocated_on, sum(a.amount) as fee from servicing.allocation a
where a.class = 'prepaymentFee'
group by a.loan_id, a.batch, a.allocated_on
having not exists (select from servicing.prepayment p where p.loan_id = a.loan_id
  and p.status = 'used' and p.good_on = a.allocated_on and p.fee = sum(a.amount));

-- name: the loss of a write-off is the principal that had not been distributed by then
-- What was distributed on the day itself may have come before or after the write-off.
select w.loan_id, w.principal, s.principal - d.before as most, s.principal - d.through as least
from servicing.write_off w
join (select loan_id, sum(principal) as principal from servicing.share group by loan_id) s
  using (loan_id)
cross join lateral (
  select coalesce(sum(principal) filter (where recorded_on < w.written_off_on), 0) as before,
    coalesce(sum(principal), 0) as through
  from servicing.distribution where loan_id = w.loan_id and recorded_on <= w.written_off_on
) d
where w.principal not between s.principal - d.through and s.principal - d.before;

-- name: the votes and weights of an ended poll are those that its end hashed
-- Polls that ended before this law have no hash.
select p.id, p.loan_id, p.status, a.to_status, a.snapshot from servicing.poll p
left join lateral (select to_status, snapshot from tasks.audit
  where subject_type = 'poll' and subject_id = p.id and action in ('poll.closed', 'poll.ended')
  order by id desc limit 1) a on true
where p.status is distinct from coalesce(a.to_status, 'open')
  or a.snapshot ->> 'votes' <> servicing.votes_hash(p.id)
  or a.snapshot ? 'votes' and (
    select jsonb_build_object('negotiate', coalesce(sum(weight) filter (where answer = 1), 0),
      'legal', coalesce(sum(weight) filter (where answer = 2), 0),
      'abstain', coalesce(sum(weight) filter (where answer = 3), 0),
      'total', coalesce(sum(weight), 0))
    from servicing.ballot where poll_id = p.id) <> a.snapshot - 'loanId' - 'votes';

-- name: the agreements to terms that have ended or are in force are those that were hashed
select n.id, n.loan_id, n.status, a.to_status from servicing.negotiation n
left join lateral (select to_status, snapshot from tasks.audit
  where subject_type = 'negotiation' and subject_id = n.id and action = 'negotiation.ended'
  order by id desc limit 1) a on true
where (n.status in ('drafted', 'offered', 'agreed')) <> (a.to_status is null)
  or a.to_status <> n.status
  or a.snapshot ->> 'agreements' <> servicing.agreements_hash(n.id);

-- name: an application has no figures of an offer before one is made or after it was withdrawn
select l.id, l.status from lending.loan l
where l.status in (10, 15, 20) and num_nonnulls(l.grade, l.rate_bps, l.apr_bps, l.instalment,
  l.platform_fee, l.remittance_fee, l.offer_expires_at) > 0;

-- name: an offer is withdrawn by two persons
select a.id, a.subject_id, a.actor_id from tasks.audit a
where a.action = 'loan.offer_withdrawn' and (a.from_status <> '30' or a.to_status <> '20'
  or not exists (select from tasks.task t where t.kind = 'offer_withdrawal'
    and t.subject_type = 'loan' and t.subject_id = a.subject_id and t.decision = 'approve'
    and t.checker_id = a.actor_id and t.maker_id <> t.checker_id
    and t.checker_id <> all (t.other_makers)));

-- name: a proposal to withdraw an offer ends with the offer
select t.id, t.subject_id, l.status from tasks.task t
join lending.loan l on l.id = t.subject_id
where t.kind = 'offer_withdrawal' and t.subject_type = 'loan' and t.status = 'open'
  and l.status <> 30;
