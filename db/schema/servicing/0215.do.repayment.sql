-- Repayment: schedules, receipts allocated, payouts, prepayments and days off.
create schema servicing;

create table servicing.instalment (
  loan_id bigint not null,
  -- A prepayment or a negotiation makes a new version; only the current one is collected.
  version integer not null,
  no integer not null,
  current boolean not null default true,
  -- True on the schedule of a disbursement that came back: it is kept, and no later schedule
  -- builds on it.
  undone boolean not null default false,
  due_on date not null,
  payable_until date not null,
  principal bigint not null check (principal >= 0),
  interest bigint not null check (interest >= 0),
  principal_paid bigint not null default 0,
  interest_paid bigint not null default 0,
  -- The part of the interest that is in the ledger: all of it from the due date or an earlier
  -- payment on.
  interest_accrued bigint not null default 0,
  -- Interest of this period that prepayments paid, and up to which day.
  prepayment_interest bigint not null default 0,
  prepaid_until date,
  late_interest_paid bigint not null default 0,
  penalty_paid bigint not null default 0,
  -- Principal that fell due at once after a notice. It bears charges from its first late day,
  -- because the notice was its grace.
  accelerated boolean not null default false,
  -- Old debt of a negotiation inside this row: arrears_interest is part of `interest` and bears no
  -- interest; late interest and penalty began as `late_interest_owed` and `penalty_owed`.
  arrears_interest bigint not null default 0 check (arrears_interest between 0 and interest),
  arrears_late_interest bigint not null default 0 check (arrears_late_interest >= 0),
  arrears_penalty bigint not null default 0 check (arrears_penalty >= 0),
  -- Up to which day late charges were computed and allocated.
  charged_until date,
  -- The exact sums behind the late charges, which are rounded once over all days and not receipt by
  -- receipt: overdue principal × days through charged_until, and overdue principal × the penalty's
  -- rate (tenths of a basis point) × days. Then what was charged of them.
  late_principal_days bigint not null default 0 check (late_principal_days >= 0),
  late_penalty_parts bigint not null default 0 check (late_penalty_parts >= 0),
  late_interest_charged bigint not null default 0 check (late_interest_charged >= 0),
  penalty_charged bigint not null default 0 check (penalty_charged >= 0),
  -- Late charges computed at a receipt that did not cover them; still owed, without interest.
  late_interest_owed bigint not null default 0,
  penalty_owed bigint not null default 0,
  waived bigint not null default 0,
  paid_on date,
  primary key (loan_id, version, no),
  constraint instalment_never_over check (
    principal_paid between 0 and principal and interest_paid between 0 and interest
    and interest_accrued between interest_paid and interest),
  constraint instalment_undone check (not (undone and current))
) with (fillfactor = 80);
comment on table servicing.instalment is 'kept: books; personal: none';
comment on column servicing.instalment.loan_id is 'once';
comment on column servicing.instalment.version is 'once';
comment on column servicing.instalment.no is 'once';
comment on column servicing.instalment.due_on is 'once';
comment on column servicing.instalment.principal is 'once';
comment on column servicing.instalment.interest is 'once';
comment on column servicing.instalment.prepayment_interest is 'once';
comment on column servicing.instalment.prepaid_until is 'once';
comment on column servicing.instalment.accelerated is 'once';
comment on column servicing.instalment.arrears_interest is 'once';
comment on column servicing.instalment.arrears_late_interest is 'once';
comment on column servicing.instalment.arrears_penalty is 'once';
comment on column servicing.instalment.charged_until is
  'the last day that the tally of late days counts; days of grace are counted, not charged';
create index instalment_due on servicing.instalment (due_on) where current and paid_on is null;
create index instalment_payable on servicing.instalment (payable_until)
  where current and paid_on is null;

