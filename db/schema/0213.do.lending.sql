-- Plans by version, applications, loans from submitted to settled, signatures and contracts.
create schema lending;

-- A version is drafted by one person, approved by another and in force from a day on. Once a loan
-- uses it, it never changes: a change is a new version of the same slug.
create table lending.plan (
  id bigint generated always as identity primary key,
  slug text not null,
  version integer not null,
  sort_order integer not null,
  enabled boolean not null default true,
  current boolean not null default true,
  list_name text not null,
  amount_min bigint not null,
  amount_max bigint not null,
  amount_step bigint not null default 10000,
  rate_min_bps integer not null,
  rate_max_bps integer not null check (rate_max_bps <= 1600),
  installments integer[] not null,
  platform_fee_bps integer not null,
  platform_fee_min bigint not null default 500,
  investor_fee_bps integer not null default 1000,
  occupations integer[] not null,
  words jsonb not null,
  created_at timestamptz not null default now(),
  state text not null default 'approved'
    check (state in ('draft', 'waiting', 'returned', 'approved', 'recalled')),
  -- Null for a version that came with the program, which is in force since it was made.
  effective_on date,
  -- What this version changes.
  summary text not null default '',
  maker_id bigint references identity.operator,
  checker_id bigint references identity.operator,
  -- Why it was returned.
  reason text,
  updated_at timestamptz,
  approved_at timestamptz,
  in_force_at timestamptz,
  -- Counts the changes of a draft.
  edition integer not null default 1,
  -- An approved version may be recalled by two persons before its day: who asked, who agreed, why.
  recalled_at timestamptz,
  recalled_by bigint references identity.operator,
  recall_checker_id bigint references identity.operator,
  recall_reason text,
  unique (slug, version),
  check (state = 'approved' or not current),
  check (state = 'approved' or effective_on is not null),
  check ((state = 'recalled') = (recalled_at is not null)),
  check (recalled_at is null or (in_force_at is null and recalled_by <> recall_checker_id))
);
comment on table lending.plan is
  'kept: contracts; personal: none; '
  'plain: slug list_name installments occupations words state summary reason recall_reason';
comment on column lending.plan.id is 'once';
comment on column lending.plan.version is 'once';
comment on column lending.plan.investor_fee_bps is 'once';
comment on column lending.plan.created_at is 'once';
create unique index plan_current on lending.plan (slug) where current;
create unique index plan_one_in_making on lending.plan (slug)
  where state in ('draft', 'waiting', 'returned');
create index plan_coming on lending.plan (effective_on)
  where state = 'approved' and in_force_at is null and effective_on is not null;

-- The terms a loan was made under, and what two persons approved, never change; an approved version
-- may only be recalled.
create function lending.keep_used_plan() returns trigger language plpgsql as $$
declare
  ours constant text[] := '{current,enabled,sort_order,in_force_at}';
  recall constant text[] :=
    '{state,recalled_at,recalled_by,recall_checker_id,recall_reason}';
begin
  if exists (select from lending.loan where plan_id = old.id)
    and to_jsonb(new) - ours is distinct from to_jsonb(old) - ours then
    raise exception 'plan % version % is used by a loan: add a version', old.slug, old.version;
  end if;
  if old.state = 'approved' and new.state = 'recalled' and old.in_force_at is null
    and not old.current and to_jsonb(new) - recall is not distinct from to_jsonb(old) - recall then
    return new;
  end if;
  if old.approved_at is not null and to_jsonb(new) - '{current,in_force_at}'::text[]
    is distinct from to_jsonb(old) - '{current,in_force_at}'::text[] then
    raise exception 'plan % version % is approved: add a version', old.slug, old.version;
  end if;
  if old.state = 'recalled' and to_jsonb(new) is distinct from to_jsonb(old) then
    raise exception 'plan % version % was called back: add a version', old.slug, old.version;
  end if;
  return new;
end $$;
create trigger keep_used_plan before update on lending.plan
  for each row execute function lending.keep_used_plan();

create function lending.keep_approved_plan() returns trigger language plpgsql as $$
begin
  if old.state in ('approved', 'recalled') then
    raise exception 'plan % version % is approved and stays', old.slug, old.version;
  end if;
  return old;
end $$;
create trigger plan_stays before delete on lending.plan
  for each row execute function lending.keep_approved_plan();

create table lending.scorecard (
  version integer primary key,
  card jsonb not null,
  created_at timestamptz not null default now()
);
comment on table lending.scorecard is 'kept: contracts; personal: none; plain: card';
comment on column lending.scorecard.version is 'once';
comment on column lending.scorecard.card is 'once';
comment on column lending.scorecard.created_at is 'once';

