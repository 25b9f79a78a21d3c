-- Faults in days, which tamper.test.ts makes one by one.

-- name: the due day of an instalment
update servicing.instalment set due_on = due_on - 3 where loan_id = (select min(id) from
  lending.loan where status between 60 and 80 and apr_bps > 0) and current
  and paid_on is null and no = (select min(no) from servicing.instalment
  where loan_id = (select min(id) from lending.loan where status between 60
  and 80 and apr_bps > 0) and current and paid_on is null);

-- name: the last day to pay an instalment
update servicing.instalment set payable_until = payable_until + 4
  where current and paid_on is null and (loan_id, no) = (select loan_id, max(no) from
  servicing.instalment i where current and paid_on is null and version > 1
  and not accelerated and due_on > now() + interval '1 month' group by loan_id order by loan_id
  limit 1);

-- name: the due day of a later schedule
update servicing.instalment set due_on = due_on + 1 where current
  and paid_on is null and (loan_id, no) = (select loan_id, max(no) from servicing.instalment i
  where current and paid_on is null and version > 1 and not accelerated
  and due_on > now() + interval '1 month' group by loan_id order by loan_id limit 1);

-- name: the day of a disbursement
update lending.loan set disbursed_on = disbursed_on - 1 where id = (select min(id) from
  lending.loan where status between 60 and 80 and apr_bps > 0);

-- name: the day of a settlement
update lending.loan set settled_on = settled_on - 1 where id = (select min(id) from lending.loan
  where status = 90);

-- name: the bank day of a receipt
update banking.receipt set bank_date = bank_date - 10 where id = (select min(id) from
  banking.receipt where subject_type = 'loan' and state = 'matched');

-- name: the day on which money was allocated
update servicing.allocation set allocated_on = allocated_on - 40
  where id = (select min(id) from servicing.allocation where class = 'prepaymentFee');

-- name: the end of a poll
update servicing.poll set closes_at = closes_at - interval '3 days'
  where id = (select max(id) from servicing.poll where status = 'negotiate');

-- name: a paid day of an instalment
update servicing.instalment set paid_on = null where (loan_id, version, no) = (select loan_id,
  version, no from servicing.instalment where current and paid_on is not null
  order by 1, 2, 3 limit 1);

-- name: the day that a prepayment was good on
update servicing.prepayment set good_on = good_on + 20 where id = (select min(id) from
  servicing.prepayment where status = 'used');
