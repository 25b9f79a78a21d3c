-- Faults in rates and terms, which tamper.test.ts makes one by one.

-- name: the rate of a loan
update lending.loan set rate_bps = rate_bps + 100 where id = (select min(id) from lending.loan
  where status between 60 and 80 and apr_bps > 0);

-- name: the APR of a loan
update lending.loan set apr_bps = apr_bps - 100 where id = (select min(id) from lending.loan
  where status between 60 and 80 and apr_bps > 0);

-- name: the instalment of a loan
update lending.loan set instalment = instalment + 10 where id = (select min(id) from
  lending.loan where status between 60 and 80 and apr_bps > 0);

-- name: the amount of a loan
update lending.loan set amount = amount + 10000 where id = (select min(id) from lending.loan
  where status between 60 and 80 and apr_bps > 0);

-- name: the term of a loan
update lending.loan set installments = installments + 6 where id = (select min(id) from
  lending.loan where status between 60 and 80 and apr_bps > 0);

-- name: the grace days of a loan
update lending.loan set servicing_terms = jsonb_set(servicing_terms, '{graceDays}', '0')
  where id = (select min(id) from lending.loan where status between 60 and 80
  and apr_bps > 0);

-- name: the rate of terms in force
update servicing.negotiation set rate_bps = rate_bps + 100 where id = (select max(id) from
  servicing.negotiation where status = 'in_force');

-- name: the waiver of terms in force
update servicing.negotiation set waive_penalty = 0, waive_late = 100 - waive_late
  where id = (select max(id) from servicing.negotiation where status = 'in_force');

-- name: the debt from which terms were made
update servicing.negotiation set interest = interest + 500 where id = (select max(id) from
  servicing.negotiation where status = 'in_force');
