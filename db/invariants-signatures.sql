-- Invariants of what persons signed, compared with the audit log, whose hash chain nobody rewrites
-- unnoticed: every query must return no rows.

-- name: a signed day has the persons and the figures of the audit log
select s.day, s.signed_by, s.second_by, s.closing, s.books, s.owed, f.actor_id as first, c.actor_id
  as second, c.snapshot
from banking.sign_off s
join lateral (select actor_id, snapshot from tasks.audit
  where subject_type = 'reconciliation' and subject_id = to_char(s.day, 'YYYYMMDD')::bigint
    and action = 'reconciliation.closed' order by id desc limit 1) c on true
left join lateral (select actor_id from tasks.audit
  where subject_type = 'reconciliation' and subject_id = to_char(s.day, 'YYYYMMDD')::bigint
    and action = 'reconciliation.signed' order by id desc limit 1) f on true
where s.ended_at is null and s.closed_at is not null
  and ((s.signed_by, s.second_by) is distinct from (f.actor_id, c.actor_id)
    or (s.closing, s.books, s.owed, s.differences) is distinct from
      (coalesce((c.snapshot ->> 'closing')::bigint, 0), (c.snapshot ->> 'books')::bigint,
        (c.snapshot ->> 'owed')::bigint, (c.snapshot ->> 'differences')::integer));

-- name: a batch has the persons and the total of the audit log
select b.id, b.released_by, b.checked_by, r.actor_id as released, c.actor_id as checked,
  r.snapshot, i.total
from banking.batch b
join lateral (select actor_id, snapshot from tasks.audit
  where subject_type = 'batch' and subject_id = b.id and to_status = 'checking'
  order by id limit 1) r on true
left join lateral (select actor_id from tasks.audit
  where subject_type = 'batch' and subject_id = b.id and action = 'batch.checked'
  order by id desc limit 1) c on true
cross join lateral (select count(*) as count, coalesce(sum(amount), 0) as total
  from banking.batch_item where batch_id = b.id) i
where (b.released_by, b.checked_by) is distinct from (r.actor_id, c.actor_id)
  or (i.count, i.total) <> ((r.snapshot ->> 'payments')::bigint, (r.snapshot ->> 'total')::bigint);

-- name: a payment has the amount and the subject of the audit log
select p.reference, p.purpose, p.amount, p.subject_id, a.snapshot from banking.payment p
join lateral (select snapshot from tasks.audit
  where subject_type = 'payment' and subject_id = p.id and action = 'payment.' || p.purpose
  order by id limit 1) a on true
where (p.amount, p.subject_id) is distinct from
  ((a.snapshot ->> 'amount')::bigint, (a.snapshot ->> 'subject')::bigint);

-- name: a trust report has the persons and the figures of the audit log
select r.id, r.month, r.signed_by, r.second_by, f.actor_id as first, c.actor_id as second,
  c.snapshot
from reports.trust_report r
join lateral (select actor_id, snapshot from tasks.audit
  where subject_type = 'trust_report' and subject_id = to_char(r.month, 'YYYYMMDD')::bigint
    and action = 'trust_report.closed' order by id desc limit 1) c on true
left join lateral (select actor_id from tasks.audit
  where subject_type = 'trust_report' and subject_id = to_char(r.month, 'YYYYMMDD')::bigint
    and action = 'trust_report.signed' order by id desc limit 1) f on true
where r.second_at is not null and r.ended_at is null
  and ((r.signed_by, r.second_by) is distinct from (f.actor_id, c.actor_id)
    or (r.root, r.members_amount, (r.figures ->> 'bank')::bigint) is distinct from
      (c.snapshot ->> 'root', (c.snapshot ->> 'membersAmount')::bigint,
        (c.snapshot ->> 'bank')::bigint));

-- name: a letter of the bank has the day and the amount of the audit log
select l.id, l.day, l.amount, a.snapshot from reports.bank_letter l
join lateral (select snapshot from tasks.audit
  where subject_type = 'bank_letter' and subject_id = l.id and action = 'bank_letter.added'
  order by id limit 1) a on true
where (l.day, l.amount) is distinct from
  ((a.snapshot ->> 'day')::date, (a.snapshot ->> 'amount')::bigint);

-- name: a booking has the persons and the amount of the audit log
select b.id, b.maker_id, b.checker_id, b.amount, p.actor_id as proposed, p.snapshot
from banking.booking b
join lateral (select actor_id, snapshot from tasks.audit
  where subject_type = 'booking' and subject_id = b.id and action = 'booking.proposed'
  order by id limit 1) p on true
left join lateral (select actor_id from tasks.audit
  where subject_type = 'booking' and subject_id = b.id and action = 'booking.booked'
  order by id limit 1) c on true
where (b.maker_id, b.amount, b.kind) is distinct from
    (p.actor_id, (p.snapshot ->> 'amount')::bigint, p.snapshot ->> 'kind')
  or c.actor_id <> b.checker_id;

-- name: the contract and the signature of a loan are those that the audit log names
select l.id, l.case_no, a.snapshot ->> 'contractSha256' as signed from lending.loan l
join lateral (select snapshot from tasks.audit
  where subject_type = 'loan' and subject_id = l.id and action = 'loan.signed'
  order by id desc limit 1) a on a.snapshot ? 'contractSha256'
where l.status between 55 and 95 and (not exists (select from lending.contract c
    where c.loan_id = l.id and c.kind = 'final' and c.order_id is null and c.superseded_at is null
      and c.sha256 = a.snapshot ->> 'contractSha256')
  or a.snapshot ? 'specimenSha256' and a.snapshot ->> 'specimenSha256' is distinct from
    (select sha256 from lending.signature g where g.loan_id = l.id));

-- name: a poll ends when its opening said
select p.id, p.loan_id, p.closes_at, a.snapshot from servicing.poll p
join lateral (select snapshot from tasks.audit
  where subject_type = 'poll' and subject_id = p.id and action = 'poll.opened'
  order by id limit 1) a on true
where p.closes_at <> (a.snapshot ->> 'closesAt')::timestamptz
  or (select count(*) from servicing.ballot where poll_id = p.id)
    <> (a.snapshot ->> 'voters')::bigint;

-- name: a day off that operators added is one to which two persons agreed
-- Days that were added under 0.7.0 name no change.
select h.day, h.name, h.business, h.change_id, c.state, c.days from servicing.holiday h
left join servicing.holiday_change c on c.id = h.change_id
where h.change_id is not null and (c.act <> 'add' or c.state not in ('provisional', 'agreed')
  or c.made_by = c.decided_by or not exists (select from jsonb_array_elements(c.days) d (value)
    where (d.value ->> 'day')::date = h.day));

-- name: a decision that waits is about an open task, and takes effect soon
-- The worker carries it out or gives it back within a minute; two leave time to one that restarts.
select h.task_id, h.operator_id, h.made_at from tasks.held_decision h
join tasks.task t on t.id = h.task_id
where h.failure is null and (t.status <> 'open'
  or h.takes_effect_at < clock_timestamp() - interval '2 minutes');
