-- Electronic invoices (電子發票) of the platform's fees: the allotted numbers, invoices, allowances,
-- and the messages about them to the value-added centre.
create schema invoices;

-- How a member wants to get invoices. Without a row it is the platform's own carrier (會員載具).
create table invoices.preference (
  member_id bigint primary key references identity.member,
  kind text not null check (kind in ('member', 'mobile', 'donation', 'company')),
  -- The mobile barcode, donation code or company number.
  code text,
  changed_at timestamptz not null,
  check ((kind = 'member') = (code is null))
);
comment on table invoices.preference is
  'kept: person, until five years after the account was closed; personal: delivery of invoices; '
  'sealed: code; plain: kind';

-- A range of numbers that the tax office allotted for a tax period of two months (字軌配號).
create table invoices.track (
  id bigint generated always as identity primary key,
  period_from date not null check (
    extract(day from period_from) = 1 and extract(month from period_from)::integer % 2 = 1),
  letters text not null check (letters ~ '^[A-Z]{2}$'),
  first_no integer not null check (first_no between 0 and 99999999),
  last_no integer not null check (last_no between first_no and 99999999),
  -- The next number to be given; one more than `last_no` once all are used.
  next_no integer not null,
  added_by bigint not null references identity.operator,
  added_at timestamptz not null,
  -- Since when the unused rest is reported and nothing more may be issued.
  closed_at timestamptz,
  check (next_no between first_no and last_no + 1)
);
comment on table invoices.track is 'kept: books; personal: none; plain: letters';
comment on column invoices.track.id is 'once';
comment on column invoices.track.period_from is 'once';
comment on column invoices.track.letters is 'once';
comment on column invoices.track.first_no is 'once';
comment on column invoices.track.last_no is 'once';
comment on column invoices.track.added_by is 'once';
comment on column invoices.track.added_at is 'once';
create index track_period on invoices.track (period_from, id);

-- One invoice. It is never changed, except that it may be voided once.
create table invoices.invoice (
  id bigint generated always as identity primary key,
  track_id bigint not null references invoices.track,
  number text not null unique check (number ~ '^[A-Z]{2}[0-9]{8}$'),
  issued_on date not null,
  issued_at timestamptz not null,
  member_id bigint not null references identity.member,
  -- What was sold: disbursement and prepayment to a borrower, service to an investor, refund.
  kind text not null check (kind in ('disbursement', 'prepayment', 'service', 'refund')),
  loan_id bigint references lending.loan,
  -- The buyer's wish at that time, as in invoices.preference.
  carrier text not null check (carrier in ('member', 'mobile', 'donation', 'company')),
  code text,
  random_code text not null check (random_code ~ '^[0-9]{4}$'),
  -- NT$ with tax. `tax` is stated only to companies; others get a price that includes it.
  total bigint not null check (total > 0),
  tax bigint not null check (tax between 0 and total),
  voided_on date,
  void_reason text,
  check ((carrier = 'member') = (code is null)),
  check (carrier = 'company' or tax = 0),
  check ((voided_on is null) = (void_reason is null))
);
comment on table invoices.invoice is
  'kept: books; personal: money; sealed: code; '
  'plain: number kind carrier random_code void_reason';
comment on column invoices.invoice.id is 'once';
comment on column invoices.invoice.track_id is 'once';
comment on column invoices.invoice.number is 'once';
comment on column invoices.invoice.issued_on is 'once';
comment on column invoices.invoice.issued_at is 'once';
comment on column invoices.invoice.member_id is 'once';
comment on column invoices.invoice.kind is 'once';
comment on column invoices.invoice.loan_id is 'once';
comment on column invoices.invoice.carrier is 'once';
comment on column invoices.invoice.random_code is 'once';
comment on column invoices.invoice.total is 'once';
comment on column invoices.invoice.tax is 'once';
create index invoice_member on invoices.invoice (member_id, id desc);
create index invoice_issued on invoices.invoice (issued_on, id);
create index invoice_track on invoices.invoice (track_id, number);
create trigger decided_once before update on invoices.invoice for each row
  when (old.voided_on is not null and (old.voided_on, old.void_reason)
    is distinct from (new.voided_on, new.void_reason))
  execute function app.refuse_second();

-- Numbers, amounts and dates are evidence. `code` may be encrypted again with another key.
create function invoices.refuse_rewrite() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.id, new.track_id, new.number, new.issued_on, new.issued_at,
      new.member_id, new.kind, new.loan_id, new.carrier, new.random_code, new.total, new.tax)
    is distinct from (old.id, old.track_id, old.number, old.issued_on, old.issued_at,
      old.member_id, old.kind, old.loan_id, old.carrier, old.random_code, old.total, old.tax)
    or old.voided_on is not null and new.voided_on is distinct from old.voided_on then
    raise exception 'an invoice is neither rewritten nor deleted'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger invoice_as_issued before update or delete on invoices.invoice
  for each row execute function invoices.refuse_rewrite();

