// SQL of cases as investors see them: the board, one case, its borrower's checks.
import type { PurposeRow } from '#contract/lending/purpose.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';
import type { Investor } from '../rules.ts';

/** Columns of a loan's purpose; the label is that of the time of the application. */
const purposeColumns = sql`l.purpose,
  settings.option_text('loanPurposes', l.purpose, l.created_at) as purpose_text`;

/** Terms of a case that never change once it is listed. Rates and losses in basis points. */
export type CaseTerms = PurposeRow & {
  id: number;
  caseNo: string;
  planSlug: string;
  planName: string;
  grade: string;
  rateBps: number;
  expectedLossBps: number;
  installments: number;
  /** Least instalment of the loan's contract, in NT$. */
  least: Money;
  target: Money;
  endsAt: Date;
  occupation: number;
  listedAt: Date;
};

const termColumns = sql`l.id, l.case_no, p.slug as plan_slug, p.list_name as plan_name,
  coalesce(l.grade, '') as grade, coalesce(l.rate_bps, 0) as rate_bps,
  coalesce((select (g ->> 'expectedLossBps')::int
    from (select card from lending.scorecard order by version desc limit 1) newest,
      jsonb_array_elements(newest.card -> 'grades') g
    where g ->> 'grade' = l.grade), 0) as expected_loss_bps,
  l.installments,
  coalesce((l.servicing_terms ->> 'instalmentMin')::bigint, 0) as least,
  f.target, f.ends_at, l.occupation, ${purposeColumns},
  coalesce(l.listed_at, l.status_at) as listed_at`;

export const caseTerms = (tx: Tx, ids: readonly number[]) =>
  tx.many<CaseTerms>(sql`
    select ${termColumns} from investing.funding f
    join lending.loan l on l.id = f.loan_id
    join lending.plan p on p.id = l.plan_id
    where f.loan_id = any (${ids})
  `);

export type BoardArrays = {
  ids: number[];
  statuses: number[];
  funded: number[];
  orders: number[];
  /** End of each fundraising in ms. */
  ends: number[];
};

/**
 * Reads the changing values of every case on the board as one row of arrays, because this takes ten
 * thousand cases no longer than a hundred rows.
 */
export const boardArrays = (tx: Tx) =>
  tx.one<BoardArrays>(sql`
    select coalesce(array_agg(f.loan_id), '{}') as ids,
      coalesce(array_agg(l.status::bigint), '{}') as statuses,
      coalesce(array_agg(f.reserved + f.paid), '{}') as funded,
      coalesce(array_agg(f.order_count::bigint), '{}') as orders,
      coalesce(array_agg((extract(epoch from f.ends_at) * 1000)::bigint), '{}') as ends
    from lending.loan l join investing.funding f on f.loan_id = l.id
    where l.status in (40, 50, 55)
  `);

/** Reads the changing values of some cases. */
export const fundedCases = (tx: Tx, ids: readonly number[]) =>
  tx.many<{ id: number; status: LoanStatus; target: Money; funded: Money; orders: number }>(sql`
    select f.loan_id as id, l.status, f.target, f.reserved + f.paid as funded,
      f.order_count as orders
    from investing.funding f join lending.loan l on l.id = f.loan_id
    where f.loan_id = any (${ids})
  `);

/** Counts the different members with an active order in each case. */
export const investorCounts = (tx: Tx, ids: readonly number[]) =>
  tx.many<{ id: number; investors: number }>(sql`
    select loan_id as id, count(distinct member_id)::int as investors
    from investing."order"
    where loan_id = any (${ids}) and stored_status in (0, 5, 10, 20) group by loan_id
  `);

/**
 * Returns the cases to show first: pinned ones, then those more than 70 % funded, then those ending
 * soonest.
 */
export const outstandingCases = (tx: Tx, now: Date, limit: number) =>
  tx.many<{ id: number; status: LoanStatus; funded: Money }>(sql`
    select f.loan_id as id, l.status, f.reserved + f.paid as funded
    from lending.loan l join investing.funding f on f.loan_id = l.id
    where l.status = 40 and f.open and f.ends_at > ${now} and f.reserved + f.paid < f.target
    order by l.pinned desc, (f.reserved + f.paid) * 10 > f.target * 7 desc, f.ends_at, f.loan_id
    limit ${limit}
  `);

export type CaseRow = CaseTerms & {
  status: LoanStatus;
  /** Whether the collection of the written-off loan has ended. */
  isClosed: boolean;
  reserved: Money;
  paid: Money;
  open: boolean;
  borrowerId: number;
  purposeNote: string | null;
  bands: Record<string, unknown>;
  investorFeeBps: number | null;
  investors: number;
  /** Number of active orders in the case. */
  orderCount: number;
  /** Whether the caller has ever ordered in the case. */
  mine: boolean;
  /** Whether the caller has an order in the case that was not cancelled. */
  holds: boolean;
};

/** Returns a case that was listed, whatever its status is now. */
export const caseById = (tx: Tx, id: number, memberId: number) =>
  tx.maybe<CaseRow>(sql`
    select ${termColumns}, l.status, servicing.is_closed(l.id) as is_closed, f.reserved, f.paid,
      f.open, f.order_count, f.borrower_id, l.purpose_note, l.bands, l.investor_fee_bps,
      (select count(distinct o.member_id)::int from investing."order" o
       where o.loan_id = f.loan_id and o.stored_status in (0, 5, 10, 20)) as investors,
      exists (select from investing."order" o
       where o.member_id = ${memberId} and o.loan_id = f.loan_id) as mine,
      exists (select from investing."order" o
       where o.member_id = ${memberId} and o.loan_id = f.loan_id
         and o.stored_status in (0, 5, 10, 20)) as holds
    from investing.funding f
    join lending.loan l on l.id = f.loan_id
    join lending.plan p on p.id = l.plan_id
    where f.loan_id = ${id}
  `);

