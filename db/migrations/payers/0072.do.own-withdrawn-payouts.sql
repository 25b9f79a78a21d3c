-- What was to go back to the borrower is withdrawn too if a receipt of the loan is reversed.
-- Wider: a surplus of zero is one that was withdrawn, of the borrower as well as of a third party.
alter table servicing.payout
  drop constraint payout_amount_check,
  add constraint payout_amount_check check (
    amount > 0 or (amount = 0 and kind = 'surplus' and status = 'confirmed')
  );
create index payout_withdrawn on servicing.payout (id) where amount = 0;
