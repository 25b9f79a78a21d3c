// The figures that visitors see before they invest: each share says of how many loans it is one.
import { expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { goTo, lentLoan, newTeam, schedule } from '../../tests/actors/loans.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, serious } from '../kit/acts.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

test('visitors read of how many loans a share of overdue or recovered money is', async () => {
  const { loan } = await lentLoan(server, await newTeam(server));
  const [first] = await schedule(server, loan.id);
  await goTo(server, addDays(first!.payableUntil, 31));
  const { page, complaints } = await pages.open();
  await page.goto(`${server.siteUrl}/investment`);
  await hydrated(page);
  await expectText(page, '在貸 1 件中 1 件');
  await page.goto(server.siteUrl);
  await hydrated(page);
  await page.locator('#home-middle').scrollIntoViewIfNeeded();
  await page.getByRole('heading', { name: '平台數據' }).scrollIntoViewIfNeeded();
  await expectText(page, '在貸 1 件中 1 件');
  await expectText(page, '違約 1 件中 0 件已有收回');
  expect(serious(complaints)).toEqual([]);
});
