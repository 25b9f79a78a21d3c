// Recounts the statistics of a night in SQL from its downloaded CSV files, without any code of the
// page: whoever downloads the files gets the same figures to the dollar.
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { reportsSite } from '#contract/reports/book/statistics.ts';
import type { TestServer } from '../server.ts';

/** Downloads a file of a night as anybody may, and checks it against the published hash. */
export async function downloaded(
  server: TestServer,
  day: string,
  file: { name: string; sha256: string; bytes: number },
): Promise<string> {
  const answer = await fetch(`${server.siteUrl}/v1/statistics/nights/${day}/${file.name}`);
  expect(answer.status).toBe(200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.length).toBe(file.bytes);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
  return gunzipSync(bytes).toString();
}

/** Principal that borrowers owe by the ledger at the end of an accounting day. */
export async function receivableOn(server: TestServer, day: string): Promise<number> {
  const [row] = await server.rows<{ owed: string }>(
    `select coalesce(sum(e.amount), 0)::bigint as owed from ledger.entry e
     join ledger.account a on a.id = e.account_id and a.kind = 'loan_receivable'
     join ledger.transfer t on t.id = e.transfer_id where t.booked_on <= $1`,
    [day],
  );
  return Number(row!.owed);
}

/** Loads a CSV file whose cells contain no quotes into a temporary table with typed columns. */
async function load(
  server: TestServer,
  table: 'loans' | 'repayments',
  csv: string,
  texts: readonly string[],
): Promise<void> {
  const [head = '', ...lines] = csv.replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(csv).not.toContain('"');
  const columns = head.split(',').map((name, i) => {
    const cell = `nullif(cells[${i + 1}], '')`;
    return `${texts.includes(name) ? cell : `${cell}::bigint`} as ${name}`;
  });
  await server.rows(`drop table if exists pg_temp.${table}`);
  await server.rows(
    `create temporary table ${table} as select ${columns.join(', ')}
     from (select string_to_array(line, ',') as cells from unnest($1::text[]) as f (line)) rows`,
    [lines],
  );
}

const quarter = (month: string) =>
  `substr(${month}, 1, 4) || '-Q' || (substr(${month}, 6, 2)::int + 2) / 3`;
const rate = (part: string, whole: string, round: 'ceil' | 'floor') =>
  `${round}(10000 * (${part})::numeric / nullif(${whole}, 0))`;
const over = (columns: string, from: string, order: string) =>
  `coalesce((select jsonb_agg(to_jsonb(t) order by ${order}) from (
    select ${columns} from ${from}) t), '[]')`;

const sums = `count(*) as loans, sum(principal) as principal,
  count(defaulted_month) as "defaultedLoans", sum(defaulted_principal) as "defaultedPrincipal",
  sum(recovered_principal) as recovered,
  ${rate('sum(defaulted_principal)', 'sum(principal)', 'ceil')} as "defaultBps"`;
const recovered = `count(*) as loans, coalesce(sum(defaulted_principal), 0) as defaulted,
  coalesce(sum(recovered_principal), 0) as recovered,
  ${rate('sum(recovered_principal)', 'sum(defaulted_principal)', 'floor')} as "recoveredBps"`;

/** Months from the first loan on, with what happened in each and the balance before and after. */
const calendar = `
  create temporary table calendar as
  with month as (
    select to_char(m, 'YYYY-MM') as month
    from generate_series(
      ((select min(disbursed_month) from loans) || '-01')::date, $1::date, '1 month') m
  ), moved as (
    select month,
      (select count(*) from loans where disbursed_month = month) as loans,
      (select coalesce(sum(principal), 0) from loans where disbursed_month = month) as lent,
      (select coalesce(sum(amount), 0) from repayments r where r.month = m.month
        and class = 'principal' and phase <> 'after_write_off') as repaid,
      (select coalesce(sum(amount), 0) from repayments r where r.month = m.month
        and class = 'principal' and phase = 'after_write_off') as recoveries,
      (select coalesce(sum(to_investors), 0) from repayments r where r.month = m.month
        and class <> 'principal') as income,
      (select coalesce(sum(investor_fee), 0) from repayments r where r.month = m.month) as fees,
      (select coalesce(sum(written_off_principal), 0) from loans
        where written_off_month = month) as losses
    from month m
  )
  select *, sum(lent - repaid - losses) over (order by month) as closing,
    sum(lent - repaid - losses) over (order by month) - (lent - repaid - losses) as opening
  from moved`;

const states = `unnest('{repaying,grace,overdue,violation,negotiating,legal,settled,written_off}'
  ::text[]) with ordinality as s (state, place)`;
const lates = `unnest('{none,1-7,8-30,31-90,91-180,181+}'::text[]) with ordinality
  as b (band, place)`;
const speeds = `(values ('day', 0, 24), ('threeDays', 25, 72), ('week', 73, 168),
  ('longer', 169, 1000000)) as b (band, least, most)`;

