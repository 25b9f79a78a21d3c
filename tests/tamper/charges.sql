-- Faults in instalments and charges, which tamper.test.ts makes one by one.

-- name: the principal of an instalment
update servicing.instalment set principal = principal - 100 where loan_id = (select min(id) from
  lending.loan where status between 60 and 80 and apr_bps > 0) and current
  and paid_on is null and no = (select min(no) from servicing.instalment
  where loan_id = (select min(id) from lending.loan where status between 60
  and 80 and apr_bps > 0) and current and paid_on is null);

-- name: the interest of an instalment
update servicing.instalment set interest = interest + 100 where loan_id = (select min(id) from
  lending.loan where status between 60 and 80 and apr_bps > 0) and current
  and paid_on is null and no = (select min(no) from servicing.instalment
  where loan_id = (select min(id) from lending.loan where status between 60
  and 80 and apr_bps > 0) and current and paid_on is null);

-- name: principal for interest in a later schedule
update servicing.instalment set principal = principal - 50, interest = interest + 50
  where current and paid_on is null and (loan_id, no) = (select loan_id, max(no) from
  servicing.instalment i where current and paid_on is null and version > 1
  and not accelerated and due_on > now() + interval '1 month' group by loan_id order by loan_id
  limit 1);

-- name: interest for a later schedule
update servicing.instalment set interest = interest + 1 where current
  and paid_on is null and (loan_id, no) = (select loan_id, max(no) from servicing.instalment i
  where current and paid_on is null and version > 1 and not accelerated
  and due_on > now() + interval '1 month' group by loan_id order by loan_id limit 1);

-- name: late interest that is owed
update servicing.instalment set late_interest_owed = late_interest_owed + 100
  where (loan_id, version, no) = (select loan_id, version, no from servicing.instalment
  where current and late_interest_paid > 0 order by 1, 2, 3 limit 1);

-- name: late interest that was charged
update servicing.instalment set late_interest_charged = late_interest_charged + 3
  where (loan_id, version, no) = (select loan_id, version, no from servicing.instalment
  where current and late_interest_paid > 0 order by 1, 2, 3 limit 1);

-- name: a penalty that was paid
update servicing.instalment set penalty_paid = penalty_paid + 5, penalty_charged =
  penalty_charged + 5 where (loan_id, version, no) = (select loan_id, version, no from
  servicing.instalment where current and late_interest_paid > 0 order by 1, 2, 3 limit 1);

-- name: the class of an allocation
update servicing.allocation set class = 'penalty' where id = (select min(id) from
  servicing.allocation where class = 'lateInterest');

-- name: the amount of an allocation
update servicing.allocation set amount = amount + 1 where id = (select min(id) from
  servicing.allocation where class = 'interest');

-- name: the receipt of an allocation
update servicing.allocation a set receipt_id = (select max(id) from banking.receipt
  where subject_type = 'order') where id = (select min(id) from servicing.allocation
  where receipt_id is not null);

-- name: court costs
update servicing.court_cost set amount = amount + 1000 where id = (select min(id) from
  servicing.court_cost where true);

-- name: the fee of a prepayment
update servicing.prepayment set fee = fee + 100 where id = (select min(id) from
  servicing.prepayment where status = 'used');

-- name: the loss of a write-off
update servicing.write_off set principal = principal - 5000 where loan_id = (select min(loan_id)
  from servicing.write_off where true);

-- name: both persons of a write-off
update servicing.write_off set approved_by = proposed_by where loan_id = (select min(loan_id)
  from servicing.write_off where true);