-- An application being written, one for each member, encrypted. The version keeps two devices from
-- overwriting each other.
create table lending.draft (
  member_id bigint primary key references identity.member,
  version integer not null,
  device text not null,
  reached smallint not null,
  sealed text not null,
  saved_at timestamptz not null
);
comment on table lending.draft is
  'kept: period, 90 days; personal: lending; sealed: sealed; clear: device';
create index draft_saved on lending.draft (saved_at);

create table lending.loan (
  id bigint generated always as identity primary key,
  case_no text not null unique,
  member_id bigint not null references identity.member,
  plan_id bigint not null references lending.plan,
  status smallint not null,
  -- What was applied for; the terms of the offer replace it once approved.
  amount bigint not null,
  installments integer not null,
  purpose smallint not null,
  purpose_note text,
  occupation smallint not null,
  -- The whole application, encrypted; bands of it, open, for the investors.
  application text not null,
  bands jsonb not null,
  score jsonb,
  grade text,
  rate_bps integer check (rate_bps between 0 and 1600),
  apr_bps integer,
  instalment bigint,
  platform_fee bigint,
  remittance_fee bigint,
  investor_fee_bps integer,
  -- The terms a running loan is judged by are its own, from its offer on (decision 017).
  -- Contracts from before the least instalment with principal (contract/law/schedule.ts
  -- INSTALMENT_MIN) lack it in their terms.
  servicing_terms jsonb not null default '{
    "graceDays": 7, "violationFromDay": 31,
    "penaltySteps": [{"throughDay": 180, "tenths": 1}, {"throughDay": 270, "tenths": 2}],
    "prepaymentFeeBps": 200, "prepaymentFeeInstalments": 6, "prepaymentCreditorsPercent": 50,
    "instalmentMin": 500
  }',
  offer_expires_at timestamptz,
  supplement jsonb not null default '[]',
  supplement_by timestamptz,
  supplement_round integer not null default 0,
  listed_at timestamptz,
  ends_at timestamptz,
  funded_at timestamptz,
  sign_by timestamptz,
  signed_at timestamptz,
  -- The bank's value date of the disbursement: interest starts here.
  disbursed_on date,
  settled_on date,
  settle_type text,
  reason text,
  -- Why it was rejected, as one of a list of reasons.
  reason_code text,
  pinned boolean not null default false,
  status_at timestamptz not null,
  created_at timestamptz not null
);
comment on table lending.loan is
  'kept: contracts, five years after its end; personal: lending; sealed: application; '
  'clear: purpose_note supplement reason; '
  'plain: case_no bands score grade settle_type reason_code servicing_terms';
comment on column lending.loan.id is 'once';
comment on column lending.loan.case_no is 'once';
comment on column lending.loan.member_id is 'once';
comment on column lending.loan.plan_id is 'once';
comment on column lending.loan.purpose is 'once';
comment on column lending.loan.occupation is 'once';
comment on column lending.loan.bands is 'once';
comment on column lending.loan.created_at is 'once';
-- At most one active loan for each member: every status from submitted to legal counts.
create unique index loan_active on lending.loan (member_id)
  where status in (10, 15, 20, 30, 40, 50, 55, 60, 61, 65, 70, 75, 80);
create index loan_status on lending.loan (status, ends_at);
create index loan_plan on lending.loan (plan_id);
-- Applications by the day on which they were sent, which the front page of the office counts.
create index loan_applied on lending.loan (created_at);
-- The office's register, in each of its orders.
create index loan_by_amount on lending.loan (amount, id);
create index loan_by_rate on lending.loan (coalesce(rate_bps, 0), id);
create index loan_by_status on lending.loan (status, id);
create index loan_by_disbursement on lending.loan
  (coalesce(disbursed_on, '0001-01-01'::date), id);
-- The office finds a loan by the beginning of its case number, in whatever collation.
create index loan_case_no_beginning on lending.loan (case_no text_pattern_ops);
create index loan_of_member on lending.loan (member_id, id desc)
  include (disbursed_on, signed_at, rate_bps);
-- The public lists: open cases, cases by status, and ended ones in the order in which they ended.
create index loan_listed on lending.loan (listed_at desc) where status = 40;
create index loan_offered on lending.loan (status, pinned desc, id) where listed_at is not null;
create index loan_ended on lending.loan (status_at desc, id)
  where status in (96, 98, 99) and listed_at is not null;
-- The reports add up all loans ever disbursed.
create index loan_lent on lending.loan (disbursed_on, id) include (plan_id, grade, status, amount)
  where disbursed_on is not null;

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

-- The terms of a loan stand once its case is full, because the contracts are made from them.
create trigger terms_stand before update on lending.loan for each row
  when (old.status between 50 and 95
    and (old.amount, old.rate_bps, old.installments, old.apr_bps, old.instalment,
        old.platform_fee, old.remittance_fee) is distinct from
      (new.amount, new.rate_bps, new.installments, new.apr_bps, new.instalment,
        new.platform_fee, new.remittance_fee))
  execute function app.refuse_second();