-- An allowance (折讓): a part or all of an invoice of an earlier period goes back to the buyer.
create table invoices.allowance (
  id bigint generated always as identity primary key,
  number text not null unique,
  invoice_id bigint not null references invoices.invoice,
  issued_on date not null,
  issued_at timestamptz not null,
  -- NT$ with tax, and the tax in it.
  total bigint not null check (total > 0),
  tax bigint not null check (tax between 0 and total),
  reason text not null
);
comment on table invoices.allowance is 'kept: books; personal: none; plain: number reason';
comment on column invoices.allowance.id is 'once';
comment on column invoices.allowance.number is 'once';
comment on column invoices.allowance.invoice_id is 'once';
comment on column invoices.allowance.issued_on is 'once';
comment on column invoices.allowance.issued_at is 'once';
comment on column invoices.allowance.total is 'once';
comment on column invoices.allowance.tax is 'once';
comment on column invoices.allowance.reason is 'once';
create index allowance_invoice on invoices.allowance (invoice_id);
create index allowance_issued on invoices.allowance (issued_on, id);
create trigger allowance_append_only before update or delete on invoices.allowance
  for each statement execute function app.refuse_change();

-- Every transfer of the ledger with a fee, split by who pays it: `own` by one member (the borrower,
-- or the investor whose refund costs a fee; negative if it goes back), `shared` by the investors of
-- the loan. Each part is done when an invoice, a void or an allowance covers it, or when it and its
-- reversal left nothing to invoice.
create table invoices.fee (
  transfer_id text primary key references ledger.transfer,
  booked_on date not null,
  kind text not null check (kind in ('disbursement', 'prepayment', 'refund')),
  loan_id bigint references lending.loan,
  refund_id bigint references investing.refund,
  member_id bigint references identity.member,
  own bigint not null,
  shared bigint not null check (shared >= 0),
  own_done_on date,
  shared_done_on date,
  invoice_id bigint references invoices.invoice
);
comment on table invoices.fee is 'kept: books; personal: none; plain: transfer_id kind';
comment on column invoices.fee.transfer_id is 'once';
comment on column invoices.fee.booked_on is 'once';
comment on column invoices.fee.kind is 'once';
comment on column invoices.fee.loan_id is 'once';
comment on column invoices.fee.refund_id is 'once';
comment on column invoices.fee.member_id is 'once';
comment on column invoices.fee.own is 'once';
comment on column invoices.fee.shared is 'once';
create index fee_own on invoices.fee (booked_on) where own <> 0 and own_done_on is null;
create index fee_shared on invoices.fee (booked_on) where shared > 0 and shared_done_on is null;
create index fee_refund on invoices.fee (refund_id) where refund_id is not null;
create index fee_booked on invoices.fee (booked_on) include (own, shared);

-- How far the nightly job has come: the last day whose fees it invoiced, and until when transfers
-- were collected.
create table invoices.progress (
  one boolean primary key default true check (one),
  issued_through date,
  collected_until timestamptz not null default '-infinity'
);
comment on table invoices.progress is 'kept: bounded, a fixed number of rows; personal: none';
insert into invoices.progress default values;

-- Messages to the value-added centre (加值中心), sent in the order of their ids. `about` is the number
-- of the invoice or allowance, or the id of the track.
create table invoices.message (
  id bigint generated always as identity primary key,
  type text not null check (type in ('F0401', 'F0501', 'G0401', 'E0402')),
  about text not null,
  invoice_id bigint references invoices.invoice,
  allowance_id bigint references invoices.allowance,
  track_id bigint references invoices.track,
  -- waiting: to be sent, again after a failure. refused: the centre will never accept it as it is.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused')),
  created_at timestamptz not null,
  next_try_at timestamptz not null default '-infinity',
  attempts integer not null default 0,
  failure text,
  sent_at timestamptz,
  unique (type, about),
  check (num_nonnulls(invoice_id, allowance_id, track_id) = 1),
  check ((state = 'sent') = (sent_at is not null))
);
comment on table invoices.message is 'kept: books; personal: none; plain: type about state failure';
comment on column invoices.message.id is 'once';
comment on column invoices.message.type is 'once';
comment on column invoices.message.about is 'once';
comment on column invoices.message.invoice_id is 'once';
comment on column invoices.message.allowance_id is 'once';
comment on column invoices.message.track_id is 'once';
comment on column invoices.message.created_at is 'once';
create index message_waiting on invoices.message (next_try_at, id) where state = 'waiting';
create index message_state on invoices.message (state, id) where state <> 'sent';
create index message_invoice on invoices.message (invoice_id, id) where invoice_id is not null;
create index message_allowance on invoices.message (allowance_id) where allowance_id is not null;
