-- Faults in fees, VAT and invoices, which tamper.test.ts makes one by one.

-- name: the platform fee of a loan
update lending.loan set platform_fee = platform_fee - 500 where id = (select min(id) from
  lending.loan where status between 60 and 80 and apr_bps > 0);

-- name: the share of interest that the platform takes
update lending.loan set investor_fee_bps = investor_fee_bps - 500 where id = (select min(id)
  from lending.loan where status between 60 and 80 and apr_bps > 0);

-- name: the VAT of a day
update ledger.vat_day set vat = vat - 1 where day = (select max(day) from ledger.vat_day
  where fees <> 0);

-- name: the fees of a day
update ledger.vat_day set fees = fees + 210, vat = vat + 10 where day = (select max(day) from
  ledger.vat_day where fees <> 0);

-- name: a fee to invoice
update invoices.fee set own = own + 1 where transfer_id = (select min(transfer_id) from
  invoices.fee where own > 0);

-- name: the total of an invoice
update invoices.invoice set total = total + 10 where id = (select min(id) from invoices.invoice
  where voided_on is null);

-- name: the day of an invoice
update invoices.invoice set issued_on = issued_on + 61 where id = (select min(id) from
  invoices.invoice where voided_on is null);

-- name: the tax of an allowance
update invoices.allowance set tax = tax + 1 where id = (select min(id) from invoices.allowance
  where true);
