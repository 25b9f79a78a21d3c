// The bar at the lower edge of a phone: who sees it, where, and that it covers nothing.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { investing } from '#contract/investing/calls.ts';
import { notify } from '../../server/notices/front.ts';
import { inWork } from '../../server/work.ts';
import { newCase } from '../../tests/actors/market.ts';
import { newMember, newVerifiedMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { heading } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { visit, enter } = visitsOf(server);

const barOf = (page: Page) => page.getByRole('navigation', { name: '會員主選單' });
const names = ['首頁', '案件', '我的', '通知'];

async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

/** Returns the links and buttons of the page that, when they have the focus, the bar covers. */
async function coveredWithFocus(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const bar = document.querySelector('.bottom-bar')!;
    const covered: string[] = [];
    for (const one of document.querySelectorAll<HTMLElement>('main a, main button, footer a')) {
      if (one.getClientRects().length === 0) continue;
      one.focus();
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      if (document.activeElement !== one) continue;
      const isShown = getComputedStyle(bar).visibility === 'visible';
      const edge = bar.getBoundingClientRect().top;
      if (isShown && one.getBoundingClientRect().bottom > edge) covered.push(one.outerHTML);
    }
    return covered;
  });
}

test('on a phone a member has four main pages at hand, and the unread notices', async () => {
  const person = await newMember(server);
  await inWork(server.services, (work) =>
    notify(work, {
      memberId: person.id,
      category: 'loan',
      title: '申貸案的消息',
      body: '內容。',
      link: '/support/policy',
    }),
  );
  const { page, complaints } = await pages.open({ mobile: true });
  await visit(page, '/');
  expect(await page.locator('.bottom-bar').count()).toBe(0);
  await enter(page, person, '/account/profile');
  const bar = barOf(page);
  await bar.getByRole('link', { name: /通知（\d+ 則未讀）/ }).waitFor();
  for (const [name, path] of [
    ['案件', '/investment'],
    ['通知', '/account/notification'],
    ['我的', '/account/profile'],
    ['首頁', '/'],
  ] as const) {
    await bar.getByRole('link', { name }).click();
    await page.waitForURL((url) => url.pathname === path);
    await expect.poll(() => bar.locator('[aria-current]').textContent()).toBe(name);
  }
  await expectAccessible(page);
  await shot(page, 'bar-home');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await shot(page, 'bar-home-dark');
  expect(await bar.getByRole('link').count()).toBe(names.length);
  for (const link of await bar.getByRole('link').all()) {
    const box = (await link.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  }
  await page.setViewportSize({ width: 767, height: 800 });
  await bar.waitFor();
  await page.setViewportSize({ width: 768, height: 800 });
  await bar.waitFor({ state: 'hidden' });
  expect(complaints).toEqual([]);
});

test('the bar covers neither focus nor footer nor the button to the top', async () => {
  const { page } = await pages.open({ mobile: true });
  await enter(page, await newMember(server), '/');
  await heading(page, '完成身分驗證，就能申貸與出資');
  const bar = barOf(page);
  await bar.waitFor();
  expect(await coveredWithFocus(page)).toEqual([]);
  await visit(page, '/about');
  await bar.waitFor();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const up = page.getByRole('button', { name: '回到頂端' });
  await up.waitFor();
  const [edge, button, theme] = await Promise.all(
    [bar, up, page.getByLabel('外觀')].map((one) => one.boundingBox()),
  );
  expect(button!.y + button!.height).toBeLessThanOrEqual(edge!.y - 16);
  expect(theme!.y + theme!.height).toBeLessThanOrEqual(edge!.y);
  // A field that is filled in has the whole window.
  await page.getByLabel('外觀').focus();
  await bar.waitFor({ state: 'hidden' });
  await page.getByLabel('外觀').blur();
  await bar.waitFor();
});

/** Navigates as a link of the site does, without loading a document. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    type Router = { navigate(to: string): Promise<void> };
    const { __reactRouterDataRouter: router } = window as unknown as Record<string, Router>;
    return router?.navigate(to);
  }, path);
}

test('no bar leads away from signing, paying, filling in, or lies upon another bar', async () => {
  const id = await newCase(server);
  const person = await newVerifiedMember(server);
  const answers = { version: 1, answers: [3, 3, 3, 3, 3, 3] };
  await server.ok(investing.answerSuitability, answers, { token: person.token });
  const { page } = await pages.open({ mobile: true });
  await enter(page, person, '/account/loan');
  for (const path of [
    '/member/profile',
    '/loan/apply',
    '/account/loan/protect',
    '/account/profile/alter_bank',
    `/investment/${id}`,
    `/investment/${id}/confirm?amount=1000`,
    '/loan/engineer',
  ]) {
    await visit(page, '/account/loan');
    await barOf(page).waitFor();
    await go(page, path);
    await barOf(page).waitFor({ state: 'hidden' });
  }
});
