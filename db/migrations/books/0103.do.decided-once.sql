-- What a second person or an end fills in later is filled in once (decision 101). Each trigger has
-- a condition, so that other changes of the row call no function.
create function app.refuse_second() returns trigger language plpgsql as $$
begin
  raise exception 'what stands in % is decided and stays', tg_table_name;
end $$;

create trigger decided_once before update on banking.sign_off for each row
  when (old.closed_at is not null
    and (old.second_by, old.second_at, old.second_note, old.closed_at, old.reasons, old.breach)
      is distinct from
      (new.second_by, new.second_at, new.second_note, new.closed_at, new.reasons, new.breach))
  execute function app.refuse_second();
create trigger decided_once before update on banking.batch for each row
  when (old.checked_by is not null
      and (old.checked_by, old.checked_at) is distinct from (new.checked_by, new.checked_at)
    or old.file_sha256 is not null and old.file_sha256 is distinct from new.file_sha256)
  execute function app.refuse_second();
create trigger decided_once before update on banking.booking for each row
  when (old.transfer_id is not null
    and (old.transfer_id, old.happened_on, old.checker_id, old.checked_at) is distinct from
      (new.transfer_id, new.happened_on, new.checker_id, new.checked_at))
  execute function app.refuse_second();
create trigger decided_once before update on banking.reopening for each row
  when (old.decided_at is not null and (old.decided_by, old.decided_at, old.agreed)
    is distinct from (new.decided_by, new.decided_at, new.agreed))
  execute function app.refuse_second();
create trigger decided_once before update on banking.statement_rollback for each row
  when (old.decided_at is not null and (old.decided_by, old.decided_at, old.agreed)
    is distinct from (new.decided_by, new.decided_at, new.agreed))
  execute function app.refuse_second();
create trigger decided_once before update on invoices.invoice for each row
  when (old.voided_on is not null and (old.voided_on, old.void_reason)
    is distinct from (new.voided_on, new.void_reason))
  execute function app.refuse_second();
create trigger decided_once before update on reports.trust_report for each row
  when (old.second_at is not null and (old.second_by, old.second_at)
    is distinct from (new.second_by, new.second_at))
  execute function app.refuse_second();
create trigger decided_once before update on servicing.agreement for each row
  when (old.agreed_at is not null and old.agreed_at is distinct from new.agreed_at)
  execute function app.refuse_second();
create trigger decided_once before update on servicing.measure for each row
  when (old.decided_at is not null and (old.checker_id, old.decided_at)
    is distinct from (new.checker_id, new.decided_at))
  execute function app.refuse_second();
create trigger decided_once before update on servicing.poll for each row
  when (old.status not in ('open', 'undecided') and (old.status, old.decided_at)
    is distinct from (new.status, new.decided_at))
  execute function app.refuse_second();
create trigger decided_once before update on servicing.write_off for each row
  when (old.closed_on is not null and (old.closed_on, old.closed_reason)
    is distinct from (new.closed_on, new.closed_reason))
  execute function app.refuse_second();

-- The terms of a loan stand once its case is full, because the contracts are made from them.
create trigger terms_stand before update on lending.loan for each row
  when (old.status between 50 and 95
    and (old.amount, old.rate_bps, old.installments, old.apr_bps, old.instalment,
        old.platform_fee, old.remittance_fee) is distinct from
      (new.amount, new.rate_bps, new.installments, new.apr_bps, new.instalment,
        new.platform_fee, new.remittance_fee))
  execute function app.refuse_second();

-- A vote may be changed while its poll is open.
create function servicing.keep_votes() returns trigger language plpgsql as $$
begin
  if exists (select from servicing.poll
    where id = old.poll_id and status not in ('open', 'undecided')) then
    raise exception 'the poll has ended, and its votes stay';
  end if;
  return new;
end $$;
create trigger votes_stay before update on servicing.ballot
  for each row execute function servicing.keep_votes();
