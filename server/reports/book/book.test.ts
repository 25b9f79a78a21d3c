// Tests of the loan book on a few loans: its figures recounted in SQL, equal bytes, the calls.
import { beforeAll, expect, test, vi } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { bookFields, bookTables } from '#contract/reports/book/fields.ts';
import { reportsSite } from '#contract/reports/book/statistics.ts';
import { loanAtCourt, writeOff } from '../../../tests/actors/losses.ts';
import { goTo, lentLoan, newTeam, pay, schedule, type Team } from '../../../tests/actors/loans.ts';
import { downloaded, receivableOn, recount } from '../../../tests/book/recount.ts';
import { storedKeys } from '../../../tests/files/stored-files.ts';
import { useServer } from '../../../tests/server.ts';
import { drain } from '../../worker.ts';
import { sql } from '../../database/sql.ts';
import { lossRatesInForce } from '../../settings/actions.ts';
import { addPublicIds } from './book-queries.ts';
import { inSnapshot, publishBook, publishNight, readBook } from './publishing.ts';

const server = useServer();
let team: Team;

beforeAll(async () => {
  team = await newTeam(server);
});

test('before the first loan there is no night', async () => {
  expect(await server.ok(reportsSite.statistics, {})).toEqual({ data: null });
  expect(await server.ok(reportsSite.bookNights, {})).toEqual({ data: [], total: 0 });
});

test('every figure follows from the files: paid, defaulted, written off, recovered', async () => {
  const good = await lentLoan(server, team);
  const [first] = await schedule(server, good.loan.id);
  await goTo(server, first!.dueOn);
  await pay(server, good.account, first!.principal + first!.interest);
  await drain(server.services);
  await goTo(server, addDays(first!.dueOn, 1));
  const early = await recount(server);
  expect(early.recounted).toEqual(early.published);
  expect(early.published.repaid.principal).toBe(first!.principal);
  expect(early.published.returns.months).toHaveLength(1);

  const lost = await loanAtCourt(server, team);
  await writeOff(server, team, lost.loan);
  await pay(server, lost.account, 20_000);
  await drain(server.services);
  await goTo(server, addDays(first!.dueOn, 300));
  const late = await recount(server);
  expect(late.recounted).toEqual(late.published);
  expect(late.published.recovery.recovered).toBeGreaterThan(0);
  expect(late.published.returns.total.losses).toBe(100_000);
  expect(late.published.outstanding.principal).toBe(await receivableOn(server, late.day));
});

const newest = async () => (await server.ok(reportsSite.statistics, {})).data!;
const address = (day: string, name: string) =>
  `${server.siteUrl}/v1/statistics/nights/${day}/${name}`;

test('the same night written again has the same bytes and is not published twice', async () => {
  const before = await newest();
  const count = async () => (await server.ok(reportsSite.bookNights, {})).total;
  const nights = await count();
  const stored = (await storedKeys(server.services)).length;
  await publishBook(server.services);
  expect(await count()).toBe(nights);
  // A second process that publishes the same night at the same moment leaves nothing behind.
  await publishNight(server.services, before.asOf);
  expect(await newest()).toEqual(before);
  expect((await storedKeys(server.services)).length).toBe(stored);

  await server.rows('delete from reports.book_file where day = $1', [before.asOf]);
  await server.rows('delete from reports.book_night where day = $1', [before.asOf]);
  await publishBook(server.services);
  expect(await newest()).toEqual(before);
});

test('a store that is away fails the job and leaves nothing; the next run publishes', async () => {
  const before = await newest();
  await goTo(server, addDays(before.asOf, 2));
  await server.rows('delete from reports.book_file where day > $1', [before.asOf]);
  await server.rows('delete from reports.book_night where day > $1', [before.asOf]);
  const stored = (await storedKeys(server.services)).length;
  const away = new Error('the store is away');
  const keep = vi.spyOn(server.services.files, 'keep').mockRejectedValueOnce(away);
  await expect(publishBook(server.services)).rejects.toThrow('the store is away');
  keep.mockRestore();
  expect((await newest()).asOf).toBe(before.asOf);
  expect((await storedKeys(server.services)).length).toBe(stored);
  await publishBook(server.services);
  expect((await newest()).asOf > before.asOf).toBe(true);
});

