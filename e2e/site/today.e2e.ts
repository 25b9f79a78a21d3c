// 今天, the home page of members, in each state: what it says, its weight, its looks, the keyboard.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { applicationOf } from '../../actors/loan.ts';
import { lending } from '#contract/lending/calls.ts';
import {
  disburse,
  EXAMPLE,
  goTo,
  newTeam,
  schedule,
  signedLoan,
} from '../../tests/actors/loans.ts';
import { boldInvestor, newCase } from '../../tests/actors/market.ts';
import { negotiating, newDesk, offered, violated } from '../../tests/actors/negotiations.ts';
import { paymentsOn } from '../../tests/actors/payments.ts';
import { newMember, newVerifiedMember, type Person, signInAs } from '../../tests/actors/people.ts';
import { stepsOn } from '../../tests/actors/verifying.ts';
import { notify } from '../../server/notices/front.ts';
import { inWork } from '../../server/work.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, follow, heading, pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { memberAt } = stepsOn(server);
const { place } = paymentsOn(server);

const SHOTS = process.env['SHOTS'];
const PHONE = { width: 375, height: 812 };
const WIDE = { width: 1440, height: 900 };

/** Opens the home page as a member whom the browser knows; `cards` shows the cards of notices. */
async function openToday(
  person: Person,
  { viewport = PHONE, dark = false, cards = false } = {},
): Promise<{ page: Page; complaints: string[]; requests: string[] }> {
  const user = await signInAs(server, person.email);
  person.token = user.accessToken;
  const { page, complaints } = await pages.open();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
  await page.addInitScript(
    ([stored, seen]) => {
      localStorage.setItem('user', stored!);
      if (seen) sessionStorage.setItem('hasShowNotification', 'true');
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, sources } = entry as unknown as {
            value: number;
            sources: { node?: Element }[];
          };
          const nodes = sources.map(({ node }) => node?.outerHTML?.slice(0, 90));
          // The menu may move by the width of a letter when the fonts arrive.
          if (value > 0.001) shifts.push(`${value.toFixed(4)} ${nodes.join(' ')}`);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    },
    [JSON.stringify(user), cards ? '' : 'true'],
  );
  await page.goto(server.siteUrl);
  await hydrated(page);
  await page.locator('main h2').first().waitFor();
  await page.waitForLoadState('networkidle');
  return { page, complaints, requests };
}

const shiftsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);

/** Looks at a state at both widths and in both lights; returns the page of the phone. */
async function look(name: string, person: Person, title: string | RegExp) {
  for (const [width, viewport] of [
    ['375', PHONE],
    ['1440', WIDE],
  ] as const) {
    const { page, complaints } = await openToday(person, { viewport });
    await heading(page, title);
    expect(await shiftsOf(page), `${name} ${width}`).toEqual([]);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
      if (SHOTS) {
        const path = `${SHOTS}/${name}-${width}-${colorScheme}.png`;
        await page.screenshot({ path, fullPage: true });
      }
    }
    const height = await page.locator('main').evaluate((main) => main.scrollHeight);
    expect(height, `${name} ${width}`).toBeLessThanOrEqual(2 * viewport.height);
    expect(complaints).toEqual([]);
    if (width === '375') continue;
    await page.close();
  }
}

describe('whoever is new', () => {
  test('sees the verification and the ladders of the purpose', async () => {
    await look('new', await newMember(server), '完成身分驗證，就能申貸與出資');
    await look('reviewing', await memberAt(4), '身分驗證審核中');
  });

  test('and verified chooses among cases, or among plans', async () => {
    for (let i = 0; i < 3; i += 1) await newCase(server);
    await look('investor', await boldInvestor(server, '00412345670001'), '可以選案件了');
    const borrower = await newVerifiedMember(server, { purpose: 'borrow' });
    await look('borrower', borrower, '可以申貸了');
    await server.ok(lending.apply, applicationOf(), { token: borrower.token });
    await look('applied', borrower, '申貸案已收到，還差一步');
  });
});

