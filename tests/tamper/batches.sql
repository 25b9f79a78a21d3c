-- Faults in batches, payments and payouts, which tamper.test.ts makes one by one.

-- name: the amount of a checked batch item
update banking.batch_item set amount = amount + 1000 where (batch_id, subject_id) = (select
  batch_id, subject_id from banking.batch_item order by 1, 2 limit 1);

-- name: what a batch contained, by deleting an item
delete from banking.batch_item where (batch_id, subject_id) = (select batch_id, subject_id from
  banking.batch_item order by 1, 2 limit 1);

-- name: who checked a batch
update banking.batch set checked_by = (select min(o.id) from identity.operator o
  where o.id <> checked_by) where id = (select min(id) from banking.batch
  where kind = 'payout' and state = 'sent');

-- name: who released a batch
update banking.batch set released_by = (select min(o.id) from identity.operator o
  where o.id <> released_by) where id = (select min(id) from banking.batch
  where kind = 'payout' and state = 'sent');

-- name: the total of a batch
update banking.batch set total = total + 1 where id = (select min(id) from banking.batch
  where kind = 'payout' and state = 'sent');

-- name: the amount of a payment
update banking.payment set amount = amount + 100 where id = (select min(id) from banking.payment
  where purpose = 'payout' and status = 'confirmed');

-- name: the bank of a payment
update banking.payment set bank_code = '999' where id = (select min(id) from banking.payment
  where purpose = 'payout' and status = 'confirmed');

-- name: the member of a payment
update banking.payment set member_id = (select max(id) from identity.member)
  where id = (select min(id) from banking.payment where purpose = 'payout'
  and status = 'confirmed');

-- name: the result of a payment
update banking.payment set status = 'returned' where id = (select min(id) from banking.payment
  where purpose = 'payout' and status = 'confirmed');

-- name: the subject of a payment
update banking.payment set subject_id = subject_id + 1000 where id = (select min(id) from
  banking.payment where purpose = 'payout' and status = 'confirmed');

-- name: the amount of a payout
update servicing.payout set amount = amount + 100 where id = (select min(id) from
  servicing.payout where status = 'confirmed');

-- name: the member of a payout
update servicing.payout set member_id = (select max(id) from identity.member)
  where id = (select min(id) from servicing.payout where status = 'confirmed');

-- name: the amount of a refund
update investing.refund set amount = amount + 100 where id = (select min(id) from
  investing.refund where status = 'confirmed');

-- name: the member of a refund
update investing.refund set member_id = (select max(id) from identity.member)
  where id = (select min(id) from investing.refund where status = 'confirmed');
