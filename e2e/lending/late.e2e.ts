// Test of an overdue loan as seen by its borrower and by the office that collects it.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { addDays, formatDayWithWeekday, type Day } from '#contract/core/day.ts';
import type { Role } from '#contract/core/endpoint.ts';
import {
  disburse,
  goTo,
  lentLoan,
  newTeam,
  pay,
  schedule,
  signedLoan,
  statusOf,
  today,
  type TestLoan,
} from '../../tests/actors/loans.ts';
import { moveLoan } from '../../server/lending/front.ts';
import { inWork } from '../../server/work.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { enter } = visitsOf(server);

let loan: TestLoan;
let account: string;
let until: Day;

beforeAll(async () => {
  loan = await signedLoan(server);
  account = await disburse(server, loan, await newTeam(server));
  const [first] = await schedule(server, loan.id);
  until = first!.payableUntil;
});

const atWork = (path: string, ...roles: Role[]) => operatorAt(server, pages, roles, path);

async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Sets a page's clock to an hour of the current business day in Taipei. */
async function atHour(page: Page, hour: number): Promise<void> {
  const at = server.services.clock.now();
  const by = (hour - ((at.getUTCHours() + 8) % 24)) * 3_600_000;
  await page.evaluate((shift) => {
    const kept = window as unknown as { realNow?: () => number };
    const real = (kept.realNow ??= Date.now.bind(Date));
    Date.now = () => real() + shift;
  }, by);
}

test('in grace, the borrower reads that paying now costs nothing', async () => {
  await goTo(server, addDays(until, 2));
  const { page, complaints } = await pages.open({ mobile: true });
  await enter(page, loan.borrower, '/account/loan');
  await expectText(page, '已逾期 2 天，應還 $ 8,885');
  await expectText(page, '不計遲延利息與違約金');
  await expectText(page, `請於 ${formatDayWithWeekday(addDays(until, 7))}前轉入`);
  await expectText(page, `${formatDayWithWeekday(addDays(until, 8))}起，`);
  // The transfer is the one act; to repay everything early is folded away.
  const primary = page.locator('main [data-look=primary]');
  expect(await primary.allInnerTexts()).toEqual(['複製轉帳資料']);
  const early = page.getByRole('button', { name: '我要提前清償' });
  expect(await early.isVisible()).toBe(false);
  await page.getByText('其他', { exact: true }).click();
  await early.waitFor();
  // What is owed now stands in place of the plan.
  await page.getByRole('heading', { name: /^欠款合計/ }).waitFor();
  expect(await page.getByRole('heading', { name: '剩餘應還金額' }).count()).toBe(0);
  await expectAccessible(page);
  await shot(page, 'loan-grace');
  expect(complaints).toEqual([]);
});

test('the office sees overdue loans, records a contact; two persons waive charges', async () => {
  await goTo(server, addDays(until, 20));
  const { page, complaints } = await atWork('/collections?bucket=d8', 'reviewer');
  await expectText(page, '逾期 8–30 天，1 件');
  await expectAccessible(page);
  await page.locator('[data-row]').first().click();
  await expectText(page, '逾期 20 天');
  await expectText(page, '$ 8,942');
  await expectAccessible(page);

  const dialog = page.getByRole('dialog');
  const warning = dialog.getByText(/現在不是催收時段（每日 09:00–20:00）/);
  await atHour(page, 22);
  await pressAnywhere(page, '記錄聯絡');
  await warning.waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '取消', exact: true }).click();
  await atHour(page, 14);
  await pressAnywhere(page, '記錄聯絡');
  await dialog.getByText('電話', { exact: true }).click();
  await dialog.getByText('已聯絡上', { exact: true }).click();
  expect(await warning.count()).toBe(0);
  await dialog.getByLabel('內容').fill('薪資延後入帳，週五前可以還款');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '記錄', exact: true }).click();
  await expectText(page, '電話・已聯絡上');

  await pressAnywhere(page, '提出處置');
  await dialog.getByLabel('處置', { exact: true }).selectOption('waiver');
  await dialog.getByLabel('減免金額').fill('57');
  await dialog.getByLabel('原因').fill('銀行系統異常，非借款人所致');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '送覆核' }).click();
  await expectText(page, '待覆核');
  expect(complaints).toEqual([]);

  const approver = await atWork('/tasks?kind=collection_measure', 'approver');
  await approver.page.locator('[data-row]').first().click();
  await expectText(approver.page, '目前可減免');
  await expectAccessible(approver.page);
  await approver.page.getByRole('radio', { name: /^核准/ }).check();
  await pressAnywhere(approver.page, '核准');
  await expectText(approver.page, '已核准');
  await page.reload();
  await expectText(page, '$ 8,885');
  await expectText(page, '減免遲延費用');
});

