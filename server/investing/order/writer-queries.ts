// SQL of the order writer: one read that locks all applicants, and one write of all orders.
import type { PurposeRow } from '#contract/lending/purpose.ts';
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import { RISK_VERSION } from '#contract/investing/risk-text.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

/** Columns of a loan's purpose; the label is that of the time of the application. */
const purposeColumns = sql`l.purpose,
  settings.option_text('loanPurposes', l.purpose, l.created_at) as purpose_text`;

/**
 * The facts about a case that answers contain; once the case is listed, only its end may change.
 */
export type CaseWords = PurposeRow & {
  loanId: number;
  caseNo: string;
  planName: string;
  rateBps: number;
  installments: number;
  endsAt: Date;
};

export const caseWords = (tx: Tx, loanIds: readonly number[]) =>
  tx.many<CaseWords>(sql`
    select l.id as loan_id, l.case_no, p.list_name as plan_name, l.rate_bps, ${purposeColumns},
      l.installments, f.ends_at
    from investing.funding f
    join lending.loan l on l.id = f.loan_id
    join lending.plan p on p.id = l.plan_id
    where f.loan_id = any (${loanIds})
  `);

/**
 * Joins the session or the API token whose hash is `a.token_hash`, and its permission; `owner` is
 * the member behind it.
 */
const bearer = sql`left join identity.session s on s.token_hash = a.token_hash
    left join identity.api_token b on b.token_hash = a.token_hash
      and b.kind in ('personal', 'access')
    left join identity.api_access x on x.id = b.access_id`;
const owner = sql`coalesce(s.member_id, x.member_id)`;

/** An applicant: session or API token, account state, exposure, and earlier orders in the case. */
export type ApplicantRow = {
  sessionId: number | null;
  /** Permission of the program that orders; null if the member orders in person. */
  accessId: number | null;
  accessEndsAt: Date;
  accessEndedAt: Date | null;
  dailyCap: Money | null;
  /** What the permission has ordered today, cancelled orders included. */
  accessOrdered: Money;
  usedAt: Date;
  endsAt: Date;
  endedAt: Date | null;
  memberId: number;
  emailVerified: boolean;
  suspended: boolean;
  onHold: boolean;
  stage: number;
  status: number;
  profile: number | null;
  profileValidUntil: Day | null;
  /** Null if the member has no exposure row yet. */
  reserved: Money | null;
  outstanding: Money | null;
  heldHere: Money;
  unpaidOrderId: number | null;
  placedId: number | null;
  placedLoanId: number;
  placedAmount: Money;
  placedMode: number;
  placedAccount: string;
  placedPayBy: Date;
  placedAt: Date;
};

/**
 * Locks the exposure of the members behind these tokens in the order of their ids and returns the
 * members whose row it locked. A row that is created a moment later can be read, but is not locked.
 */
export const lockExposures = (tx: Tx, tokenHashes: readonly Buffer[]) =>
  tx.many<{ memberId: number }>(sql`
    select e.member_id from investing.exposure e
    where e.member_id in (
      select ${owner} from unnest((select ${tokenHashes}::bytea[])) a (token_hash)
      ${bearer})
    order by e.member_id for no key update
  `);

/**
 * Reads everything about the members behind these tokens, in request order; `today` is the day in
 * Taipei whose orders count for the cap of a permission. The arrays are in
 * sub-selects, so that batches of any length use the same plan, which PostgreSQL makes once.
 * `loan_id + 0` prevents a plan that reads all orders of a popular case to find those of one
 * member.
 */
