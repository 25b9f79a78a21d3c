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
