// Test of the forms with a date near today, on a wide screen and on a phone.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, formatDay, formatDayWithWeekday } from '#contract/core/day.ts';
import type { Role } from '#contract/core/endpoint.ts';
import { decide } from '../../tests/actors/tasks.ts';
import { goTo, lentLoan, newTeam, today, type Lent } from '../../tests/actors/loans.ts';
import { newOperator } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectText } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

let lent: Lent;

beforeAll(async () => {
  lent = await lentLoan(server, await newTeam(server));
  // Moves past the notice period, because only then can court costs be recorded.
  await goTo(server, addDays(lent.until, 31));
  await goTo(server, addDays(lent.until, 39));
});

const dialogOf = (page: Page) => page.getByRole('dialog');

async function at(width: number, path: string, ...roles: Role[]) {
  const desk = await operatorAt(server, pages, roles, path);
  await desk.page.setViewportSize({ width, height: width < 768 ? 812 : 900 });
  return desk;
}

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await dialogOf(page).waitFor();
}

const send = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name, exact: true }).click();

/** Fails if the dialog overflows to the right. */
async function expectFits(page: Page): Promise<void> {
  const over = await dialogOf(page)
    .locator('.dialog-body')
    .evaluate((body) => body.scrollWidth - body.clientWidth);
  expect(over).toBe(0);
}

async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (folder)
    await page.screenshot({ path: `${folder}/${name}-${page.viewportSize()!.width}.png` });
}

describe.each([1440, 375])('at %i', (width) => {
  test('a promise to pay by Friday', async () => {
    const { page, complaints } = await at(width, `/loans/${lent.loan.id}/collections`, 'reviewer');
    await open(page, '記錄承諾還款');
    const dialog = dialogOf(page);
    await dialog.getByLabel('承諾金額').fill('5000');
    const late = addDays(today(server), 61);
    await dialog.getByLabel('承諾日', { exact: true }).fill(late);
    await send(page, '記錄');
    await expectText(page, `至 ${formatDay(addDays(today(server), 60))} 的日期`);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: /^週五 / }).click();
    const friday = await dialog.getByLabel('承諾日', { exact: true }).inputValue();
    expect(new Date(friday).getUTCDay()).toBe(5);
    await expectFits(page);
    await shot(page, 'promise');
    await send(page, '記錄');
    await expectText(page, '已記錄承諾');
    const [made] = await server.rows<{ dueOn: string }>(
      `select due_on::text as "dueOn" from servicing.promise order by id desc limit 1`,
    );
    expect(made!.dueOn).toBe(friday);
    expect(complaints).toEqual([]);
  });

  test('court costs paid yesterday', async () => {
    const { page, complaints } = await at(width, `/loans/${lent.loan.id}/collections`, 'reviewer');
    await open(page, '提出處置');
    const dialog = dialogOf(page);
    await dialog.getByLabel('處置', { exact: true }).selectOption('courtCost');
    await dialog.getByRole('textbox', { name: '金額' }).fill('1000');
    await dialog.getByRole('button', { name: /^昨天 / }).click();
    const yesterday = addDays(today(server), -1);
    await dialog.getByText(formatDayWithWeekday(yesterday)).waitFor();
    await dialog.getByLabel('費用名目').fill('支付命令裁判費');
    await expectFits(page);
    await expectAccessible(page);
    await shot(page, 'court-costs');
    await send(page, '送覆核');
    await expectText(page, '已送另一位同仁覆核');
    const approver = await newOperator(server, ['approver']);
    expect(await decide(server, approver, 'collection_measure', null, 'approve')).toBeNull();
    const [paid] = await server.rows<{ paidOn: string }>(
      `select day::text as "paidOn" from servicing.measure order by id desc limit 1`,
    );
    expect(paid!.paidOn).toBe(yesterday);
    expect(complaints).toEqual([]);
  });

  test('a typhoon day tomorrow, and one chosen with the picker', async () => {
    const { page, complaints } = await at(width, '/holidays', 'finance');
    const on = [addDays(today(server), 1), addDays(today(server), width < 768 ? 15 : 16)];
    for (const day of on) {
      await open(page, '新增一天');
      const dialog = dialogOf(page);
      await dialog.getByRole('button', { name: /^明天 / }).click();
      await dialog.getByLabel('日期', { exact: true }).fill(day);
      await dialog.getByLabel('名稱').fill(`颱風 ${width}`);
      await expectFits(page);
      await expectAccessible(page);
      await shot(page, 'holiday');
      await send(page, '送出');
      await expectText(page, '已送交覆核');
      await dialog.waitFor({ state: 'hidden' });
      await page.goto(`${server.officeUrl}/holidays?year=${day.slice(0, 4)}`);
      await expectText(page, formatDayWithWeekday(day));
    }
    expect(complaints).toEqual([]);
  });
});
