// The moments that matter have drawings of their own: a case without any investor, and the first
// money that comes back.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  goTo,
  lentLoan,
  liveUntilPayout,
  newTeam,
  pay,
  schedule,
} from '../../tests/actors/loans.ts';
import { newCase, newInvestor } from '../../tests/actors/market.ts';
import { newVerifiedMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, heading } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { visit, enter } = visitsOf(server);

/** Colour and duration of the movement of the member's own thread, in seconds. */
const threadOf = (page: Page) =>
  page
    .locator('.drawing .own')
    .first()
    .evaluate((own) => {
      const { stroke, animationDuration } = getComputedStyle(own);
      return { stroke, seconds: Number.parseFloat(animationDuration) };
    });

test('a case without any investor invites the first one', async () => {
  const id = await newCase(server);
  const { page, complaints } = await pages.open({ moves: true });
  await enter(page, await newVerifiedMember(server), '/investment');
  await expectText(page, '等待第一位出資人');
  await visit(page, `/investment/${id}`);
  await expectText(page, '還沒有人出資');
  const light = await threadOf(page);
  expect(light.seconds).toBeGreaterThan(0.5);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = await threadOf(page);
  expect(dark.stroke).not.toBe(light.stroke);
  expect(dark.seconds).toBeLessThan(0.01);
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test('the first receipt is drawn for the investor, once', async () => {
  const investors = [
    await newVerifiedMember(server),
    await newInvestor(server),
    await newInvestor(server),
  ];
  const { loan, account } = await lentLoan(server, await newTeam(server), { investors });
  const [first] = await schedule(server, loan.id);
  const { page, complaints } = await pages.open({ moves: true });
  await enter(page, investors[0]!, `/account/invest/ongoing/${loan.orderIds[0]}`);
  await expectText(page, '收回進度');
  expect(await page.locator('.drawing .own').count()).toBe(0);
  await goTo(server, first!.dueOn);
  await pay(server, account, first!.principal + first!.interest);
  await liveUntilPayout(server);
  await page.reload();
  await heading(page, '第一筆款項回來了');
  expect((await threadOf(page)).seconds).toBeGreaterThan(0.5);
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});