-- What a receipt was used for, class by class.
create table servicing.allocation (
  id bigint generated always as identity primary key,
  loan_id bigint not null,
  receipt_id bigint,
  -- The transfer that this allocation and its distribution belong to.
  batch text not null,
  instalment_no integer,
  class text not null check (class in
    ('court', 'interest', 'lateInterest', 'principal', 'penalty', 'prepaymentFee')),
  amount bigint not null check (amount > 0),
  allocated_on date not null
);
comment on table servicing.allocation is 'kept: books; personal: none; plain: batch class';
comment on column servicing.allocation.id is 'once';
comment on column servicing.allocation.loan_id is 'once';
comment on column servicing.allocation.receipt_id is 'once';
comment on column servicing.allocation.batch is 'once';
comment on column servicing.allocation.instalment_no is 'once';
comment on column servicing.allocation.class is 'once';
comment on column servicing.allocation.amount is 'once';
comment on column servicing.allocation.allocated_on is 'once';
create index allocation_loan on servicing.allocation (loan_id, id);
-- The reports: principal repaid by day (what was outstanding on an earlier day is what is
-- outstanding now plus what was repaid since), and the late interest and prepayment fees.
create index allocation_principal on servicing.allocation (allocated_on)
  include (loan_id, amount) where class = 'principal';
create index allocation_unusual on servicing.allocation (allocated_on)
  include (batch, class, amount) where class in ('lateInterest', 'prepaymentFee');

create table servicing.payout (
  id bigint generated always as identity primary key,
  member_id bigint not null references identity.member,
  -- distribution: what an investor's loans paid; surplus: what a borrower paid beyond the debt.
  kind text not null default 'distribution' check (kind in ('distribution', 'surplus')),
  loan_id bigint references lending.loan,
  -- A surplus of zero is one that was withdrawn, because a receipt of the loan was reversed.
  amount bigint not null constraint payout_amount_check check (
    amount > 0 or (amount = 0 and kind = 'surplus' and status = 'confirmed')),
  -- payable → sent → confirmed; one that the bank returned is payable again, with a task.
  status text not null default 'payable' check (status in ('payable', 'sent', 'confirmed')),
  payment_id bigint references banking.payment,
  attempts integer not null default 0,
  created_on date not null,
  settled_on date,
  -- The receipt of a third party whose payer gets the surplus.
  receipt_id bigint references banking.receipt,
  constraint payout_source check (receipt_id is null or kind = 'surplus')
);
comment on table servicing.payout is 'kept: books; personal: none; plain: kind status';
comment on column servicing.payout.id is 'once';
comment on column servicing.payout.member_id is 'once';
comment on column servicing.payout.kind is 'once';
comment on column servicing.payout.loan_id is 'once';
comment on column servicing.payout.created_on is 'once';
comment on column servicing.payout.receipt_id is 'once';
create index payout_member on servicing.payout (member_id, id desc);
create index payout_payable on servicing.payout (id) where status = 'payable';
create index payout_state on servicing.payout (status, id) where status <> 'confirmed';
create index payout_receipt on servicing.payout (receipt_id) where receipt_id is not null;
create index payout_withdrawn on servicing.payout (id) where amount = 0;
create index payout_created on servicing.payout (created_on, id) include (status, amount);

-- Whether a hold keeps back one payout or refund. A hold of a part keeps back the oldest of what is
-- not sent, payouts first, until the amount is reached: in whole payments, so that never less is
-- kept back than the court names.
create function verification.keeps_back(member bigint, purpose text, subject bigint)
returns boolean language sql stable begin atomic
  select exists (
    select from verification.payout_hold h
    where h.member_id = member and h.ended_at is null
      and (h.held_up_to is null or h.held_up_to > (
        select coalesce(sum(w.amount), 0) from (
          select 'payout' as purpose, id, amount from servicing.payout p
          where p.member_id = member and p.status = 'payable'
          union all
          select 'refund', id, amount from investing.refund r
          where r.member_id = member and r.status = 'payable'
        ) w where (w.purpose, w.id) < (keeps_back.purpose, keeps_back.subject))));
end;

