-- The poll of the investors of a loan in default, and negotiations of its terms.

-- The poll of a loan's investors: negotiate with the borrower, or go to court.
create table servicing.poll (
  id bigint generated always as identity primary key,
  loan_id bigint not null references lending.loan,
  status text not null default 'open'
    check (status in ('open', 'undecided', 'negotiate', 'legal', 'void')),
  opened_at timestamptz not null,
  -- Votes count to the end of this second; the outcome is decided at or after it.
  closes_at timestamptz not null,
  decided_at timestamptz,
  -- The votes are hashed into the audit log when the poll ends, and a law recomputes the hash. This
  -- random salt keeps whoever reads the audit log from guessing the votes of few voters.
  salt uuid not null default gen_random_uuid()
);
comment on table servicing.poll is 'kept: contracts; personal: none; plain: status';
comment on column servicing.poll.id is 'once';
comment on column servicing.poll.loan_id is 'once';
comment on column servicing.poll.opened_at is 'once';
comment on column servicing.poll.closes_at is 'once';
comment on column servicing.poll.salt is 'once; part of the hash of the votes';
create unique index poll_running on servicing.poll (loan_id)
  where status in ('open', 'undecided');
create index poll_loan on servicing.poll (loan_id, id desc);
create index poll_closing on servicing.poll (closes_at) where status = 'open';
create trigger decided_once before update on servicing.poll for each row
  when (old.status not in ('open', 'undecided') and (old.status, old.decided_at)
    is distinct from (new.status, new.decided_at))
  execute function app.refuse_second();

-- One ballot for each investor, written at the opening with their outstanding principal as weight.
create table servicing.ballot (
  poll_id bigint not null references servicing.poll,
  member_id bigint not null references identity.member,
  weight bigint not null check (weight > 0),
  answer smallint check (answer in (1, 2, 3)),
  voted_at timestamptz,
  primary key (poll_id, member_id),
  constraint ballot_voted check ((answer is null) = (voted_at is null))
);
comment on table servicing.ballot is 'kept: contracts; personal: none';
comment on column servicing.ballot.poll_id is 'once';
comment on column servicing.ballot.member_id is 'once';
comment on column servicing.ballot.weight is 'once';

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

-- Hash of all votes of a poll with their weights, by member.
create function servicing.votes_hash(poll bigint) returns text language sql stable as $$
  select encode(sha256(convert_to(p.salt || coalesce((
    select string_agg(format(';%s,%s,%s,%s', b.member_id, b.weight, b.answer,
      extract(epoch from b.voted_at)), '' order by b.member_id)
    from servicing.ballot b where b.poll_id = p.id), ''), 'UTF8')), 'hex')
  from servicing.poll p where p.id = poll
$$;

-- What a borrower asks for. Asking again replaces it; the audit log keeps what was asked before.
create table servicing.negotiation_request (
  loan_id bigint primary key references lending.loan,
  reason text not null check (reason in ('income', 'illness', 'expense', 'debt', 'other')),
  wish text not null check (wish in ('postpone', 'lower', 'extend')),
  affordable bigint not null check (affordable > 0),
  note text,
  requested_at timestamptz not null
);
comment on table servicing.negotiation_request is
  'kept: contracts, with the loan; personal: collection; sealed: note; clear: reason wish';

-- The documents that a borrower sends with the request.
create table servicing.negotiation_paper (
  upload_id bigint primary key references verification.upload,
  loan_id bigint not null references lending.loan,
  created_at timestamptz not null
);
comment on table servicing.negotiation_paper is 'kept: contracts; personal: none';
create index negotiation_paper_loan on servicing.negotiation_paper (loan_id);

