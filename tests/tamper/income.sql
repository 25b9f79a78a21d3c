-- Faults in the income and the holdings of investors, which tamper.test.ts makes one by one.

-- name: the year of an income
update servicing.distribution set distributed_on = distributed_on - interval '1 year'
  where (batch, order_id) = (select batch, order_id from servicing.distribution
  where principal > 10 and interest > 10 order by 1, 2 limit 1);

-- name: who had an income
update servicing.distribution set member_id = (select max(id) from identity.member)
  where (batch, order_id) = (select batch, order_id from servicing.distribution
  where principal > 10 and interest > 10 order by 1, 2 limit 1);

-- name: interest into principal of an income
update servicing.distribution set principal = principal + 5, interest = interest - 5
  where (batch, order_id) = (select batch, order_id from servicing.distribution
  where principal > 10 and interest > 10 order by 1, 2 limit 1);

-- name: the fee of a distribution
update servicing.distribution set fee = fee + 1 where (batch, order_id) = (select batch,
  order_id from servicing.distribution where principal > 10 and interest > 10 order by 1, 2
  limit 1);

-- name: the day on which an order was lent
update servicing.share set lent_on = lent_on - 30 where order_id = (select min(order_id) from
  servicing.share where true);

-- name: the fee of a share
update servicing.share set fee_charged = fee_charged + 1 where order_id = (select min(order_id)
  from servicing.share where fee_charged > 0);

-- name: what an investor still has outstanding
update servicing.share set remaining = remaining - 100 where order_id = (select min(order_id)
  from servicing.share where remaining > 100);

-- name: the amount of an order
update investing."order" set amount = amount + 1000 where id = (select min(id) from
  investing."order" where stored_status = 20);

-- name: the target of a case
update investing.funding set target = target + 1000 where loan_id = (select min(id) from
  lending.loan where status between 60 and 80 and apr_bps > 0);
