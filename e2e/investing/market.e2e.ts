// The figures that visitors see before they invest are those of the loan book: a single overdue
// loan shows nowhere.
import { test, expect } from 'vitest';
import { day } from '#contract/core/day.ts';
import { goTo, lentLoan, newTeam } from '../../tests/actors/loans.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, serious } from '../kit/acts.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

test('visitors read that fewer than five overdue borrowers are not told of', async () => {
  await lentLoan(server, await newTeam(server));
  await goTo(server, day('2027-03-03'));
  const { page, complaints } = await pages.open();
  await page.goto(`${server.siteUrl}/investment`);
  await hydrated(page);
  await expectText(page, '少於 5 位借款人');
  await page.goto(server.siteUrl);
  await hydrated(page);
  await page.locator('#home-middle').scrollIntoViewIfNeeded();
  expect(await page.getByRole('heading', { name: '平台數據' }).count()).toBe(0);
  expect(serious(complaints)).toEqual([]);
});