export const readApplicants = (
  tx: Tx,
  asked: readonly { loanId: number; tokenHash: Buffer; key: string | null }[],
  today: Day,
) =>
  tx.many<ApplicantRow>(sql`
    select s.id as session_id, s.used_at, s.ends_at, s.ended_at, m.id as member_id,
      x.id as access_id, least(x.expires_at, b.expires_at) as access_ends_at,
      x.revoked_at as access_ended_at, x.daily_cap, coalesce(c.ordered, 0) as access_ordered,
      m.email_verified_at is not null or m.google_subject is not null as email_verified,
      m.suspended_at is not null as suspended, exists (select from verification.payout_hold y
        where y.member_id = m.id and y.ended_at is null) as on_hold,
      coalesce(v.stage, 0) as stage, coalesce(v.status, 0) as status,
      q.profile, q.valid_until as profile_valid_until, e.reserved, e.outstanding,
      coalesce(h.held, 0) as held_here, h.unpaid as unpaid_order_id,
      k.id as placed_id, k.loan_id as placed_loan_id, k.amount as placed_amount,
      k.payment_mode as placed_mode, k.virtual_account as placed_account,
      k.pay_by as placed_pay_by, k.created_at as placed_at
    from unnest((select ${asked.map(({ loanId }) => loanId)}::bigint[]),
      (select ${asked.map(({ tokenHash }) => tokenHash)}::bytea[]),
      (select ${asked.map(({ key }) => key)}::text[]))
      with ordinality as a (loan_id, token_hash, key, place)
    ${bearer}
    left join identity.member m on m.id = ${owner}
    left join verification.profile v on v.member_id = m.id
    left join investing.exposure e on e.member_id = m.id
    left join lateral (
      select s2.profile, s2.valid_until from investing.suitability s2
      where s2.member_id = m.id order by s2.id desc limit 1
    ) q on true
    left join lateral (
      select sum(o.amount)::bigint as held,
        max(o.id) filter (where o.stored_status in (0, 5)) as unpaid
      from investing."order" o
      where o.member_id = m.id and o.loan_id + 0 = a.loan_id
        and o.stored_status in (0, 5, 10, 20)
    ) h on true
    left join lateral (
      select sum(o.amount)::bigint as ordered from investing."order" o
      where o.access_id = x.id
        and o.created_at >= ${today}::date::timestamp at time zone 'Asia/Taipei'
    ) c on true
    left join investing."order" k
      on k.member_id = m.id and k.idempotency_key = a.key
    order by a.place
  `);

/** Values that the writer stores for one order. */
export type NewOrder = {
  loanId: number;
  payBy: Date;
  memberId: number;
  amount: Money;
  mode: number;
  account: string;
  key: string | null;
  /** The expired order that this one replaces. */
  parentId: number | null;
  /** Permission of the program that ordered. */
  accessId: number | null;
};

/** Returns how often each member ordered again in each of these cases. */
export const reapplications = (
  tx: Tx,
  loanIds: readonly number[],
  tokenHashes: readonly Buffer[],
) =>
  tx.many<{ loanId: number; memberId: number; times: number }>(sql`
    select o.loan_id, o.member_id, count(*)::int as times
    from investing."order" o
    where o.member_id in (
      select ${owner} from unnest((select ${tokenHashes}::bytea[])) a (token_hash) ${bearer})
      and o.loan_id + 0 = any (${loanIds}) and o.parent_id is not null
    group by o.loan_id, o.member_id
  `);

/**
 * Inserts orders in one statement: the orders in request order, and one update each of every
 * member's exposure and of every case. Returns each order's id by its virtual account.
 */
export const insertOrders = (tx: Tx, now: Date, placed: readonly NewOrder[]) =>
  tx.many<{ id: number; account: string }>(sql`
    with asked as materialized (
      select * from unnest((select ${placed.map(({ loanId }) => loanId)}::bigint[]), (select
        ${placed.map(({ payBy }) => payBy)}::timestamptz[]), (select
        ${placed.map(({ memberId }) => memberId)}::bigint[]), (select
        ${placed.map(({ amount }) => amount)}::bigint[]), (select
        ${placed.map(({ mode }) => mode)}::smallint[]),
        (select ${placed.map(({ account }) => account)}::text[]), (select
          ${placed.map(({ key }) => key)}::text[]), (select
          ${placed.map(({ parentId }) => parentId)}::bigint[]), (select
          ${placed.map(({ accessId }) => accessId)}::bigint[]))
        with ordinality as r (loan_id, pay_by, member_id, amount, mode, account, key, parent_id,
          access_id, place)
    ), exposed as (
      update investing.exposure e set reserved = e.reserved + d.amount
      from (select member_id, sum(amount)::bigint as amount from asked group by member_id) d
      where e.member_id = d.member_id
    ), funded as (
      update investing.funding f
      set reserved = f.reserved + d.amount, order_count = f.order_count + d.orders
      from (
        select loan_id, sum(amount)::bigint as amount, count(*)::int as orders
        from asked group by loan_id
      ) d
      where f.loan_id = d.loan_id
    )
    insert into investing."order" (loan_id, member_id, amount, payment_mode, virtual_account,
      pay_by, idempotency_key, parent_id, access_id, created_at,
      risk_version)
    select loan_id, member_id, amount, mode, account, pay_by, key, parent_id, access_id,
      ${now}, ${RISK_VERSION}::integer
    from asked order by place
    returning id, virtual_account as account
  `);
