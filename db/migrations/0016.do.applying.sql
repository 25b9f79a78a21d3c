-- Applications being written, consents given with them, papers asked for, and what was reminded of.

-- One draft a member, sealed; the version keeps two devices from overwriting each other.
create table lending.draft (
  member_id bigint primary key,
  version integer not null,
  device text not null,
  reached smallint not null,
  sealed text not null,
  saved_at timestamptz not null
);
create index draft_saved on lending.draft (saved_at);

-- Which text was agreed to, and when: the texts are kept by their version in the contract.
create table lending.consent (
  loan_id bigint not null references lending.loan,
  member_id bigint not null,
  kind text not null,
  version text not null,
  address text not null,
  given_at timestamptz not null,
  primary key (loan_id, kind)
);

-- Papers for a loan, by the item they were asked for and the round of asking.
create table lending.document (
  upload_id bigint primary key,
  loan_id bigint not null references lending.loan,
  round integer not null,
  item text not null,
  created_at timestamptz not null
);
create index document_loan on lending.document (loan_id);

-- One reminder for each term that is about to run out.
create table lending.reminder (
  loan_id bigint not null references lending.loan,
  term timestamptz not null,
  sent_at timestamptz not null,
  primary key (loan_id, term)
);

alter table lending.loan
  add column supplement_round integer not null default 0,
  -- Why a rejected one was rejected, as one of a list of reasons.
  add column reason_code text;

-- What a loan was made under stays as it was: a plan's terms change by a new version only.
create function lending.keep_used_plan() returns trigger language plpgsql as $$
begin
  if exists (select from lending.loan where plan_id = old.id)
    and to_jsonb(new) - '{current,enabled,sort_order}'::text[]
      is distinct from to_jsonb(old) - '{current,enabled,sort_order}'::text[] then
    raise exception 'plan % version % is used by a loan: add a version', old.slug, old.version;
  end if;
  return new;
end $$;
create trigger keep_used_plan before update on lending.plan
  for each row execute function lending.keep_used_plan();
