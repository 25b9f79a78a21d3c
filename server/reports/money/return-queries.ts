// SQL of investors' returns, and of the table that stores the return of each ended loan.
import type { Money } from '#contract/core/money.ts';
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';
import { allOf, sql, when } from '../../database/sql.ts';
import type { Narrowed } from '../credit/vintage-queries.ts';

type Page = { limit: number; offset: number };

export type EndedLoan = {
  id: number;
  principal: Money;
  /** Accounting day of the disbursement. */
  lentOn: Day;
  endedOn: Day;
  settled: boolean;
  flows: { on: Day; amount: Money }[];
};

/**
 * The next ended loans after an id whose return is not final yet, with the amounts that investors
 * received day by day.
 */
export const loansWithoutFinalReturn = (tx: Tx, above: number, limit: number) =>
  tx.many<EndedLoan>(sql`
    select l.id, l.amount as principal,
      (select min(lent_on) from servicing.share where loan_id = l.id) as lent_on,
      coalesce(l.settled_on, w.written_off_on, (l.status_at at time zone 'Asia/Taipei')::date)
        as ended_on, l.status = 90 as settled, f.flows
    from lending.loan l
    left join servicing.write_off w on w.loan_id = l.id
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('on', "on", 'amount', amount) order by "on"),
        '[]') as flows
      from (
        select d.distributed_on as "on", sum(d.principal + d.interest + d.late_interest +
          d.penalty
          + d.prepayment_fee - d.fee)::bigint as amount
        from servicing.share s join servicing.distribution d on d.order_id = s.order_id
        where s.loan_id = l.id group by d.distributed_on
      ) came
    ) f
    where l.status in (90, 95) and l.disbursed_on is not null and l.id > ${above}
      and not exists (select from reports.loan_return r where r.loan_id = l.id and r.settled)
    order by l.id limit ${limit}
  `);

export type LoanReturn = {
  loanId: number;
  endedOn: Day;
  principal: Money;
  gain: Money;
  xirrBps: number;
  settled: boolean;
};

export const keepReturns = (tx: Tx, rows: readonly LoanReturn[]) =>
  tx.run(sql`
    insert into reports.loan_return (loan_id, ended_on, principal, gain, xirr_bps, settled)
    select * from unnest(${rows.map(({ loanId }) => loanId)}::bigint[],
      ${rows.map(({ endedOn }) => endedOn)}::date[],
      ${rows.map(({ principal }) => principal)}::bigint[],
      ${rows.map(({ gain }) => gain)}::bigint[], ${rows.map(({ xirrBps }) => xirrBps)}::integer[],
      ${rows.map(({ settled }) => settled)}::boolean[])
    on conflict (loan_id) do update set ended_on = excluded.ended_on, gain = excluded.gain,
      xirr_bps = excluded.xirr_bps, settled = excluded.settled
  `);

type Of = { from: Day; to: Day } & Narrowed;
/** Reads from an index only; details are looked up later for the rows of one page. */
const chosen = ({ from, to, plan, grade }: Of) => sql`chosen as (
    select l.id, l.disbursed_on, l.status from lending.loan l
    where l.disbursed_on between ${from} and ${to} and l.status >= 60
      and ${allOf([
        when(plan, sql`l.plan_id in (select id from lending.plan where slug = ${plan})`),
        when(grade, sql`l.grade = ${grade}`),
      ])}
  )`;
const month = sql`date_trunc('month', c.disbursed_on)`;

export type ReturnMonth = {
  month: string;
  loans: number;
  principal: Money;
  gain: Money;
  loss: Money;
  ended: number;
  low: number | null;
  median: number | null;
  high: number | null;
  mean: number | null;
};

/** Per month of disbursement: gains so far, losses, and the returns of ended loans. */
export const returnMonths = (tx: Tx, of: Of) =>
  tx.planned<ReturnMonth>(sql`
    with ${chosen(of)}, own as (
      select ${month} as month, count(*)::integer as loans, sum(t.principal)::bigint as principal,
        sum(t.interest_received + t.late_received + t.charges_received - t.fee_charged)::bigint
          as gain,
        sum(t.forgiven + case when c.status = 95 then t.remaining else 0 end)::bigint as loss
      from chosen c join servicing.lent t on t.loan_id = c.id group by 1
    ), ended as (
      select ${month} as month, count(*)::integer as ended, min(r.xirr_bps) as low,
        max(r.xirr_bps) as high,
        round((percentile_cont(0.5) within group (order by r.xirr_bps))::numeric)::integer
          as median,
        round(sum(r.xirr_bps::numeric * r.principal) / sum(r.principal))::integer as mean
      from chosen c join reports.loan_return r on r.loan_id = c.id group by 1
    )
    select to_char(month, 'YYYY-MM') as month, o.loans, o.principal, o.gain, o.loss,
      coalesce(e.ended, 0) as ended, e.low, e.median, e.high, e.mean
    from own o left join ended e using (month) order by month
  `);

/** The number of returns of ended loans in each band; `edges` are in basis points. */
export const returnBands = (tx: Tx, of: Of, edges: readonly number[]) =>
  tx.planned<{ band: number; loans: number; principal: Money }>(sql`
    with ${chosen(of)}
    select width_bucket(r.xirr_bps, ${edges}::integer[]) as band, count(*)::integer as loans,
      sum(r.principal)::bigint as principal
    from chosen c join reports.loan_return r on r.loan_id = c.id group by 1 order by 1
  `);

export type ReturnLoanRow = {
  id: number;
  caseNo: string;
  planName: string;
  grade: string | null;
  disbursedOn: Day;
  endedOn: Day;
  principal: Money;
  gain: Money;
  xirrBps: number;
  rateBps: number;
  total: number;
};

export const returnLoans = (
  tx: Tx,
  of: Of,
  { band, edges }: { band: number | undefined; edges: readonly number[] },
  page: Page,
) =>
  tx.planned<ReturnLoanRow>(sql`
    with ${chosen(of)}, page as materialized (
      select c.id, r.ended_on, r.principal, r.gain, r.xirr_bps,
        (count(*) over ())::integer as total
      from chosen c join reports.loan_return r on r.loan_id = c.id
      where ${allOf([when(band, sql`width_bucket(r.xirr_bps, ${edges}::integer[]) = ${band}`)])}
      order by r.xirr_bps, c.id limit ${page.limit} offset ${page.offset}
    )
    select l.id, l.case_no, p.list_name as plan_name, l.grade, l.disbursed_on, page.ended_on,
      page.principal, page.gain,
      page.xirr_bps, coalesce((select n.rate_bps from servicing.negotiation n
        where n.loan_id = l.id and n.status = 'in_force' order by n.version desc limit 1),
        l.rate_bps) as rate_bps, page.total
    from page join lending.loan l using (id) join lending.plan p on p.id = l.plan_id
    order by page.xirr_bps, l.id
  `);
