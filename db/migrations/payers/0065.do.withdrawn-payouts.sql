-- What was to go back to a third party is withdrawn if its receipt is reversed, like a refund.
-- Wider: a payout of zero is one that was withdrawn, which an older program never writes.
alter table servicing.payout
  drop constraint payout_amount_check,
  add constraint payout_amount_check check (
    amount > 0 or (amount = 0 and receipt_id is not null and status = 'confirmed')
  );
