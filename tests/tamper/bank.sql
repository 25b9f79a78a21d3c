-- Faults in what the bank said, which tamper.test.ts makes one by one.

-- name: the amount of a receipt
update banking.receipt set amount = amount + 1 where id = (select min(id) from banking.receipt
  where subject_type = 'loan' and state = 'matched');

-- name: the sign of a receipt
update banking.receipt set sign = '-' where id = (select min(id) from banking.receipt
  where subject_type = 'loan' and state = 'matched');

-- name: the loan of a receipt
update banking.receipt set subject_id = (select max(id) from lending.loan)
  where id = (select min(id) from banking.receipt where subject_type = 'loan'
  and state = 'matched');

-- name: the state of a receipt
update banking.receipt set state = 'reversed' where id = (select min(id) from banking.receipt
  where subject_type = 'loan' and state = 'matched');

-- name: whose money a receipt was
update banking.receipt set third_party = true where id = (select min(id) from banking.receipt
  where subject_type = 'order' and state = 'matched');

-- name: the closing balance of a signed day
update banking.bank_day set closing = closing + 1 where day = (select max(day) from
  banking.sign_off where closed_at is not null and ended_at is null);

-- name: until when the bank has closed
update banking.trust_account set closed_through = closed_through - 30;

-- name: the loan of an account number
update banking.virtual_account set subject_id = (select max(id) from lending.loan)
  where account = (select min(account) from banking.virtual_account
  where subject_type = 'loan');

-- name: the bank booking of a payment
update banking.payment_booking set amount = amount - 1 where reference = (select min(reference)
  from banking.payment_booking where true);