create table servicing.prepayment (
  id bigint generated always as identity primary key,
  loan_id bigint not null references lending.loan,
  kind text not null check (kind in ('partial', 'full')),
  mode text check (mode in ('shortenTerm', 'lowerPayment')),
  principal bigint not null,
  interest bigint not null,
  late_charges bigint not null,
  fee bigint not null,
  total bigint not null,
  good_on date not null,
  status text not null default 'open' check (status in ('open', 'used', 'lapsed', 'replaced')),
  created_at timestamptz not null,
  -- The least instalment to which a borrower under an older contract agreed with the prepayment.
  instalment_min bigint check (instalment_min > 0)
);
comment on table servicing.prepayment is 'kept: books; personal: none; plain: kind mode status';
comment on column servicing.prepayment.id is 'once';
comment on column servicing.prepayment.loan_id is 'once';
comment on column servicing.prepayment.kind is 'once';
comment on column servicing.prepayment.mode is 'once';
comment on column servicing.prepayment.principal is 'once';
comment on column servicing.prepayment.interest is 'once';
comment on column servicing.prepayment.late_charges is 'once';
comment on column servicing.prepayment.fee is 'once';
comment on column servicing.prepayment.total is 'once';
comment on column servicing.prepayment.good_on is 'once';
comment on column servicing.prepayment.created_at is 'once';
comment on column servicing.prepayment.instalment_min is 'once';
create unique index prepayment_open on servicing.prepayment (loan_id) where status = 'open';

-- Days off move due days, so that two persons agree on them. One person may add today or tomorrow
-- because of a typhoon (`provisional`); it counts at once and is undone unless another confirms it.
create table servicing.holiday_change (
  id bigint generated always as identity primary key,
  act text not null check (act in ('add', 'remove')),
  -- [{day, name, business}], at most five of them.
  days jsonb not null check (jsonb_array_length(days) between 1 and 5),
  state text not null check (state in ('waiting', 'provisional', 'agreed', 'returned', 'undone')),
  -- Last day on which a provisional day may be confirmed.
  confirm_by date,
  made_by bigint not null references identity.operator,
  made_at timestamptz not null,
  decided_by bigint references identity.operator,
  decided_at timestamptz,
  -- The instalments that became payable later, with the day until which they were payable before:
  -- [{loanId, version, no, before}].
  moved jsonb not null default '[]',
  -- Whether a borrower was told of a later day; then the days stay.
  told boolean not null default false,
  constraint holiday_change_by_another check (decided_by <> made_by),
  constraint holiday_change_by_two check (state <> 'agreed' or decided_by is not null),
  check ((confirm_by is not null) or state <> 'provisional')
);
comment on table servicing.holiday_change is
  'kept: contracts; personal: none; plain: act days state moved';
comment on column servicing.holiday_change.id is 'once';
comment on column servicing.holiday_change.act is 'once';
comment on column servicing.holiday_change.days is 'once';
comment on column servicing.holiday_change.confirm_by is 'once';
comment on column servicing.holiday_change.made_by is 'once';
comment on column servicing.holiday_change.made_at is 'once';
-- One person adds one day and waits for the second person before the next.
create unique index holiday_change_one_provisional on servicing.holiday_change ((true))
  where state = 'provisional';
create index holiday_change_open on servicing.holiday_change (id)
  where state in ('waiting', 'provisional');

create table servicing.holiday (
  day date primary key,
  name text not null,
  business boolean not null default false,
  -- The change by which the day came into the calendar; null before days were added by two.
  change_id bigint references servicing.holiday_change
);
comment on table servicing.holiday is
  'kept: bounded, a few rows a day; personal: none; plain: name';
comment on column servicing.holiday.day is 'once';
comment on column servicing.holiday.name is 'once';
comment on column servicing.holiday.business is 'once';
comment on column servicing.holiday.change_id is 'once';

-- Up to which day letters about a loan were written, so that none is written twice.
create table servicing.letter_day (
  loan_id bigint not null references lending.loan,
  letter text not null check (letter in ('due', 'late')),
  day date not null,
  primary key (loan_id, letter)
);
comment on table servicing.letter_day is
  'kept: bounded, two rows for each loan; personal: none; plain: letter';
