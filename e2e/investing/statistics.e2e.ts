// Browser test of /statistics: before the first month, with too few late borrowers, and with groups
// of late borrowers; and since when the files of loans are withdrawn.
import { expect, test } from 'vitest';
import { formatMoney, money } from '#contract/core/money.ts';
import { day } from '#contract/core/day.ts';
import { type Lateness, reportsSite } from '#contract/reports/book/statistics.ts';
import { goTo, lentLoan, newTeam } from '../../tests/actors/loans.ts';
import { newMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

test('before the first month the page says so', async () => {
  const { page, complaints } = await pages.open();
  await page.goto(`${server.siteUrl}/statistics`);
  // A second sheet of utilities must not win over the order of the first one.
  await page.getByRole('navigation', { name: '主選單' }).waitFor();
  await hydrated(page);
  await page.getByRole('heading', { name: '還沒有統計資料' }).waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test('a house with one borrower publishes sums, and says that it hides the rest', async () => {
  await lentLoan(server, await newTeam(server));
  await goTo(server, day('2026-12-03'));
  const { data } = await server.ok(reportsSite.statistics, {});
  const { page, complaints } = await pages.open();
  await page.goto(server.siteUrl);
  await hydrated(page);
  await page.getByRole('contentinfo').getByRole('link', { name: '平台統計' }).click();
  await page.getByRole('heading', { level: 1, name: '平台統計' }).waitFor();
  await page
    .locator('dd', { hasText: formatMoney(data!.lent) })
    .first()
    .waitFor();
  await page.getByText('未滿 50 萬元').waitFor();
  await page.getByText('少於 5 位，不公布').first().waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

const GROUPS: Lateness['groups'] = [
  { grade: 'A1', quarter: '2026-Q3', installments: 24, borrowers: 30, late: 5 },
  { grade: null, quarter: null, installments: null, borrowers: 54, late: 6 },
];
const lateness: Lateness = {
  asOf: day('2026-12-31'),
  borrowers: 84,
  late: 11,
  percent: 11.3,
  returnPercent: 4.2,
  principal: money(1_240_000),
  groups: GROUPS,
};

/** Adds a month with groups, and the day on which the nights were withdrawn. */
async function publishGroups(): Promise<void> {
  const { data } = await server.ok(reportsSite.statistics, {});
  const { asOf, late } = lateness;
  await server.rows(
    `insert into reports.book_month (day, statistics, groups, published_at)
     values ($1, $2, '[]', now())`,
    [asOf, JSON.stringify({ ...data, asOf, lateness })],
  );
  for (let k = 0; k < late; k += 1) {
    const { id } = await newMember(server);
    await server.rows('insert into reports.book_late (day, member_id) values ($1, $2)', [asOf, id]);
  }
  await server.rows(`insert into app.setting (key, value)
    values ('book_nights_withdrawn', to_jsonb('2026-11-30'::date))`);
}

test.each(['light', 'dark'] as const)(
  'groups and months fit all widths and are accessible (%s)',
  async (colorScheme) => {
    if (colorScheme === 'light') await publishGroups();
    const { page, complaints } = await pages.open();
    await page.emulateMedia({ colorScheme });
    for (const width of [375, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${server.siteUrl}/statistics`);
      await hydrated(page);
      await page.getByText('等級 A1・2026 Q3 撥款・24 期').waitFor();
      await page.getByText('其他借款人').first().waitFor();
      await page.getByText('已於 2026/11/30 撤下並刪除').waitFor();
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(over, `at ${width}`).toBeLessThanOrEqual(0);
      await expectAccessible(page);
      const shots = process.env['SHOTS'];
      if (shots) {
        await page.screenshot({ path: `${shots}/${colorScheme}-${width}.png`, fullPage: true });
      }
    }
    expect(complaints).toEqual([]);
  },
);