create table lending.case_number (
  day date primary key,
  next integer not null
);
comment on table lending.case_number is 'kept: contracts; personal: none';

-- Which text was agreed to, and when. The contract keeps the texts by their version.
create table lending.consent (
  loan_id bigint not null references lending.loan,
  member_id bigint not null references identity.member,
  kind text not null,
  version text not null,
  address text not null,
  given_at timestamptz not null,
  primary key (loan_id, kind)
);
comment on table lending.consent is
  'kept: contracts, with the loan; personal: contracts; clear: address; plain: kind version';
comment on column lending.consent.loan_id is 'once';
comment on column lending.consent.member_id is 'once';
comment on column lending.consent.kind is 'once';
comment on column lending.consent.version is 'once';
comment on column lending.consent.address is 'once';
comment on column lending.consent.given_at is 'once';

-- Documents for a loan, by the item they were asked for and the round of asking.
create table lending.document (
  upload_id bigint primary key references verification.upload,
  loan_id bigint not null references lending.loan,
  round integer not null,
  item text not null,
  created_at timestamptz not null
);
comment on table lending.document is 'kept: contracts; personal: none; plain: item';
comment on column lending.document.upload_id is 'once';
comment on column lending.document.loan_id is 'once';
comment on column lending.document.round is 'once';
comment on column lending.document.item is 'once';
comment on column lending.document.created_at is 'once';
create index document_loan on lending.document (loan_id);

-- One reminder for each deadline.
create table lending.reminder (
  loan_id bigint not null references lending.loan,
  term timestamptz not null,
  sent_at timestamptz not null,
  primary key (loan_id, term)
);
comment on table lending.reminder is 'kept: contracts; personal: none';

create table lending.signature (
  loan_id bigint primary key references lending.loan,
  stored jsonb not null,
  sha256 text not null,
  saved_at timestamptz not null
);
comment on table lending.signature is
  'kept: contracts, with the loan; personal: contracts; file: stored; plain: sha256';
comment on column lending.signature.loan_id is 'once';

create table lending.contract (
  id bigint generated always as identity primary key,
  loan_id bigint not null references lending.loan,
  -- final: sealed, all investors masked; extract: one investor's own; annex: dates after payout.
  kind text not null
    check (kind in ('final', 'extract', 'annex', 'settlement', 'negotiation')),
  order_id bigint,
  -- A loan may be negotiated more than once, and each time has its document.
  version integer not null default 1,
  stored jsonb not null,
  sha256 text not null,
  created_at timestamptz not null,
  -- A document that is no longer true is kept, and another of its kind may follow.
  superseded_at timestamptz,
  -- Until when the newest timestamp in the file is valid; null if there is none.
  stamped_until timestamptz,
  stamp_tried_at timestamptz
);
comment on table lending.contract is
  'kept: contracts, with the loan; personal: contracts; file: stored; plain: kind sha256';
comment on column lending.contract.id is 'once';
comment on column lending.contract.loan_id is 'once';
comment on column lending.contract.kind is 'once';
comment on column lending.contract.order_id is 'once';
comment on column lending.contract.version is 'once';
comment on column lending.contract.sha256 is 'once';
comment on column lending.contract.created_at is 'once';
create index contract_loan on lending.contract (loan_id, kind);
create index contract_stamped on lending.contract (stamped_until, id);
create index contract_unstamped on lending.contract (stamp_tried_at, id)
  where stamped_until is null;
create unique index contract_once
  on lending.contract (loan_id, kind, version, coalesce(order_id, 0))
  where superseded_at is null;

-- A loan that was written off bars its borrower from new ones until an operator lifts the bar.
create table lending.lifted_loss (
  loan_id bigint primary key references lending.loan,
  reason text not null check (reason <> ''),
  lifted_by bigint not null references identity.operator,
  lifted_at timestamptz not null
);
comment on table lending.lifted_loss is 'kept: contracts; personal: none; plain: reason';
comment on column lending.lifted_loss.loan_id is 'once';
comment on column lending.lifted_loss.reason is 'once';
comment on column lending.lifted_loss.lifted_by is 'once';
comment on column lending.lifted_loss.lifted_at is 'once';

-- The telephone of the contact person of an application, hashed as the telephones of members are.
create table lending.contact_key (
  loan_id bigint primary key references lending.loan,
  member_id bigint not null references identity.member,
  phone text not null,
  hash text not null
);
comment on table lending.contact_key is
  'kept: person, five years after closing; personal: lending; sealed: phone; fingerprint: hash';
create index on lending.contact_key (hash);
create index on lending.contact_key (member_id);
