-- 追償結案 ends the collection of a written-off loan, not the claim: the state is closed_with_loss. The
-- limitation of principal (15 years) and interest (5 years) counts from the last due day (Civil
-- Code 125, 126, 128). Loans that were closed before, which gave the claim up, have none of it.
alter table servicing.write_off
  add column closed_on date,
  add column closed_reason text,
  add column principal_barred_on date,
  add column interest_barred_on date,
  add constraint closed_with_loss check (num_nonnulls(closed_on, closed_reason,
    principal_barred_on, interest_barred_on) in (0, 4));
