// The SQL of polls and ballots.
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { PollAnswer, PollStatus } from '#contract/servicing/poll.ts';
import type { Tx } from '../../database/db.ts';
import { allOf, keyset, limitOf, type Part, sql } from '../../database/sql.ts';

/** Opens a poll with a ballot for each member who still has principal in the loan. */
export const insertPoll = (tx: Tx, loanId: number, openedAt: Date, closesAt: Date) =>
  tx.one<{ id: number; voters: number }>(sql`
    with poll as (
      insert into servicing.poll (loan_id, opened_at, closes_at) values (${loanId}, ${openedAt},
        ${closesAt}) returning id
    ), ballot as (
      insert into servicing.ballot (poll_id, member_id, weight)
      select poll.id, s.member_id, sum(s.remaining) from servicing.share s, poll
      where s.loan_id = ${loanId} and s.remaining > 0 group by poll.id, s.member_id
      returning member_id
    )
    select poll.id, (select count(*) from ballot) as voters from poll
  `);

/** Returns the poll of a loan that still waits for votes or for a decision. */
export const runningPoll = (tx: Tx, loanId: number) =>
  tx.maybe<{ id: number; status: PollStatus; closesAt: Date }>(sql`
    select id, status, closes_at from servicing.poll
    where loan_id = ${loanId} and status in ('open', 'undecided')
  `);

export const endPoll = (tx: Tx, pollId: number, status: PollStatus, now: Date) =>
  tx.run(sql`
    update servicing.poll set status = ${status}, decided_at = ${now}
    where id = ${pollId} and status in ('open', 'undecided')
  `);

/** Stores a vote, replacing an earlier one; returns 0 if the member has no ballot. */
export const vote = (tx: Tx, pollId: number, memberId: number, answer: PollAnswer, now: Date) =>
  tx.run(sql`
    update servicing.ballot set answer = ${answer}, voted_at = ${now}
    where poll_id = ${pollId} and member_id = ${memberId}
  `);

/** Hash of all votes and weights of a poll, which a law of the books compares with the ballots. */
export const votesHash = (tx: Tx, pollId: number) =>
  tx.one<{ votes: string }>(sql`select servicing.votes_hash(${pollId}) as votes`);

/** Returns the principal for each answer, and the principal of all who may vote. */
export const countPoll = (tx: Tx, pollId: number) =>
  tx.one<{ negotiate: Money; legal: Money; abstain: Money; total: Money }>(sql`
    select coalesce(sum(weight) filter (where answer = 1), 0)::bigint as negotiate,
      coalesce(sum(weight) filter (where answer = 2), 0)::bigint as legal,
      coalesce(sum(weight) filter (where answer = 3), 0)::bigint as abstain,
      coalesce(sum(weight), 0)::bigint as total
    from servicing.ballot where poll_id = ${pollId}
  `);

export type OwnPoll = {
  id: number;
  loanId: number;
  status: PollStatus;
  openedAt: Date;
  closesAt: Date;
  weight: Money;
  answer: PollAnswer | null;
  votedAt: Date | null;
};

/** Returns the newest poll of a loan in which the member has a ballot. */
export const ownPoll = (tx: Tx, loanId: number, memberId: number) =>
  tx.maybe<OwnPoll>(sql`
    select p.id, p.loan_id, p.status, p.opened_at, p.closes_at, b.weight, b.answer, b.voted_at
    from servicing.poll p
    join servicing.ballot b on b.poll_id = p.id and b.member_id = ${memberId}
    where p.loan_id = ${loanId} order by p.id desc limit 1
  `);

/** Returns whether a member ever had a share in a loan. */
export const holdsShare = (tx: Tx, loanId: number, memberId: number) =>
  tx.one<{ holds: boolean }>(sql`
    select exists (select from servicing.share where loan_id = ${loanId} and member_id =
      ${memberId}) as holds
  `);

