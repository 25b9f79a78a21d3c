// Test of an overdue loan: its investors vote, and new terms are proposed, accepted and repaid.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays, day } from '#contract/core/day.ts';
import { formatMoney, money } from '#contract/core/money.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { openTaskId } from '../../tests/actors/tasks.ts';
import { goTo, pay, statusOf, today } from '../../tests/actors/loans.ts';
import { newDesk, violated, type Case } from '../../tests/actors/negotiations.ts';
import { codeSentTo, newPicture, type Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectText } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, losesTheNetworkForAWhile, useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { enter } = visitsOf(server);

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();
const press = (page: Page, name: string | RegExp) => button(page, name).click();
const holding = (loan: Case, i: number) => `/account/invest/ongoing/${loan.orderIds[i]}`;
const contract = '/account/loan/contract';

async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

async function votes(loan: Case): Promise<void> {
  const { page, complaints } = await pages.open();
  await enter(page, loan.investors[0]!, holding(loan, 0));
  await page.getByRole('heading', { name: /^違約投票：.+ [A-Z]\d+/ }).waitFor();
  await expectText(page, '送出投票後，可以看到目前的參與比例');
  await expectAccessible(page);
  await shot(page, 'poll');
  await press(page, '送出投票');
  await expectText(page, '請選擇一項');
  await page.getByRole('radio', { name: /委託法律程序/ }).check();
  await press(page, '送出投票');
  await expectText(page, '投下「委託法律程序」');
  // The pressed button keeps the focus, and now offers to change the vote.
  const again = page.getByRole('button', { name: '更改投票' });
  expect(await again.evaluate((one) => one === document.activeElement)).toBe(true);
  await expectText(page, /已參與 \$\s50,000/);
  await page.getByRole('radio', { name: /同意協商/ }).check();
  await press(page, '更改投票');
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page);
  await press(page, '確認更改');
  await expectText(page, '投下「同意協商」');
  expect(complaints).toEqual([]);
}

async function asks(loan: Case): Promise<void> {
  const watched = await pages.open({ mobile: true });
  const { page, complaints } = watched;
  await enter(page, loan.borrower, '/account/loan');
  await page.getByRole('link', { name: '我需要協助' }).first().click();
  await page.waitForURL((url) => url.pathname === contract);
  await page.getByRole('heading', { name: '協商申請' }).waitFor();
  await shot(page, 'request');
  await press(page, '送出協商申請');
  await page.getByRole('heading', { name: '請修正以下 3 個欄位' }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('無法如期還款的原因').selectOption('income');
  await page.getByRole('radio', { name: /降低每期金額/ }).check();
  await page.getByLabel('每月可負擔的金額').fill('5000');
  // The typed text survives a reload.
  await page.reload();
  await hydrated(page);
  await expectText(page, '已恢復您先前填寫的內容');
  expect(await page.getByLabel('每月可負擔的金額').inputValue()).toMatch(/5,?000/);
  const { filename, type, bytes } = await newPicture('salary');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: filename, mimeType: type, buffer: bytes });
  await expectText(page, filename);
  await losesTheNetworkForAWhile(watched, '**/v1/me/loan/negotiation?**');
  await press(page, '送出協商申請');
  await expectText(page, '更改申請內容');
  await expectText(page, '收入減少或中斷');
  await page.getByRole('list', { name: '已提供的證明文件' }).getByText('salary.jpg').waitFor();
  await expectAccessible(page);
  await shot(page, 'requested');
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(wide).toBe(false);
  expect(complaints).toEqual([]);
}

/** The votes shown add up to all votes: 50,000 for new terms and 33,000 abstentions. */
async function readsPoll(): Promise<void> {
  const { page, complaints } = await operatorAt(server, pages, ['reviewer'], '/polls');
  const row = page.getByRole('row').filter({ hasText: '已達三分之一' });
  await row.getByText('2／3 位').waitFor();
  const shares = await row.locator('[data-share]').allInnerTexts();
  expect(shares).toEqual(['占參與 60%', '占參與 0%', '占參與 40%']);
  await expectAccessible(page);
  expect(complaints).toEqual([]);
}

