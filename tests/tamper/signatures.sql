-- Faults in what persons signed, and in the books, which tamper.test.ts makes one by one.

-- name: the balance that two persons signed
update banking.sign_off set closing = closing + 1 where day = (select max(day) from
  banking.sign_off where closed_at is not null and ended_at is null)
  and ended_at is null;

-- name: the books of a signed day
update banking.sign_off set books = books + 1, owed = owed + 1
  where day = (select max(day) from banking.sign_off where closed_at is not null
  and ended_at is null) and ended_at is null;

-- name: who signed a day first
update banking.sign_off set signed_by = (select min(o.id) from identity.operator o
  where o.id <> signed_by) where day = (select max(day) from banking.sign_off
  where closed_at is not null and ended_at is null) and ended_at is null;

-- name: who signed a day second
update banking.sign_off set second_by = (select min(o.id) from identity.operator o
  where o.id <> second_by) where day = (select max(day) from banking.sign_off
  where closed_at is not null and ended_at is null) and ended_at is null;

-- name: a signed day, by deleting its signature
delete from banking.sign_off where day = (select max(day) from banking.sign_off
  where closed_at is not null and ended_at is null) and ended_at is null;

-- name: from when the books are open
update ledger.closed set first_open = first_open - 5;

-- name: the bank balance of a trust report
update reports.trust_report set figures = jsonb_set(figures, '{bank}', '1')
  where month = (select max(month) from reports.trust_report where second_at is not null
  and ended_at is null);

-- name: who signed a trust report
update reports.trust_report set second_by = (select min(o.id) from identity.operator o
  where o.id <> second_by) where month = (select max(month) from reports.trust_report
  where second_at is not null and ended_at is null);

-- name: a line of a trust report
update reports.trust_line set amount = amount + 1 where (report_id, member_id) = (select
  report_id, member_id from reports.trust_line order by 1, 2 limit 1);

-- name: the amount of the bank's letter
update reports.bank_letter set amount = amount + 1 where id = (select min(id) from
  reports.bank_letter where true);

-- name: the amount of a booking
update banking.booking set amount = amount + 1 where id = (select min(id) from banking.booking
  where state = 'booked');

-- name: who agreed to a booking
update banking.booking set checker_id = (select min(o.id) from identity.operator o
  where o.id <> checker_id) where id = (select min(id) from banking.booking
  where state = 'booked' and checker_id is not null);

-- name: the hash of a contract
update lending.contract set sha256 = repeat('0', 64) where id = (select min(id) from
  lending.contract where kind = 'final' and superseded_at is null);

-- name: the specimen of a signature
update lending.signature set sha256 = repeat('0', 64) where loan_id = (select min(id) from
  lending.loan where status between 60 and 80 and apr_bps > 0);

-- name: the amount of a transfer
update ledger.entry set amount = amount * 2 where transfer_id = (select min(id) from
  ledger.transfer where kind = 'repayment');

-- name: the accounting day of a transfer
update ledger.transfer set booked_on = booked_on + 400 where id = (select min(id) from
  ledger.transfer where kind = 'repayment');

-- name: what the audit log says
update tasks.audit set actor_id = (select min(o.id) from identity.operator o
  where o.id <> actor_id) where id = (select min(id) from tasks.audit
  where action = 'loan.signed');
