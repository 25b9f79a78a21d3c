// SQL of one loan in collection: contacts, promises and measures.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { Span } from '../../jobs/job.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type ContactRow = {
  id: number;
  at: Date;
  operator: string;
  channel: string;
  outcome: string;
  note: string;
  template: string | null;
};

export const contactsOf = (tx: Tx, loanId: number) =>
  tx.many<ContactRow>(sql`
    select c.id, c.happened_at as at, o.name as operator, c.channel, c.outcome, c.note,
      c.template
    from servicing.contact c join identity.operator o on o.id = c.operator_id
    where c.loan_id = ${loanId} order by c.id desc limit 200
  `);

export const insertContact = (
  tx: Tx,
  row: {
    loanId: number;
    operatorId: number;
    channel: string;
    outcome: string;
    note: string;
    template: string | null;
    now: Date;
  },
) =>
  tx.one<{ id: number }>(sql`
    insert into servicing.contact (loan_id, operator_id, channel, outcome, note, template,
      happened_at, created_at)
    values (${row.loanId}, ${row.operatorId}, ${row.channel}, ${row.outcome}, ${row.note},
      ${row.template}, ${row.now}, ${row.now}) returning id
  `);

export type PromiseRow = {
  id: number;
  operator: string;
  amount: Money;
  madeOn: Day;
  dueOn: Day;
  note: string | null;
  status: 'open' | 'kept' | 'broken';
  foundOn: Day | null;
};

export const promisesOf = (tx: Tx, loanId: number) =>
  tx.many<PromiseRow>(sql`
    select p.id, o.name as operator, p.amount, p.made_on, p.due_on, p.note, p.status, p.found_on
    from servicing.promise p join identity.operator o on o.id = p.operator_id
    where p.loan_id = ${loanId} order by p.id desc limit 200
  `);

export const insertPromise = (
  tx: Tx,
  row: {
    loanId: number;
    operatorId: number;
    amount: Money;
    madeOn: Day;
    dueOn: Day;
    note: string | null;
  },
) =>
  tx.one<{ id: number }>(sql`
    insert into servicing.promise (loan_id, operator_id, amount, made_on, due_on, note)
    values (${row.loanId}, ${row.operatorId}, ${row.amount}, ${row.madeOn}, ${row.dueOn},
      ${row.note}) returning id
  `);

/** Days after the promised day in which a broken promise may turn out to have been kept. */
const JUDGED_AGAIN_DAYS = 60;

/**
 * Updates promises to pay: kept if enough was received, by the bank's dates, between the day of the
 * promise and the promised day; broken if the promised day has passed without enough. A broken
 * promise is judged again, because money that arrived in time may be booked late: by the answer to
 * a debit, or by a person who finds its loan.
 */
export const settlePromises = (tx: Tx, today: Day) =>
  tx.run(sql`
    update servicing.promise p
    set status = case when r.received >= p.amount then 'kept' else 'broken' end, found_on =
      ${today}
    from servicing.promise q
    cross join lateral (
      select coalesce(sum(-e.amount), 0) as received from ledger.transfer t
      join ledger.entry e on e.transfer_id = t.id
      join ledger.account a on a.id = e.account_id and a.kind = 'borrower_prepaid'
      where t.loan_id = q.loan_id and t.kind in ('repayment_received', 'repayment_reversed')
        and t.happened_on between q.made_on and q.due_on
    ) r
    where p.id = q.id
      and (p.status = 'open' and (r.received >= p.amount or p.due_on < ${today})
        or p.status = 'broken' and p.due_on >= ${today}::date - ${JUDGED_AGAIN_DAYS}::integer
          and r.received >= p.amount)
  `);

/** The first day of a span if a promise may still be found kept or broken in it. */
export const firstPromise = ({ from }: Span) => sql`
  select ${from}::date from servicing.promise p
  where p.status = 'open' or p.status = 'broken'
    and p.due_on >= ${from}::date - ${JUDGED_AGAIN_DAYS}::integer
  limit 1`;

export type MeasureRow = {
  id: number;
  kind: 'waiver' | 'courtCost' | 'revocation' | 'closing';
  amount: Money | null;
  day: Day | null;
  reason: string;
  status: 'proposed' | 'approved' | 'returned';
  maker: string | null;
  checker: string | null;
  createdAt: Date;
};

export const measuresOf = (tx: Tx, loanId: number) =>
  tx.many<MeasureRow>(sql`
    select m.id, m.kind, m.amount, m.day, m.reason, m.status, a.name as maker, b.name as checker,
      m.created_at
    from servicing.measure m
    left join identity.operator a on a.id = m.maker_id
    left join identity.operator b on b.id = m.checker_id
    where m.loan_id = ${loanId} order by m.id desc limit 200
  `);

export const accountOfLoan = (tx: Tx, loanId: number) =>
  tx.maybe<{ account: string }>(sql`
    select account from banking.virtual_account
    where subject_type = 'loan' and subject_id = ${loanId}
  `);

export const emailOf = (tx: Tx, memberId: number) =>
  tx.one<{ email: string }>(sql`select email from identity.member where id = ${memberId}`);