/** The report of returns counts the loan as ended, with the actual gain of its investors. */
async function readsReturns(loan: Case): Promise<void> {
  const [of] = await server.rows<{ month: string; caseNo: string; gain: string }>(
    `select to_char(l.disbursed_on, 'YYYY-MM') as month, l.case_no as "caseNo",
       sum(d.principal + d.interest + d.late_interest + d.penalty + d.prepayment_fee - d.fee)
         - l.amount as gain
     from servicing.distribution d join lending.loan l on l.id = d.loan_id
     where l.id = $1 group by l.id`,
    [loan.id],
  );
  const { month, caseNo, gain } = of!;
  const path = `/reports/returns?from=${month}&to=${month}`;
  const { page, complaints } = await operatorAt(server, pages, ['finance'], path);
  await page
    .getByRole('row', { name: new RegExp(`^${month.replace('-', '/')}`) })
    .getByRole('link')
    .click();
  const row = page.getByRole('region', { name: /已結束的案件/ }).getByRole('row');
  const own = row.filter({ hasText: caseNo });
  await own.getByText('6.00%', { exact: true }).waitFor();
  await own.getByText(`＋${formatMoney(money(Number(gain)))}`).waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
}

async function drawsUp(loan: Case, maker: Person): Promise<void> {
  const { page, complaints } = await pages.open();
  // Reuses the operator's existing session; signing in is covered by the office's own test.
  const cookie = { name: 'office_session', value: maker.token, url: server.officeUrl };
  await page.context().addCookies([cookie]);
  const task = await openTaskId(server, 'negotiation_draft', loan.id);
  await page.goto(`${server.officeUrl}/tasks/${task}`);
  await expectText(page, '借款人的申請');
  await page.getByRole('img', { name: 'salary.jpg' }).waitFor();
  await page.getByRole('radio', { name: /提出方案/ }).check();
  await page.getByLabel('年化利率').fill('6');
  await page.getByLabel('期數', { exact: true }).selectOption('24');
  await page.getByLabel('寬限期').selectOption('2');
  await page.getByLabel('免除違約金').selectOption('100');
  await page.getByText('原方案與協商方案').waitFor();
  await expectText(page, /高於借款人表示可負擔|還款總額/);
  await shot(page, 'draft');
  await expectAccessible(page);
  await press(page, '提出方案');
  await expectText(page, /已提出方案/);
  expect(complaints).toEqual([]);
}

async function approves(loan: Case, checker: Person): Promise<void> {
  const { page, complaints } = await pages.open();
  const cookie = { name: 'office_session', value: checker.token, url: server.officeUrl };
  await page.context().addCookies([cookie]);
  const task = await openTaskId(server, 'negotiation_approval', loan.id);
  await page.goto(`${server.officeUrl}/tasks/${task}`);
  await page.getByText('原方案與協商方案').waitFor();
  await expectAccessible(page);
  await shot(page, 'approval');
  await page.getByRole('radio', { name: /^通過方案/ }).check();
  await press(page, '通過方案');
  await page.getByRole('checkbox', { name: /我已核對/ }).check();
  await press(page, '通過方案');
  await expectText(page, '已通過方案');
  expect(complaints).toEqual([]);
}