/** Returns the caller with the values that decide their caps in this case. */
export const investorIn = (tx: Tx, memberId: number, loanId: number) =>
  tx.one<
    Omit<Investor, 'verified'> & { stage: number; status: number; unpaidPayBy: Date | null }
  >(sql`
    select m.id, m.email_verified_at is not null or m.google_subject is not null
        as email_verified, m.suspended_at is not null as suspended,
      exists (select from verification.payout_hold y
        where y.member_id = m.id and y.ended_at is null) as on_hold,
      coalesce(v.stage, 0) as stage, coalesce(v.status, 0) as status,
      q.profile, q.valid_until as profile_valid_until,
      coalesce(e.reserved, 0) as reserved, coalesce(e.outstanding, 0) as outstanding,
      coalesce(h.held, 0) as held_here, h.unpaid as unpaid_order_id,
      h.pay_by as unpaid_pay_by
    from identity.member m
    left join verification.profile v on v.member_id = m.id
    left join investing.exposure e on e.member_id = m.id
    left join lateral (
      select s.profile, s.valid_until from investing.suitability s
      where s.member_id = m.id order by s.id desc limit 1
    ) q on true
    left join lateral (
      select sum(o.amount)::bigint as held,
        max(o.id) filter (where o.stored_status in (0, 5)) as unpaid,
        max(o.pay_by) filter (where o.stored_status in (0, 5)) as pay_by
      from investing."order" o
      where o.member_id = m.id and o.loan_id + 0 = ${loanId} and o.stored_status in (0, 5, 10, 20)
    ) h on true
    where m.id = ${memberId}
  `);

/** Returns the last orders of a case, newest first; the name is encrypted. */
export const recentOrders = (tx: Tx, loanId: number, limit: number) =>
  tx.many<{ memberId: number; sealedName: string | null; amount: Money; at: Date }>(sql`
    select o.member_id, v.name as sealed_name, o.amount, o.created_at as at
    from investing."order" o left join verification.profile v on v.member_id = o.member_id
    where o.loan_id = ${loanId} and o.stored_status in (0, 5, 10, 20)
    order by o.id desc limit ${limit}
  `);

/** Returns the largest orders of a case in NT$; the page draws each as a thread. */
export const largestOrders = (tx: Tx, loanId: number, limit: number) =>
  tx.many<{ amount: Money }>(sql`
    select amount from investing."order"
    where loan_id = ${loanId} and stored_status in (0, 5, 10, 20)
    order by amount desc, id limit ${limit}
  `);

export type ChecksRow = {
  identityOn: Date | null;
  phoneOn: Date | null;
  incomeOn: Date | null;
  bankOn: Date | null;
};

/**
 * Returns when each item of a borrower was checked. The time is taken from the audit log, or else
 * from the record that the check created.
 */
export const checksOf = (tx: Tx, borrowerId: number) =>
  tx.one<ChecksRow>(sql`
    select v.approved_at as identity_on,
      coalesce((select max(a.at) from tasks.audit a where a.subject_type = 'member'
        and a.subject_id = m.id and a.action = 'verification.phone_confirmed'),
        v.approved_at) as phone_on,
      (select coalesce((select max(a.at) from tasks.audit a
          where a.subject_type = 'financial_statement' and a.subject_id = s.id
            and a.action = 'verification.statement_approve'), s.created_at)
       from verification.financial_statement s
       where s.member_id = m.id and s.status = 3 order by s.id desc limit 1) as income_on,
      (select max(b.in_force_from) from verification.bank_account b
       where b.member_id = m.id and b.status = 'in_force') as bank_on
    from identity.member m left join verification.profile v on v.member_id = m.id
    where m.id = ${borrowerId}
  `);

/**
 * Returns the open cases that a member cannot fund: their own, those waiting for their payment, and
 * those where they reached the cap.
 */
export const closedTo = (tx: Tx, memberId: number, of: { perCaseMax: Money; step: Money }) =>
  tx.many<{ id: number }>(sql`
    select id from lending.loan where member_id = ${memberId} and status = 40
    union
    select o.loan_id from investing."order" o
    where o.member_id = ${memberId} and o.stored_status in (0, 5, 10)
    group by o.loan_id
    having bool_or(o.stored_status in (0, 5)) or sum(o.amount) > ${of.perCaseMax}::bigint -
      ${of.step}::bigint
  `);

/**
 * Returns the expected yearly loss, in basis points, of the grade whose rate is nearest to this
 * one.
 */
export const lossAtRate = (tx: Tx, rateBps: number) =>
  tx.maybe<{ expectedLossBps: number }>(sql`
    select (g ->> 'expectedLossBps')::int as expected_loss_bps
    from (select card from lending.scorecard order by version desc limit 1) newest,
      jsonb_array_elements(newest.card -> 'grades') g
    order by abs((g ->> 'rateBps')::int - ${rateBps}::int) limit 1
  `);