test('after the notice everything is due, and paying it settles the loan', async () => {
  await goTo(server, addDays(until, 31));
  const { page } = await pages.open();
  await enter(page, loan.borrower, '/account/loan');
  await expectText(page, '恢復分期還款');
  await expectAccessible(page);
  await shot(page, 'loan-notice');
  const office = await atWork(`/loans/${loan.id}/collections`, 'reviewer');
  await expectText(office.page, '催告中，期限');
  await expectText(office.page, '投票中');
  // The periods of the notice and of the poll have ended, but no job has processed this yet.
  await server.advance(8);
  await office.page.reload();
  await expectText(office.page, /催告期限 .+ 已過/);
  await expectText(office.page, '投票已截止，計票中');
  expect(await office.page.getByText('催告中').count()).toBe(0);
  expect(await office.page.getByText('投票中').count()).toBe(0);
  await expectAccessible(office.page);
  await page.reload();
  await expectText(page, '未到期的本金即將全部到期');
  await goTo(server, addDays(until, 39));
  await page.reload();
  await expectText(page, '依契約未到期的本金已全部到期');
  await expectAccessible(page);
  await office.page.reload();
  await expectText(office.page, '全部到期');
  await expectAccessible(office.page);
  const text = await page.locator('.figure-number').innerText();
  await pay(server, account, Number(text.replaceAll(/\D/g, '')));
  expect((await statusOf(server, loan.id)).status).toBe(90);
});

test('a typhoon day counts at once, and a second person confirms it', async () => {
  const { page, complaints } = await atWork('/holidays', 'finance');
  await expectText(page, '政府行事曆');
  await pressAnywhere(page, '新增一天');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^明天 / }).click();
  await dialog.getByLabel('名稱').fill('颱風停止上班');
  await dialog.getByRole('radio', { name: /^立即先行放假/ }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '送出' }).click();
  await expectText(page, '已先行放假');
  const on = addDays(today(server), 1);
  await page.goto(`${server.officeUrl}/holidays?year=${on.slice(0, 4)}`);
  await expectText(page, '先行放假，等待覆核');
  await shot(page, 'holidays');
  const second = await atWork('/tasks?kind=holiday_check', 'approver');
  await second.page.locator('[data-row]').first().click();
  await expectText(second.page, '這一天已先行放假');
  await expectAccessible(second.page);
  await shot(second.page, 'holiday-check');
  await second.page.getByRole('radio', { name: /^通過/ }).check();
  await pressAnywhere(second.page, '通過');
  await expectText(second.page, '已通過');
  await page.reload();
  await expectText(page, '自行新增');
  await page.getByRole('button', { name: /復原 .*颱風停止上班/ }).click();
  await expectText(page, /已提出復原|不能復原/);
  expect([...complaints, ...second.complaints].filter((what) => !/\b409\b/.test(what))).toEqual([]);
});

test('after half a year at court, two persons write a loan off', async () => {
  const lent = await lentLoan(server, await newTeam(server));
  await goTo(server, addDays(lent.until, 31));
  await inWork(server.services, (work) =>
    moveLoan(work, lent.loan.id, 80, { action: 'loan.legal' }),
  );
  await goTo(server, addDays(lent.until, 181));
  const maker = await atWork('/tasks?kind=write_off', 'finance');
  await maker.page.locator('[data-row]').first().click();
  await expectText(maker.page, '轉銷');
  await expectAccessible(maker.page);
  await shot(maker.page, 'write-off');
  await maker.page.getByRole('radio', { name: /^提議轉銷/ }).check();
  await maker.page.getByRole('textbox', { name: /^備註/ }).fill('財產查無可供執行');
  await pressAnywhere(maker.page, '提議轉銷');
  await expectText(maker.page, '已提議轉銷');
  const checker = await atWork('/tasks?kind=write_off', 'approver');
  await checker.page.locator('[data-row]').first().click();
  await expectText(checker.page, '財產查無可供執行');
  await expectAccessible(checker.page);
  await shot(checker.page, 'write-off-check');
  await checker.page.getByRole('radio', { name: /^核准轉銷/ }).check();
  await pressAnywhere(checker.page, '核准轉銷');
  await expectText(checker.page, '已轉銷');
  expect([...maker.complaints, ...checker.complaints]).toEqual([]);
}, 120_000);
