// Recounts what the loan book has published by plain SQL of its own: balances from the ledger,
// states from the moves of the audit log, kinds from the cases as the board showed them.
import { reportsSite } from '#contract/reports/book/statistics.ts';
import type { TestServer } from '../server.ts';

/** $1 is the day. A group names its grade, and quarter and instalments if it has them. */
const recounted = `
  with balance as (
    select a.loan_id, sum(e.amount) as owed, min(t.booked_on) as lent_on
    from ledger.account a
    join ledger.entry e on e.account_id = a.id
    join ledger.transfer t on t.id = e.transfer_id
    where a.kind = 'loan_receivable' and t.booked_on <= $1
    group by a.loan_id
  ), moved as (
    select distinct on (subject_id) subject_id as loan_id, to_status
    from tasks.audit where subject_type = 'loan' and to_status ~ '^[0-9]+$'
      and (at at time zone 'Asia/Taipei')::date <= $1
    order by subject_id, id desc
  ), loan as (
    select l.id, l.member_id, l.amount, b.owed, b.lent_on, l.grade, l.installments,
      b.owed > 0 and coalesce(m.to_status, l.status::text) in ('70', '75', '80', '95')
        as overdue,
      exists (select from servicing.share s where s.loan_id = l.id and s.forgiven > 0
        and s.forgiven_on <= $1) as lost
    from lending.loan l join balance b on b.loan_id = l.id left join moved m on m.loan_id = l.id
    where l.status between 60 and 95
  ), borrower as (
    select distinct on (member_id) member_id, grade, installments,
      extract(year from lent_on) || '-Q' || extract(quarter from lent_on) as quarter,
      bool_or(overdue or lost) over (partition by member_id) as late
    from loan order by member_id, id
  )
  select count(*)::int as borrowers, (select count(*) from loan)::int as loans,
    (select sum(amount) from loan)::int as lent,
    (select round(sum(owed), -6) from loan)::int as outstanding,
    (count(*) filter (where late))::int as late,
    (select coalesce(round(sum(owed) filter (where overdue), -4), 0) from loan)::int as principal,
    (select ceil(1000 * coalesce(sum(owed) filter (where overdue), 0) / sum(owed)) / 10
      from loan)::float8 as percent,
    (select jsonb_agg(jsonb_build_object('kind', jsonb_build_array(grade, quarter, installments),
      'borrowers', n, 'late', late)) from (select grade, quarter, installments, count(*) as n,
        count(*) filter (where late) as late from borrower group by 1, 2, 3) k) as kinds
  from borrower`;

type Recounted = {
  borrowers: number;
  loans: number;
  lent: number;
  outstanding: number;
  late: number;
  principal: number;
  percent: number;
  kinds: { kind: unknown[]; borrowers: number; late: number }[];
};

/**
 * Returns the newest month and its groups of late borrowers with the same counted again; both are
 * null where nothing is published.
 */
export async function recount(server: TestServer) {
  const { data } = await server.ok(reportsSite.statistics, {});
  if (!data) return null;
  const count = async (day: string) => (await server.rows<Recounted>(recounted, [day]))[0]!;
  const { asOf, lateness, ...whole } = data;
  const { borrowers, loans, lent, outstanding } = await count(asOf);
  const late = lateness && (await count(lateness.asOf));
  const [month] = await server.rows<{ groups: string[][] }>(
    'select groups from reports.book_month where day = $1',
    [lateness?.asOf ?? null],
  );
  const groups = month?.groups.map((keys) => {
    const own = late!.kinds.filter(({ kind }) => keys.includes(JSON.stringify(kind)));
    const of = (name: 'borrowers' | 'late') => own.reduce((all, one) => all + one[name], 0);
    return { borrowers: of('borrowers'), late: of('late') };
  });
  const told = lateness && {
    borrowers: lateness.borrowers,
    late: lateness.late,
    principal: lateness.principal,
    percent: lateness.percent,
    groups: lateness.groups.map((group) => ({ borrowers: group.borrowers, late: group.late })),
  };
  return {
    published: { ...whole, lateness: told },
    recounted: {
      borrowers,
      loans,
      lent,
      outstanding,
      lateness: late && {
        borrowers: late.borrowers,
        late: late.late,
        principal: late.principal,
        percent: late.percent,
        groups,
      },
    },
  };
}
