-- Whether the collection of a written-off loan has ended (closed_with_loss, decision 014). The
-- status of the loan stays 95, so that whoever shows the loan asks this.
create function servicing.is_closed(loan bigint) returns boolean language sql stable
begin atomic
  select exists (select from servicing.write_off w
    where w.loan_id = loan and w.closed_on is not null);
end;
