-- The terms a running loan is judged by are its own, from its offer on.

-- Loans there are were made under what the program's constants said until now.
alter table lending.loan
  add column servicing_terms jsonb not null default '{
    "graceDays": 7, "violationFromDay": 31,
    "penaltySteps": [{"throughDay": 180, "tenths": 1}, {"throughDay": 270, "tenths": 2}],
    "prepaymentFeeBps": 200, "prepaymentFeeInstalments": 6, "prepaymentCreditorsPercent": 50
  }';

create function lending.keep_loan_terms() returns trigger language plpgsql as $$
begin
  if old.status >= 30 and (new.servicing_terms is distinct from old.servicing_terms
    or new.investor_fee_bps is distinct from old.investor_fee_bps) then
    raise exception 'loan % keeps the terms it was offered under', old.case_no;
  end if;
  return new;
end $$;
create trigger keep_loan_terms before update of servicing_terms, investor_fee_bps on lending.loan
  for each row execute function lending.keep_loan_terms();
