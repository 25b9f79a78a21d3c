-- Invariants of loans and their schedules: every query must return no rows.

-- name: no instalment of a running loan is NT$0, and no loan without debt is in repayment
select i.loan_id, i.no from servicing.instalment i
join lending.loan l on l.id = i.loan_id and l.status between 60 and 95 and l.status <> 90
where i.current and i.principal + i.interest + i.late_interest_owed + i.penalty_owed
  + i.late_interest_paid + i.penalty_paid + i.waived = 0
union all
select l.id, null from lending.loan l
where l.status between 60 and 95 and l.status <> 90
  and not exists (select from servicing.instalment i
    where i.loan_id = l.id and i.current and i.paid_on is null)
  and not exists (select from servicing.court_cost c
    where c.loan_id = l.id and c.amount > c.repaid + c.forgiven);

-- name: amount, rate, term, fees and charges of a loan are those of its signing
select l.id, l.case_no, l.amount, l.rate_bps, l.installments, l.apr_bps, l.instalment, a.snapshot
from lending.loan l
join lateral (select snapshot from tasks.audit
  where subject_type = 'loan' and subject_id = l.id and action = 'loan.signed'
  order by id desc limit 1) a on true
where l.signed_at is not null and l.status between 55 and 95
  and ((l.amount, l.rate_bps, l.installments) is distinct from ((a.snapshot ->> 'amount')::bigint,
      (a.snapshot ->> 'rateBps')::integer, (a.snapshot ->> 'installments')::integer)
    -- Older signings do not name APR and instalment, or fees and servicing terms.
    or a.snapshot ? 'aprBps' and (l.apr_bps, l.instalment)
      is distinct from ((a.snapshot ->> 'aprBps')::integer, (a.snapshot ->> 'instalment')::bigint)
    or a.snapshot ? 'fees' and (jsonb_build_array(l.platform_fee, l.remittance_fee,
        l.investor_fee_bps), l.servicing_terms)
      is distinct from (a.snapshot -> 'fees', a.snapshot -> 'servicingTerms'));

-- name: the first schedule of a loan follows the formula and the calendar
-- A loan whose first disbursement came back has its schedule in a later version. The equal
-- instalment is A = ceil(P·r·(1+r)^n ∕ ((1+r)^n − 1)), or the least instalment if that is more; it
-- is a dollar higher where rounded interest would otherwise make the last instalment the largest.
with line as (
  select i.loan_id, i.no, i.due_on, i.payable_until, i.principal, i.interest,
    l.disbursed_on, l.amount, l.installments, l.rate_bps,
    coalesce((l.servicing_terms ->> 'instalmentMin')::bigint, 0) as least,
    l.amount - coalesce(sum(i.principal) over before, 0) as opening,
    count(*) over loan as rows, sum(i.principal) over loan as principals,
    first_value(i.principal + i.interest) over (loan order by i.no) as payment
  from servicing.instalment i
  join lending.loan l on l.id = i.loan_id
  where i.version = 1 and l.rate_bps is not null and not exists (select from ledger.transfer t
    where t.loan_id = l.id and t.kind = 'disbursement' and exists (select from ledger.transfer u
      where u.id = t.id || ':undone'))
  window loan as (partition by i.loan_id),
    before as (partition by i.loan_id order by i.no rows between unbounded preceding
      and 1 preceding)
), formula as (
  select *, case when rate_bps = 0 then amount::numeric / rows
    else amount * (rate_bps / 120000.0) * power(1 + rate_bps / 120000.0, rows::integer)
      / (power(1 + rate_bps / 120000.0, rows::integer) - 1) end as exact
  from line
)
select loan_id, no, due_on, payable_until, principal, interest, exact from formula
where due_on <> (disbursed_on + make_interval(months => no))::date
  or payable_until not between due_on and due_on + 15
  or interest <> (opening * rate_bps * 2 + 120000)::bigint / 240000
  or rows <> installments or principals <> amount
  or case when no < rows then principal + interest <> payment
    else principal <> opening or principal + interest > payment end
  or rows > 1 and (payment < exact - 0.00001
    or payment > greatest(exact + 2.00001, least));

-- name: agreed terms of a negotiation are those of its sealed document
select n.id, n.loan_id, n.version, n.rate_bps, n.installments, a.snapshot -> 'terms' as sealed,
  c.sha256
from servicing.negotiation n
join lateral (select snapshot from tasks.audit
  where subject_type = 'negotiation' and subject_id = n.id and action = 'negotiation.agreed'
  order by id desc limit 1) a on a.snapshot ? 'terms'
left join lending.contract c on c.loan_id = n.loan_id and c.kind = 'negotiation'
  and c.version = n.version and c.order_id is null
where n.status in ('agreed', 'in_force') and (
  c.sha256 is distinct from a.snapshot ->> 'contractSha256'
  or jsonb_build_object('rateAnnualBps', n.rate_bps, 'installments', n.installments,
    'graceMonths', n.grace_months, 'firstDueOn', n.first_due_on, 'baseOn', n.base_on,
    'waive', jsonb_build_object('interest', n.waive_interest, 'lateInterest', n.waive_late,
      'penalty', n.waive_penalty),
    'owed', jsonb_build_object('principal', n.principal, 'interest', n.interest,
      'lateInterest', n.late_interest, 'penalty', n.penalty))
    is distinct from a.snapshot -> 'terms');