describe('whoever has a loan or an order', () => {
  test('sees what is due, the next 30 days and the river; late, only help', async () => {
    const loan = await signedLoan(server);
    await disburse(server, loan, await newTeam(server));
    const { borrower } = loan;
    const [investor] = loan.investors;
    await newCase(server);
    await look('repaying', borrower, '還款一切正常');
    const [first] = await schedule(server, loan.id);
    await goTo(server, addDays(first!.dueOn, -4));
    await look('due', borrower, '下一期還款快到期了');
    await look('holding', investor!, '未來 30 天');
    await goTo(server, addDays(first!.payableUntil, 3));
    await look('late', borrower, '已逾期 3 天，今天應還');
    const { page } = await openToday(borrower);
    await expectText(page, '412-8518');
    await expectText(page, '在寬限天數內繳清，不計遲延利息與違約金');
    const links = await page
      .locator('main a')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    expect(links.filter((to) => /^\/(?:investment|loan\/alllist|knowledge)/.test(to!))).toEqual([]);
    await follow(page, '前往還款');
    await page.waitForURL((url) => url.pathname === '/account/loan');
    await look('holding-late', investor!, '借款人逾期，我們正在催收');
  });

  test('sees orders to pay first, and hides the amounts on this device', async () => {
    const investor = await boldInvestor(server, '00412345670002');
    await place(await newCase(server), 5_000, investor);
    await place(await newCase(server), 3_000, investor);
    await look('unpaid', investor, '出資等您完成匯款');
    const { page } = await openToday(investor);
    await expectText(page, '$ 5,000');
    await pressAnywhere(page, '隱藏金額');
    await expectText(page, '$ ••••');
    await page.reload();
    await heading(page, '出資等您完成匯款');
    await expectText(page, '$ ••••');
    expect(await page.getByText('$ 5,000').count()).toBe(0);
    await pressAnywhere(page, '顯示金額');
    await expectText(page, '$ 5,000');
  });

  test('votes and agrees to plans', async () => {
    const desk = await newDesk(server);
    const late = await violated(server, desk);
    await look('violation', late.borrower, /已逾期 \d+ 天，今天應還/);
    await look('vote', late.investors[0]!, '違約案件等您投票');
    const loan = await negotiating(server, desk, EXAMPLE);
    await offered(server, desk, loan);
    await look('plan', loan.borrower, '新的還款方案等您同意');
  });
});

describe('the document', () => {
  test('is that of visitors, whose parts a member neither sees nor loads', async () => {
    const { page: visitor } = await pages.open({ mobile: true });
    const parts: string[] = [];
    visitor.on('request', (request) => parts.push(new URL(request.url()).pathname));
    await visitor.goto(server.siteUrl);
    await hydrated(visitor);
    await visitor.keyboard.press('Tab');
    await visitor.waitForLoadState('networkidle');
    const { page, requests } = await openToday(await newMember(server));
    await page.keyboard.press('Tab');
    await page.waitForLoadState('networkidle');
    await expect.poll(() => page.locator('.hero, [id^=home-]').count()).toBe(0);
    // Chunks that a visitor's parts need and 今天 does not, and pictures.
    const ofVisitors = /\/assets\/(?:Calculators|Ads|Middle|Answers|Stories)-|\/v1\/pictures?\//;
    expect(parts.filter((path) => ofVisitors.test(path)).length).toBeGreaterThan(3);
    expect(requests.filter((path) => ofVisitors.test(path))).toEqual([]);
    expect(requests.filter((path) => /\.(?:avif|webp|jpe?g|png)$/.test(path))).toEqual([]);
  });

  test('begins for visitors without a byte of 今天', async () => {
    const { page } = await pages.open();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(server.siteUrl);
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    expect(requests.filter((path) => /\/assets\/(?:Today|members)/.test(path))).toEqual([]);
    expect(requests.filter((path) => path.startsWith('/v1/me'))).toEqual([]);
  });
});

test('the keyboard reaches the act before everything else of the page', async () => {
  const { page } = await openToday(await newMember(server));
  await page.locator('#main').focus();
  const names: string[] = [];
  for (let i = 0; i < 2; i += 1) {
    await page.keyboard.press('Tab');
    names.push(
      await page.evaluate(
        () =>
          document.activeElement?.getAttribute('aria-label') ??
          document.activeElement?.textContent ??
          '',
      ),
    );
  }
  expect(names).toEqual(['隱藏金額', '開始驗證']);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/member/profile');
});

test('a notice card is in the page on a phone, and beside it on a wide screen', async () => {
  const person = await newVerifiedMember(server);
  const news = { category: 'account', title: '消息', body: '內容。', link: '/' } as const;
  await inWork(server.services, (work) => notify(work, { memberId: person.id, ...news }));
  const { page } = await openToday(person, { viewport: WIDE, cards: true });
  const inPage = page.locator('main').getByRole('region', { name: '最新通知' });
  const cards = page.getByRole('region', { name: '最新通知' });
  await cards.waitFor();
  expect(await inPage.count()).toBe(0);
  for (const [viewport, expected] of [
    [PHONE, 1],
    [WIDE, 0],
  ] as const) {
    await page.setViewportSize(viewport);
    await expect.poll(() => inPage.count()).toBe(expected);
    await cards.waitFor();
  }
});