/** Returns open polls whose voting period has ended. */
export const pollsToClose = (tx: Tx, before: Date) =>
  tx.many<{ pollId: number; loanId: number }>(sql`
    select id as poll_id, loan_id from servicing.poll
    where status = 'open' and closes_at <= ${before} order by id
  `);

/** Returns the investors of a loan, each once with their first order. */
export const holdersOf = (tx: Tx, loanId: number) =>
  tx.many<{ memberId: number; orderId: number; remaining: Money }>(sql`
    select member_id, min(order_id) as order_id, sum(remaining)::bigint as remaining
    from servicing.share where loan_id = ${loanId} group by member_id order by member_id
  `);

/** Returns the newest poll of a loan. */
export const newestPoll = (tx: Tx, loanId: number) =>
  tx.maybe<{ id: number; status: PollStatus; openedAt: Date }>(sql`
    select id, status, opened_at from servicing.poll
    where loan_id = ${loanId} order by id desc limit 1
  `);

export type LateEvent = {
  at: Date;
  action: string;
  /** Null if the event changed no status. */
  from: LoanStatus | null;
  to: LoanStatus | null;
  /** Last day of a notice that runs again; null for every other event. */
  payBy: Day | null;
};

/**
 * Returns the status changes of a loan since it was last repaid on time, and when its notice ran
 * again.
 */
export const lateEventsOf = (tx: Tx, loanId: number) =>
  tx.many<LateEvent>(sql`
    select at, action, from_status::integer as "from", to_status::integer as "to",
      case when action = 'loan.notice_resumed' then snapshot ->> 'payBy' end as pay_by
    from tasks.audit a
    where subject_type = 'loan' and subject_id = ${loanId}
      and (action = 'loan.notice_resumed' or (to_status is not null
        and from_status is distinct from to_status and to_status::integer >= 60))
      and id > coalesce((select max(id) from tasks.audit b where b.subject_type = 'loan'
        and b.subject_id = ${loanId} and b.to_status = '60' and b.from_status <> '75'), 0)
    order by id
  `);

type PollFilter = 'open' | 'closed' | 'all';
const isWanted = (filter: PollFilter) =>
  filter === 'all' ? null : sql`(p.status = 'open') = ${filter === 'open'}`;
const pollOrder = sql`(p.status = 'open') desc, p.id desc`;

type PollRow = {
  id: number;
  loanId: number;
  caseNo: string;
  status: PollStatus;
  openedAt: Date;
  closesAt: Date;
  decidedAt: Date | null;
  voters: number;
  voted: number;
  total: Money;
  negotiate: Money;
  legal: Money;
  abstain: Money;
};
/** The page is selected before its votes are added up; no single voter's answer is returned. */
const pollRows = sql`select p.id, p.loan_id, l.case_no, p.status, p.opened_at, p.closes_at,
    p.decided_at, b.*
  from page p
  join lending.loan l on l.id = p.loan_id
  cross join lateral (
    select count(*)::int as voters, count(answer)::int as voted,
      coalesce(sum(weight), 0)::bigint as total,
      coalesce(sum(weight) filter (where answer = 1), 0)::bigint as negotiate,
      coalesce(sum(weight) filter (where answer = 2), 0)::bigint as legal,
      coalesce(sum(weight) filter (where answer = 3), 0)::bigint as abstain
    from servicing.ballot where poll_id = p.id
  ) b`;

const pollsById = keyset('desc', { id: sql`p.id` });

/** Returns polls with their sums; on a page open ones first, then the newest. */
export const pollPage = (tx: Tx, filter: PollFilter, part: Part<{ id: number }>) => {
  const order = part.last === undefined ? pollOrder : pollsById.order;
  return tx.many<PollRow>(sql`
    with page as (
      select p.* from servicing.poll p
      where ${allOf([isWanted(filter), pollsById.after(part)])} order by ${order} ${limitOf(part)}
    )
    ${pollRows} order by ${order}
  `);
};

export const pollCount = (tx: Tx, filter: PollFilter) =>
  tx.one<{ total: number }>(sql`
    select count(*)::int as total from servicing.poll p where ${allOf([isWanted(filter)])}
  `);
