-- The reconciliation of the books with the bank: differences, the days that finance signed off, and
-- money that lacks.

-- A request to re-open a day, and with it every signed day after it; another person decides.
create table banking.reopening (
  id bigint generated always as identity primary key,
  day date not null,
  reason text not null,
  asked_by bigint not null,
  asked_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  agreed boolean,
  check ((decided_at is null) = (agreed is null) and (decided_at is null) = (decided_by is null)),
  check (not agreed or asked_by <> decided_by)
);
comment on table banking.reopening is 'kept: books; personal: none; plain: reason';
comment on column banking.reopening.id is 'once';
comment on column banking.reopening.day is 'once';
comment on column banking.reopening.reason is 'once';
comment on column banking.reopening.asked_by is 'once';
comment on column banking.reopening.asked_at is 'once';
create unique index reopening_waiting on banking.reopening (day) where decided_at is null;
create index reopening_day on banking.reopening (day);
create trigger decided_once before update on banking.reopening for each row
  when (old.decided_at is not null and (old.decided_by, old.decided_at, old.agreed)
    is distinct from (new.decided_by, new.decided_at, new.agreed))
  execute function app.refuse_second();

-- The signature of two persons covers its day and the unsigned days before it. It ends when the day
-- is re-opened, or when the figures that the first person signed no longer hold.
create table banking.sign_off (
  id bigint generated always as identity primary key,
  day date not null,
  closing bigint not null,
  books bigint not null,
  owed bigint not null,
  unexplained bigint not null,
  -- Rows by which bank and books differed, each of them a task with an owner.
  differences integer not null default 0,
  note text not null,
  signed_by bigint not null,
  signed_at timestamptz not null,
  second_by bigint,
  second_at timestamptz,
  second_note text,
  -- By the database's clock: what was recorded before it is in the figures, what came later is not.
  closed_at timestamptz,
  ended_at timestamptz,
  reopening_id bigint references banking.reopening,
  -- A day on which client money was short is signed as such: {amount, cause, told}.
  breach jsonb,
  -- The reasons of large or old differences as the second signer confirmed them:
  -- [{key, amount, reason, by}].
  reasons jsonb not null default '[]',
  constraint sign_off_two check (second_by <> signed_by),
  constraint sign_off_second check ((second_by is null) = (second_at is null)
    and (second_by is null) = (closed_at is null))
);
comment on table banking.sign_off is
  'kept: books; personal: none; plain: note second_note breach reasons';
comment on column banking.sign_off.id is 'once';
comment on column banking.sign_off.day is 'once';
comment on column banking.sign_off.closing is 'once';
comment on column banking.sign_off.books is 'once';
comment on column banking.sign_off.owed is 'once';
comment on column banking.sign_off.unexplained is 'once';
comment on column banking.sign_off.differences is 'once';
comment on column banking.sign_off.note is 'once';
comment on column banking.sign_off.signed_by is 'once';
comment on column banking.sign_off.signed_at is 'once';
create unique index sign_off_day on banking.sign_off (day) where ended_at is null;
create trigger decided_once before update on banking.sign_off for each row
  when (old.closed_at is not null
    and (old.second_by, old.second_at, old.second_note, old.closed_at, old.reasons, old.breach)
      is distinct from
      (new.second_by, new.second_at, new.second_note, new.closed_at, new.reasons, new.breach))
  execute function app.refuse_second();

-- One row by which bank and books differ, for as long as they do. A task is about it.
create table banking.difference (
  id bigint generated always as identity primary key,
  -- Names a line of the bank, a payment of ours or a transfer, and stays the same from run to run.
  key text not null unique,
  kind text not null,
  day date not null,
  reference text not null,
  amount bigint not null,
  found_at timestamptz not null,
  ended_at timestamptz,
  -- A large or old difference is signed only with a reason, which one person writes and the second
  -- signer confirms.
  reason text,
  reason_by bigint references identity.operator,
  reason_at timestamptz,
  -- How many days old the difference was when people were last told of its age; see differences.ts.
  told_days integer not null default 0,
  constraint difference_reason check (
    (reason is null) = (reason_by is null) and (reason is null) = (reason_at is null))
);
comment on table banking.difference is
  'kept: books; personal: none; plain: key kind reference reason';
comment on column banking.difference.id is 'once';
comment on column banking.difference.key is 'once';
comment on column banking.difference.reference is 'once';
create index difference_open on banking.difference (id) where ended_at is null;

-- What the last reconciliation of a day found, so that pages need not reconcile.
create table banking.reconciled (
  day date primary key,
  closing bigint not null,
  books bigint not null,
  owed bigint not null,
  unexplained bigint not null,
  differences integer not null,
  looked_at timestamptz not null
);
comment on table banking.reconciled is 'kept: books; personal: none';

-- The company's transfer by which a shortfall is made good, as two persons confirmed it before the
-- money arrived, with the bank's reference: once a shortfall.
create table banking.cover (
  shortfall_id bigint primary key references ledger.shortfall,
  amount bigint not null check (amount > 0),
  reference text not null,
  maker_id bigint not null references identity.operator,
  checker_id bigint not null references identity.operator,
  confirmed_on date not null,
  confirmed_at timestamptz not null,
  constraint cover_two check (maker_id <> checker_id)
);
comment on table banking.cover is 'kept: books; personal: none; plain: reference';
comment on column banking.cover.shortfall_id is 'once';
comment on column banking.cover.amount is 'once';
comment on column banking.cover.reference is 'once';
comment on column banking.cover.maker_id is 'once';
comment on column banking.cover.checker_id is 'once';
comment on column banking.cover.confirmed_on is 'once';
comment on column banking.cover.confirmed_at is 'once';
create trigger cover_append_only before update or delete on banking.cover
  for each statement execute function app.refuse_change();
