// SQL of an investor's monthly cash flow, pending actions and contracts.
import type { PurposeRow } from '#contract/lending/purpose.ts';
import type { Day } from '#contract/core/day.ts';
import type { waitingKinds } from '#contract/investing/portfolio.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import type { Stored } from '../investing/rules.ts';
import type { ShareState } from './expected-shares.ts';

/** Columns of a loan's purpose; the label is that of the time of the application. */
const purposeColumns = sql`l.purpose,
  settings.option_text('loanPurposes', l.purpose, l.created_at) as purpose_text`;

export type ReceivedMonth = {
  month: string;
  principal: Money;
  interest: Money;
  lateInterest: Money;
  penalty: Money;
  prepaymentFee: Money;
  fee: Money;
};

/** Returns what a member has received since a day, by month. */
export const receivedByMonth = (tx: Tx, memberId: number, from: Day) =>
  tx.many<ReceivedMonth>(sql`
    select to_char(d.distributed_on, 'YYYY-MM') as month, sum(d.principal)::bigint as principal,
      sum(d.interest)::bigint as interest, sum(d.late_interest)::bigint as late_interest,
      sum(d.penalty)::bigint as penalty, sum(d.prepayment_fee)::bigint as prepayment_fee,
      sum(d.fee)::bigint as fee
    from servicing.share s join servicing.distribution d on d.order_id = s.order_id
    where s.member_id = ${memberId} and d.distributed_on >= ${from}
    group by 1
  `);

/** Returns a member's outstanding principal now. */
export const outstandingNow = (tx: Tx, memberId: number) =>
  tx.one<{ principal: Money }>(sql`
    select coalesce(sum(s.remaining), 0)::bigint as principal
    from servicing.share s join lending.loan l on l.id = s.loan_id
    where s.member_id = ${memberId} and l.status <> 95
  `);

export type CertainRow = PurposeRow & {
  id: number;
  loanId: number;
  caseNo: string;
  planName: string;
  certain: boolean;
  /** Interest received so far, late interest included, and the fee charged on it. */
  interestReceived: Money;
  feeCharged: Money;
  /** Fee of the loan's investors; null means the usual one. */
  feeBps: number | null;
};

/**
 * Returns a member's orders in loans under repayment or written off, of which some may still come
 * back; `certain` is true for loans that are repaid on time.
 */
export const certainOrders = (tx: Tx, memberId: number) =>
  tx.many<CertainRow>(sql`
    select o.id, o.loan_id, l.case_no, p.list_name as plan_name, ${purposeColumns},
      l.status = 60 as certain, l.investor_fee_bps as fee_bps,
      coalesce(s.interest_received + s.late_received, 0) as interest_received,
      coalesce(s.fee_charged, 0) as fee_charged
    from investing."order" o
    join lending.loan l on l.id = o.loan_id
    join lending.plan p on p.id = l.plan_id
    left join servicing.share s on s.order_id = o.id
    where o.member_id = ${memberId} and o.stored_status = 20
      and (l.status between 60 and 80 or l.status = 95)
    order by o.id
  `);

export type UnpaidRow = {
  loanId: number;
  no: number;
  dueOn: Day;
  principalLeft: Money;
  interestLeft: Money;
};

/** Returns unpaid instalments of some loans due up to a day, in order. */
export const unpaidUntil = (tx: Tx, loanIds: readonly number[], until: Day) =>
  tx.many<UnpaidRow>(sql`
    select loan_id, no, due_on, principal - principal_paid as principal_left,
      interest - interest_paid as interest_left
    from servicing.instalment
    where loan_id = any (${loanIds}) and current and paid_on is null and due_on <= ${until}
    order by loan_id, no
  `);

/**
 * Returns for every order of some loans the amount lent, the outstanding principal and the interest
 * received, by loan and order.
 */
export const sharesOfLoans = (tx: Tx, loanIds: readonly number[]) =>
  tx.many<ShareState & { loanId: number; orderId: number }>(sql`
    select loan_id, order_id, principal as amount, remaining, interest_received
    from servicing.share where loan_id = any (${loanIds}) order by loan_id, order_id
  `);

export type WaitingRow = PurposeRow & {
  kind: (typeof waitingKinds)[number];
  orderId: number;
  caseNo: string;
  planName: string;
  amount: Money;
  until: Date;
};

