-- Final documents of investors: the statement of a month and the interest of a year as they were
-- first downloaded after two persons had signed the period. Their number is made from kind, period
-- and id. If the period was reopened and signed again with other figures, a later row replaces it.
create table investing.statement (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  kind text not null check (kind in ('month', 'year')),
  -- First day of the period.
  period_from date not null,
  -- Figures, tables and notes as they are printed, without the person.
  report jsonb not null,
  -- When two persons signed the period.
  signed_at timestamptz not null,
  made_at timestamptz not null,
  unique (member_id, kind, period_from, signed_at)
);
create trigger statement_append_only before update or delete on investing.statement
  for each statement execute function app.refuse_change();
