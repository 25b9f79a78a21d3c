// The SQL of polls and ballots.
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Money } from '#contract/core/money.ts';
import type { PollAnswer, PollStatus } from '#contract/servicing/poll.ts';
import type { Tx } from '../../database/db.ts';

/** Opens a poll with a ballot for each member who still has principal in the loan. */
export const insertPoll = (tx: Tx, loanId: number, openedAt: Date, closesAt: Date) =>
  tx.one<{ id: number; voters: number }>(
    'servicing.insertPoll',
    `with poll as (
       insert into servicing.poll (loan_id, opened_at, closes_at) values ($1, $2, $3) returning id
     ), ballot as (
       insert into servicing.ballot (poll_id, member_id, weight)
       select poll.id, s.member_id, sum(s.remaining) from servicing.share s, poll
       where s.loan_id = $1 and s.remaining > 0 group by poll.id, s.member_id
       returning member_id
     )
     select poll.id, (select count(*) from ballot) as voters from poll`,
    [loanId, openedAt, closesAt],
  );

/** The poll of a loan that still waits for votes or for a decision. */
export const runningPoll = (tx: Tx, loanId: number) =>
  tx.maybe<{ id: number; status: PollStatus; closesAt: Date }>(
    'servicing.runningPoll',
    `select id, status, closes_at as "closesAt" from servicing.poll
     where loan_id = $1 and status in ('open', 'undecided')`,
    [loanId],
  );

export const endPoll = (tx: Tx, pollId: number, status: PollStatus, now: Date) =>
  tx.run(
    'servicing.endPoll',
    `update servicing.poll set status = $2, decided_at = $3
     where id = $1 and status in ('open', 'undecided')`,
    [pollId, status, now],
  );

/** Writes a vote over the one before; answers 0 where the member has no ballot. */
export const vote = (tx: Tx, pollId: number, memberId: number, answer: PollAnswer, now: Date) =>
  tx.run(
    'servicing.vote',
    `update servicing.ballot set answer = $3, voted_at = $4
     where poll_id = $1 and member_id = $2`,
    [pollId, memberId, answer, now],
  );

/** Principal by answer, and that of all who may vote. */
export const countPoll = (tx: Tx, pollId: number) =>
  tx.one<{ negotiate: Money; legal: Money; abstain: Money; total: Money }>(
    'servicing.countPoll',
    `select coalesce(sum(weight) filter (where answer = 1), 0)::bigint as negotiate,
       coalesce(sum(weight) filter (where answer = 2), 0)::bigint as legal,
       coalesce(sum(weight) filter (where answer = 3), 0)::bigint as abstain,
       coalesce(sum(weight), 0)::bigint as total
     from servicing.ballot where poll_id = $1`,
    [pollId],
  );

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

/** The newest poll of a loan in which a member has a ballot. */
export const ownPoll = (tx: Tx, loanId: number, memberId: number) =>
  tx.maybe<OwnPoll>(
    'servicing.ownPoll',
    `select p.id, p.loan_id as "loanId", p.status, p.opened_at as "openedAt",
       p.closes_at as "closesAt", b.weight, b.answer, b.voted_at as "votedAt"
     from servicing.poll p
     join servicing.ballot b on b.poll_id = p.id and b.member_id = $2
     where p.loan_id = $1 order by p.id desc limit 1`,
    [loanId, memberId],
  );

/** Whether a member ever had a share in a loan. */
export const holdsShare = (tx: Tx, loanId: number, memberId: number) =>
  tx.one<{ holds: boolean }>(
    'servicing.holdsShare',
    `select exists (select from servicing.share where loan_id = $1 and member_id = $2) as holds`,
    [loanId, memberId],
  );

/** Open polls whose last second is over. */
export const pollsToClose = (tx: Tx, before: Date) =>
  tx.many<{ pollId: number; loanId: number }>(
    'servicing.pollsToClose',
    `select id as "pollId", loan_id as "loanId" from servicing.poll
     where status = 'open' and closes_at <= $1 order by id`,
    [before],
  );

/** The investors of a loan, each once with the first of his orders. */
export const holdersOf = (tx: Tx, loanId: number) =>
  tx.many<{ memberId: number; orderId: number; remaining: Money }>(
    'servicing.holdersOf',
    `select member_id as "memberId", min(order_id) as "orderId",
       sum(remaining)::bigint as remaining
     from servicing.share where loan_id = $1 group by member_id order by member_id`,
    [loanId],
  );

/** The newest poll of a loan. */
export const newestPoll = (tx: Tx, loanId: number) =>
  tx.maybe<{ id: number; status: PollStatus; openedAt: Date }>(
    'servicing.newestPoll',
    `select id, status, opened_at as "openedAt" from servicing.poll
     where loan_id = $1 order by id desc limit 1`,
    [loanId],
  );

/** Where a loan has gone since it was last in order. */
export const loanMovesOf = (tx: Tx, loanId: number) =>
  tx.many<{ at: Date; to: LoanStatus }>(
    'servicing.loanMovesOf',
    `select at, to_status::integer as "to" from tasks.audit a
     where subject_type = 'loan' and subject_id = $1 and to_status is not null
       and from_status is distinct from to_status and to_status::integer >= 60
       and id > coalesce((select max(id) from tasks.audit b where b.subject_type = 'loan'
         and b.subject_id = $1 and b.to_status = '60' and b.from_status <> '75'), 0)
     order by id`,
    [loanId],
  );

type PollFilter = 'open' | 'closed' | 'all';
const filterSql = `($1 = 'all' or ($1 = 'open') = (p.status = 'open'))`;
const pollOrder = `(p.status = 'open') desc, p.id desc`;

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
/** A page is cut before its ballots are added up; whose ballot says what stays inside. */
const pollsShown = `select p.id, p.loan_id as "loanId", l.case_no as "caseNo", p.status,
    p.opened_at as "openedAt", p.closes_at as "closesAt", p.decided_at as "decidedAt", b.*
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

/** Polls with their sums, open ones first, then the newest. */
export const pollPage = (tx: Tx, filter: PollFilter, page: { limit: number; offset: number }) =>
  tx.many<PollRow>(
    'servicing.pollPage',
    `with page as (
       select p.* from servicing.poll p where ${filterSql} order by ${pollOrder}
       limit $2 offset $3
     )
     ${pollsShown} order by ${pollOrder}`,
    [filter, page.limit, page.offset],
  );

/** The newest first, below one of them: a page of a table. */
export const pollsBelow = (tx: Tx, filter: PollFilter, id: number | null, limit: number) =>
  tx.many<PollRow>(
    'servicing.pollsBelow',
    `with page as (
       select p.* from servicing.poll p where ${filterSql} and ($2::bigint is null or p.id < $2)
       order by p.id desc limit $3
     )
     ${pollsShown} order by p.id desc`,
    [filter, id, limit],
  );

export const pollCount = (tx: Tx, filter: PollFilter) =>
  tx.one<{ count: number }>(
    'servicing.pollCount',
    `select count(*)::int as count from servicing.poll p where ${filterSql}`,
    [filter],
  );
