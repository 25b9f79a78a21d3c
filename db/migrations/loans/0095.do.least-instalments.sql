-- The least instalment with principal (contract/law/schedule.ts INSTALMENT_MIN). Contracts from
-- before it lack it in their terms; only new ones have it.
alter table lending.loan alter column servicing_terms set default '{
  "graceDays": 7, "violationFromDay": 31,
  "penaltySteps": [{"throughDay": 180, "tenths": 1}, {"throughDay": 270, "tenths": 2}],
  "prepaymentFeeBps": 200, "prepaymentFeeInstalments": 6, "prepaymentCreditorsPercent": 50,
  "instalmentMin": 500
}';

-- The least instalment to which a borrower under an older contract agreed with a prepayment.
alter table servicing.prepayment add column instalment_min bigint check (instalment_min > 0);