async function agrees(loan: Case): Promise<void> {
  const { page, complaints } = await pages.open();
  await enter(page, loan.borrower, '/account/loan');
  await expectText(page, '新的還款方案等您同意');
  await page.getByRole('columnheader', { name: '新方案' }).waitFor();
  expect(await page.getByRole('heading', { name: '還款', exact: true }).isVisible()).toBe(false);
  await expectAccessible(page);
  await shot(page, 'offered');
  await page.getByRole('link', { name: '看方案並同意' }).first().click();
  await page.waitForURL((url) => url.pathname === contract);
  await page.getByRole('heading', { name: '協商方案', exact: true }).waitFor();
  // The request is still shown, but nobody would read a change of it while the terms wait.
  await page.getByRole('heading', { name: '協商申請' }).waitFor();
  expect(await page.getByText('更改申請內容').count()).toBe(0);
  await expectAccessible(page);
  const popup = page.waitForEvent('popup');
  await press(page, '查看協商契約');
  await (await popup).close();
  await page.getByRole('checkbox', { name: /我已閱讀協商契約/ }).check();
  await page.getByRole('checkbox', { name: /我同意以簡訊驗證/ }).check();
  await press(page, '取得驗證碼');
  await expectText(page, '5 分鐘內有效');
  await shot(page, 'agree');
  await page
    .getByLabel('簡訊驗證碼')
    .first()
    .fill(await codeSentTo(server, loan.phone));
  await press(page, '同意協商方案');
  await expectText(page, '同意這份方案');
  await page.getByText('驗證這份檔案').first().click();
  await expectText(page, '協商契約的 SHA-256');
  expect(complaints).toEqual([]);
}

async function consents(loan: Case): Promise<void> {
  const { page, complaints } = await pages.open({ mobile: true });
  await enter(page, loan.investors[0]!, holding(loan, 0));
  await page.getByRole('heading', { name: /^協商方案：.+ [A-Z]\d+/ }).waitFor();
  await expectAccessible(page);
  await shot(page, 'consent');
  await press(page, '同意協商方案');
  await press(page, '確認同意');
  await expectText(page, '同意這份方案');
  await expectText(page, /已同意 \$\s50,000/);
  const popup = page.waitForEvent('popup');
  await press(page, '查看協商契約節本');
  await (await popup).close();
  expect(complaints).toEqual([]);
}

test('a loan is late, in violation, voted on, negotiated, agreed and repaid', async () => {
  const desk = await newDesk(server);
  const loan = await violated(server, desk);
  await asks(loan);
  await votes(loan);
  await goTo(server, day(today(server)));
  const { token } = loan.investors[1]!;
  await server.ok(servicing.violationPoll, { loan_id: String(loan.id), answer: 3 }, { token });
  const closes = await server.rows<{ on: string }>(
    `select ((closes_at at time zone 'Asia/Taipei')::date + 1)::text as "on"
     from servicing.poll where loan_id = $1`,
    [loan.id],
  );
  await goTo(server, day(closes[0]!.on));
  expect((await statusOf(server, loan.id)).status).toBe(75);
  await readsPoll();
  await drawsUp(loan, desk.maker);
  await approves(loan, desk.checker);
  await agrees(loan);
  // The jobs that run every minute seal the investors' copies.
  await goTo(server, today(server));
  await consents(loan);
  const last = { invest_id: String(loan.orderIds[1]) };
  await server.ok(servicing.agreeAsInvestor, last, { token });
  expect((await statusOf(server, loan.id)).status).toBe(60);

  const { data } = await server.ok(
    servicing.loanNegotiation,
    { id: String(loan.id) },
    { token: loan.borrower.token },
  );
  for (const { dueOn, total } of data.proposal!.rows) {
    await goTo(server, day(dueOn));
    await pay(server, loan.account, total);
  }
  expect(await statusOf(server, loan.id)).toEqual({ status: 90, settleType: 'negotiated' });
  const { page } = await pages.open();
  await enter(page, loan.borrower, contract);
  await expectText(page, '協商方案生效');
  await expectAccessible(page);
  await shot(page, 'settled');
  // A job calculates the returns on the following day.
  await goTo(server, addDays(today(server), 1));
  await readsReturns(loan);
}, 360_000);

test('without a loan the page says when there will be a contract', async () => {
  const desk = await newDesk(server);
  const { page } = await pages.open();
  await enter(page, (await violated(server, desk)).investors[2]!, contract);
  await expectText(page, '撥款後契約會出現在這裡');
  await expectAccessible(page);
});