test('a night takes no lock that a member could wait for, and cannot write', async () => {
  const { asOf } = await newest();
  const held = await inSnapshot(server.services, async (tx) => {
    let rows = 0;
    const count = async () => void (rows += 1);
    const rates = await lossRatesInForce(tx, server.services.clock.now());
    await readBook(tx, asOf, rates, [{ loan: count, repayment: count }]);
    expect(rows).toBeGreaterThan(3);
    const locks = await tx.many<{ mode: string }>(sql`
      select distinct mode from pg_locks where pid = pg_backend_pid() and locktype <> 'virtualxid'
    `);
    await expect(addPublicIds(tx, 1)).rejects.toThrow('read-only transaction');
    return locks.map(({ mode }) => mode);
  });
  expect(held).toEqual(['AccessShareLock']);
});

test('CSV and JSON Lines hold the same rows, and the dictionary explains each field', async () => {
  const { asOf, files } = await newest();
  const text = (name: string) =>
    downloaded(
      server,
      asOf,
      files.find((one) => one.name === name)!,
    );
  for (const table of bookTables) {
    const [head = '', ...lines] = (await text(`${table}.csv.gz`)).trimEnd().split('\r\n');
    const names = head.replace('\uFEFF', '').split(',');
    const objects = (await text(`${table}.jsonl.gz`))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string | number | null>);
    const cells = objects.map((row) => names.map((name) => String(row[name] ?? '')).join(','));
    expect(cells).toEqual(lines);
    expect(names).toEqual(bookFields[table].map(({ name }) => name));
    expect(files.find(({ name }) => name === `${table}.csv.gz`)!.rows).toBe(lines.length);
    const dictionary = await text('dictionary.csv.gz');
    for (const name of names) expect(dictionary).toContain(`\r\n${table},${name},`);
  }
});

test('a file is cached for ever, and a reader who has it gets 304', async () => {
  const { asOf, files } = await newest();
  const { name, sha256, bytes } = files[0]!;
  const answer = await fetch(address(asOf, name));
  expect(answer.headers.get('content-type')).toBe('application/gzip');
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('etag')).toBe(`"${sha256}"`);
  expect(answer.headers.get('content-length')).toBe(String(bytes));
  expect(answer.headers.get('content-disposition')).toContain(`baixi-${asOf}-${name}`);
  await answer.arrayBuffer();
  const headers = { 'if-none-match': `"${sha256}"` };
  const again = await fetch(address(asOf, name), { headers });
  expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
  const head = await fetch(address(asOf, name), { method: 'HEAD' });
  expect([head.status, head.headers.get('etag')]).toEqual([200, `"${sha256}"`]);
});

test('the list of nights is paged, newest first', async () => {
  const all = await server.ok(reportsSite.bookNights, {});
  expect(all.total).toBeGreaterThan(2);
  const days = all.data.map(({ day }) => day);
  expect(days).toEqual(days.toSorted().toReversed());
  const second = await server.ok(reportsSite.bookNights, { item_per_page: 1, offset: 1 });
  expect(second).toEqual({ data: [all.data[1]], total: all.total });
  expect(await server.refused(reportsSite.bookNights, { item_per_page: 101 })).toBe(
    'INVALID_INPUT',
  );
});

test('unknown nights and names are refused, and a damaged file too', async () => {
  const { asOf } = await newest();
  const { bookFile } = reportsSite;
  const of = (day: string, name: string) => server.refused(bookFile, { day, file: name } as never);
  expect(await of('2020-01-01', 'loans.csv.gz')).toBe('NOT_FOUND');
  expect(await of(asOf, 'loans.csv')).toBe('INVALID_INPUT');
  expect(await of('yesterday', 'loans.csv.gz')).toBe('INVALID_INPUT');
  await server.rows(
    `update reports.book_file set stored = jsonb_set(stored, '{key}', '"00/00/none"')
     where day = $1 and name = 'loans.csv.gz'`,
    [asOf],
  );
  expect(await of(asOf, 'loans.csv.gz')).toBe('FILE_DAMAGED');
});

test('one address may download a bounded number of files a minute', async () => {
  const { asOf } = await newest();
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  const statuses: number[] = [];
  for (let k = 0; k < 31; k += 1) {
    const answer = await fetch(address(asOf, 'dictionary.csv.gz'), { headers });
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true);
  expect(statuses[30]).toBe(429);
});