/** Returns what a member must do before a deadline in the future, most urgent first. */
export const waitingOf = (tx: Tx, memberId: number, now: Date) =>
  tx.many<WaitingRow>(sql`
    with mine as (
      select o.id, o.loan_id, o.amount - o.paid_amount as unpaid, o.pay_by, o.stored_status,
        l.case_no, p.list_name, ${purposeColumns}
      from investing."order" o
      join lending.loan l on l.id = o.loan_id
      join lending.plan p on p.id = l.plan_id
      where o.member_id = ${memberId} and o.stored_status in (0, 5, 20)
    )
    select 'pay' as kind, id as order_id, case_no, list_name as plan_name, purpose, purpose_text,
      unpaid as amount, pay_by as until
    from mine where stored_status in (0, 5) and pay_by > ${now}
    union all
    select 'vote', min(m.id), m.case_no, m.list_name, m.purpose, m.purpose_text, b.weight,
      q.closes_at
    from mine m
    join servicing.poll q on q.loan_id = m.loan_id and q.status = 'open' and q.closes_at > ${now}
    join servicing.ballot b on b.poll_id = q.id and b.member_id = ${memberId} and b.answer is null
    where m.stored_status = 20
    group by m.case_no, m.list_name, m.purpose, m.purpose_text, b.weight, q.closes_at
    union all
    select 'agree', min(m.id), m.case_no, m.list_name, m.purpose, m.purpose_text, a.weight,
      n.investors_by
    from mine m
    join servicing.negotiation n on n.loan_id = m.loan_id and n.status = 'agreed'
      and n.investors_by > ${now}
    join servicing.agreement a on a.negotiation_id = n.id and a.member_id = ${memberId}
      and a.agreed_at is null
    where m.stored_status = 20
    group by m.case_no, m.list_name, m.purpose, m.purpose_text, a.weight, n.investors_by
    order by until, order_id
  `);

export type OpenOrderRow = PurposeRow & {
  id: number;
  stored: Stored;
  loanStatus: LoanStatus;
  caseNo: string;
  amount: Money;
  unpaid: Money;
  /** Principal that is still owed; null until the loan is disbursed. */
  remaining: Money | null;
  payBy: Date;
  endsAt: Date | null;
};

/** Returns the newest of a member's orders that are under way, except those repaid on time. */
export const openOrders = (tx: Tx, memberId: number, limit: number) =>
  tx.many<OpenOrderRow>(sql`
    select o.id, o.stored_status as stored, l.status as loan_status, l.case_no, ${purposeColumns},
      o.amount, o.amount - o.paid_amount as unpaid, s.remaining, o.pay_by, l.ends_at
    from investing."order" o
    join lending.loan l on l.id = o.loan_id
    left join servicing.share s on s.order_id = o.id
    where o.member_id = ${memberId} and (o.stored_status in (0, 5, 10, 60)
      or (o.stored_status = 20 and l.status not in (60, 90, 95)))
    order by o.id desc limit ${limit}
  `);

export type HoldingContractRow = PurposeRow & {
  orderId: number;
  caseNo: string;
  planName: string;
  amount: Money;
  rateBps: number;
  installments: number;
  stored: Stored;
  loanStatus: LoanStatus;
  isClosed: boolean;
  signedAt: Date | null;
  sealedAt: Date;
  version: number;
  sha256: string;
  masterSha256: string | null;
  copySha256: string | null;
  copyMaster: string | null;
  copiedAt: Date | null;
  total: number;
};

/** Returns the sealed contract extracts of a member's orders. */
export const contractsOf = (tx: Tx, memberId: number, limit: number) =>
  tx.many<HoldingContractRow>(sql`
    select o.id as order_id, l.case_no, p.list_name as plan_name, o.amount, ${purposeColumns},
      l.rate_bps, l.installments, o.stored_status as stored, l.status as loan_status,
      servicing.is_closed(l.id) as is_closed, l.signed_at, c.created_at as sealed_at,
      (select 1 + count(*)::int from servicing.negotiation n
       where n.loan_id = o.loan_id and n.status = 'in_force') as version,
      c.sha256,
      (select f.sha256 from lending.contract f where f.loan_id = o.loan_id and f.kind = 'final'
       order by f.id desc limit 1) as master_sha256,
      t.sha256 as copy_sha256, t.master as copy_master, t.created_at as copied_at,
      count(*) over () as total
    from investing."order" o
    join lending.loan l on l.id = o.loan_id
    join lending.plan p on p.id = l.plan_id
    join lateral (
      select e.sha256, e.created_at from lending.contract e
      where e.loan_id = o.loan_id and e.kind = 'extract' and e.order_id = o.id
      order by e.id desc limit 1
    ) c on true
    left join lateral (
      select own.sha256, own.created_at, whole.sha256 as master from servicing.negotiation n
      join lending.contract own on own.loan_id = n.loan_id and own.kind = 'negotiation'
        and own.version = n.version and own.order_id = o.id
      join lending.contract whole on whole.loan_id = n.loan_id and whole.kind = 'negotiation'
        and whole.version = n.version and whole.order_id is null
      where n.loan_id = o.loan_id and n.status = 'in_force'
      order by n.version desc limit 1
    ) t on true
    where o.member_id = ${memberId}
    order by c.created_at desc, o.id desc limit ${limit}
  `);