/** $1 is the day; the last twelve complete months count for the return. */
const returned = `
  with year as (
    select * from calendar
    where (month || '-01')::date + interval '1 month' <= $1::date + 1
    order by month desc limit 12
  ), total as (
    select coalesce(sum(opening), 0) as opening, coalesce(sum(income), 0) as income,
      coalesce(sum(fees), 0) as fees, coalesce(sum(losses), 0) as losses,
      coalesce(sum(recoveries), 0) as recoveries
    from year
  ), net as (
    select income + recoveries - fees - losses as net, (select coalesce(sum(expected_loss), 0)
      from loans where state <> 'written_off') as expected from total
  )
  select jsonb_build_object(
    'months', ${over('month, opening, income, fees, losses, recoveries', 'year', 'month')},
    'total', to_jsonb(total), 'net', net, 'expectedLoss', expected,
    'netBps', ${rate('12 * net', 'opening', 'floor')},
    'expectedBps', ${rate('12 * (net - expected)', 'opening', 'floor')}) as returns
  from total, net`;

const figures = `
  select jsonb_build_object(
    'asOf', $1::date,
    'lent', (select jsonb_build_object('loans', count(*), 'principal', sum(principal)) from loans),
    'outstanding', (select jsonb_build_object(
      'loans', count(*) filter (where principal_outstanding > 0),
      'principal', sum(principal_outstanding)) from loans),
    'repaid', (select jsonb_build_object(
      'principal', coalesce(sum(amount) filter (where class = 'principal'), 0),
      'interest', coalesce(sum(amount) filter (where class = 'interest'), 0),
      'lateCharges', coalesce(sum(amount) filter (where class in ('lateInterest', 'penalty')), 0))
      from repayments),
    'states', (select jsonb_agg(to_jsonb(t) - 'place' order by place) from (
      select state, place, count(loan_id) as loans, coalesce(sum(principal), 0) as principal,
        coalesce(sum(principal_outstanding), 0) as outstanding
      from ${states} left join loans using (state) group by state, place) t),
    'vintages', ${over(
      `quarter, ${sums}`,
      `(select *, ${quarter('disbursed_month')} as quarter from loans) l group by quarter`,
      'quarter',
    )},
    'grades', ${over(`grade, ${sums}`, 'loans group by grade', 'grade')},
    'cells', ${over(
      `quarter, grade, ${sums}`,
      `(select *, ${quarter('disbursed_month')} as quarter from loans) l group by quarter, grade`,
      'quarter, grade',
    )},
    'recovery', (select jsonb_build_object('loans', loans, 'defaulted', defaulted,
      'recovered', recovered, 'recoveredBps', "recoveredBps")
      from (select ${recovered} from loans where defaulted_month is not null) r)
      || jsonb_build_object('quarters', ${over(
        `quarter, ${recovered}`,
        `(select *, ${quarter('defaulted_month')} as quarter from loans
          where defaulted_month is not null) l group by quarter`,
        'quarter',
      )}),
    'late', jsonb_build_object(
      'bands', (select jsonb_agg(to_jsonb(t) - 'place' order by place) from (
        select band, place, count(loan_id) as loans,
          coalesce(sum(principal_outstanding), 0) as principal
        from ${lates} left join loans on late_band = band group by band, place) t),
      'over30Bps', (select ${rate(
        `coalesce(sum(principal_outstanding) filter (
          where late_band in ('31-90', '91-180', '181+')), 0)`,
        'sum(principal_outstanding)',
        'ceil',
      )} from loans)),
    'funding', (select jsonb_build_object('loans', count(hours_to_fund),
      'medianHours', percentile_disc(0.5) within group (order by hours_to_fund),
      'bands', (select jsonb_agg(jsonb_build_object('band', band, 'loans',
        (select count(*) from loans where hours_to_fund between least and most)) order by least)
        from ${speeds})) from loans),
    'months', (select jsonb_agg(to_jsonb(t) order by month) from (
      select month, loans, lent, repaid, closing as outstanding from calendar
      order by month desc limit 24) t),
    'returns', $2::jsonb) as figures`;

/** Returns the published statistics of the newest night and the same recounted from its files. */
export async function recount(server: TestServer) {
  const { data } = await server.ok(reportsSite.statistics, {});
  const { files, ...published } = data!;
  const day = published.asOf;
  const text = (name: string) =>
    downloaded(
      server,
      day,
      files.find((one) => one.name === name)!,
    );
  const texts = {
    loans: [
      ...['loan_id', 'disbursed_month', 'grade', 'occupation_group', 'income_band', 'age_band'],
      ...['county', 'state', 'late_band', 'defaulted_month', 'written_off_month'],
      'settled_month',
    ],
    repayments: ['loan_id', 'month', 'class', 'phase'],
  };
  for (const table of ['loans', 'repayments'] as const) {
    await load(server, table, await text(`${table}.csv.gz`), texts[table]);
  }
  await server.rows('drop table if exists pg_temp.calendar');
  await server.rows(calendar.replace('$1', `'${day}'`));
  const [returns] = await server.rows<{ returns: object }>(returned, [day]);
  const [row] = await server.rows<{ figures: object }>(figures, [
    day,
    JSON.stringify(returns!.returns),
  ]);
  return { published, recounted: row!.figures, day, files };
}
