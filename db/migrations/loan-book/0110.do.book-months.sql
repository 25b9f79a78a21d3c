-- The loan book is published once a month and in groups of borrowers (decision 047). The nights,
-- which had a row for each loan, are withdrawn: their figures and the public ids go here, and the
-- job reports.withdrawNights deletes the files whose rows are left in reports.book_file.
create table reports.book_month (
  -- The last day of the month.
  day date primary key,
  -- What everybody may read.
  statistics jsonb not null,
  -- The groups into which the month divides the book, each as the kinds of loans (grade, quarter
  -- and instalments) of its borrowers; null if the month has no figures of lateness of its own.
  groups jsonb,
  published_at timestamptz not null
);
create trigger book_month_unchanged before update or delete or truncate on reports.book_month
  for each statement execute function app.refuse_change();

-- The borrowers who were late in a month with figures of lateness. They are compared with those of
-- later months, so that no difference between two months concerns fewer than five borrowers.
create table reports.book_late (
  day date not null references reports.book_month,
  member_id bigint not null references identity.member,
  primary key (day, member_id)
);
create trigger book_late_unchanged before update or delete or truncate on reports.book_late
  for each statement execute function app.refuse_change();

-- The page says since when the nights are withdrawn, if there were any.
insert into app.setting (key, value)
select 'book_nights_withdrawn', to_jsonb((now() at time zone 'Asia/Taipei')::date)
where exists (select from reports.book_night);

drop table reports.book_night;
drop table reports.book_loan;
update app.schema set oldest_program = greatest(oldest_program, 110);