-- New terms, drawn up by one operator and approved by another. Their figures are those of base_on.
create table servicing.negotiation (
  id bigint generated always as identity primary key,
  loan_id bigint not null references lending.loan,
  version integer not null,
  -- drafted → offered (to the borrower) → agreed (before the investors) → in_force.
  status text not null default 'drafted' check (status in ('drafted', 'returned', 'offered',
    'agreed', 'in_force', 'lapsed', 'short', 'void')),
  base_on date not null,
  rate_bps integer not null check (rate_bps between 0 and 1600),
  installments integer not null check (installments > 0),
  grace_months integer not null check (grace_months between 0 and 6),
  first_due_on date not null,
  -- The percentage of each class that is waived.
  waive_interest integer not null check (waive_interest between 0 and 100),
  waive_late integer not null check (waive_late between 0 and 100),
  waive_penalty integer not null check (waive_penalty between 0 and 100),
  principal bigint not null check (principal >= 0),
  interest bigint not null check (interest >= 0),
  late_interest bigint not null check (late_interest >= 0),
  penalty bigint not null check (penalty >= 0),
  -- The figures of the schedule that it replaces.
  before jsonb not null,
  maker_id bigint not null references identity.operator,
  checker_id bigint references identity.operator,
  drafted_at timestamptz not null,
  offered_at timestamptz,
  borrower_by timestamptz,
  agreed_at timestamptz,
  investors_by timestamptz,
  ended_at timestamptz,
  constraint negotiation_two check (maker_id is distinct from checker_id),
  unique (loan_id, version)
);
comment on table servicing.negotiation is 'kept: contracts; personal: none; plain: status before';
comment on column servicing.negotiation.id is 'once';
comment on column servicing.negotiation.loan_id is 'once';
comment on column servicing.negotiation.version is 'once';
comment on column servicing.negotiation.base_on is 'once';
comment on column servicing.negotiation.rate_bps is 'once';
comment on column servicing.negotiation.installments is 'once';
comment on column servicing.negotiation.grace_months is 'once';
comment on column servicing.negotiation.first_due_on is 'once';
comment on column servicing.negotiation.waive_interest is 'once';
comment on column servicing.negotiation.waive_late is 'once';
comment on column servicing.negotiation.waive_penalty is 'once';
comment on column servicing.negotiation.principal is 'once';
comment on column servicing.negotiation.interest is 'once';
comment on column servicing.negotiation.late_interest is 'once';
comment on column servicing.negotiation.penalty is 'once';
comment on column servicing.negotiation.before is 'once';
comment on column servicing.negotiation.maker_id is 'once';
comment on column servicing.negotiation.drafted_at is 'once';
create unique index negotiation_live on servicing.negotiation (loan_id)
  where status in ('drafted', 'offered', 'agreed');
create index negotiation_due on servicing.negotiation (borrower_by, investors_by)
  where status in ('offered', 'agreed');

-- One row for each investor, written when the borrower agrees, with their principal as weight.
create table servicing.agreement (
  negotiation_id bigint not null references servicing.negotiation,
  member_id bigint not null references identity.member,
  weight bigint not null check (weight > 0),
  agreed_at timestamptz,
  primary key (negotiation_id, member_id)
);
comment on table servicing.agreement is 'kept: contracts; personal: none';
comment on column servicing.agreement.negotiation_id is 'once';
comment on column servicing.agreement.member_id is 'once';
comment on column servicing.agreement.weight is 'once';
create trigger decided_once before update on servicing.agreement for each row
  when (old.agreed_at is not null and old.agreed_at is distinct from new.agreed_at)
  execute function app.refuse_second();

-- Hash of all agreements to the terms of a negotiation with their weights, by member.
-- It is in the audit log from the end of the negotiation on, and a law recomputes it.
create function servicing.agreements_hash(negotiation bigint) returns text language sql stable as $$
  select encode(sha256(convert_to(coalesce(string_agg(format(';%s,%s,%s', a.member_id, a.weight,
    extract(epoch from a.agreed_at)), '' order by a.member_id), ''), 'UTF8')), 'hex')
  from servicing.agreement a where a.negotiation_id = negotiation
$$;

-- What each order had outstanding when the borrower agreed, so that every document of the terms
-- states the same figures, whenever it is made.
create table servicing.negotiated_share (
  negotiation_id bigint not null references servicing.negotiation,
  order_id bigint not null references investing."order",
  remaining bigint not null check (remaining > 0),
  primary key (negotiation_id, order_id)
);
comment on table servicing.negotiated_share is 'kept: contracts; personal: none';
comment on column servicing.negotiated_share.negotiation_id is 'once';
comment on column servicing.negotiated_share.order_id is 'once';
comment on column servicing.negotiated_share.remaining is 'once';
