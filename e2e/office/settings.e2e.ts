// Test of settings changed in a browser: loss rates as a table, a list that is reordered, and terms
// of later loans.
import { expect, test } from 'vitest';
import type { Role } from '#contract/core/endpoint.ts';
import { lending } from '#contract/lending/calls.ts';
import { totpOf } from '../../actors/operator.ts';
import { fromElsewhere, newMember, newOperator, password } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

async function atWork(role: Role) {
  const operator = await newOperator(server, [role]);
  const { page, complaints } = await pages.open();
  await page.context().setExtraHTTPHeaders(fromElsewhere());
  await page.goto(server.officeUrl);
  await page.getByLabel('電子郵件').fill(operator.email);
  await page.getByLabel('密碼', { exact: true }).fill(password);
  await page.getByLabel('驗證碼').fill(totpOf(operator.totpSecret, 1));
  await page.getByRole('button', { name: '登入' }).click();
  await page.getByRole('heading', { level: 1, name: '總覽' }).waitFor();
  return { page, complaints };
}

/** Ignores the 401 that the office answers first when nobody is signed in. */
const own = (complaints: readonly string[]) => complaints.filter((what) => !/\b401\b/.test(what));

test('finance proposes loss rates as one table, which an approver reads row by row', async () => {
  const maker = await atWork('finance');
  await maker.page.goto(`${server.officeUrl}/settings/lossRates`);
  const late = maker.page.getByRole('textbox', { name: '逾期 8 至 30 天' });
  await late.fill('1');
  await maker.page.getByLabel('原因').fill('依近一年收回情形調整');
  await maker.page.getByRole('button', { name: '送交覆核' }).click();
  await maker.page.getByText('「逾期 8 至 30 天」不可低於「逾期 1 至 7 天」').first().waitFor();
  await expectAccessible(maker.page);
  await late.fill('12.5');
  await maker.page.getByText('逾期 8 至 30 天 15.00% → 12.50%').waitFor();
  await maker.page.getByRole('button', { name: '送交覆核' }).click();
  await maker.page.getByText('等待另一位同仁覆核').waitFor();
  await expectAccessible(maker.page);
  const checker = await atWork('approver');
  await checker.page.goto(`${server.officeUrl}/tasks?kind=setting_approval`);
  await checker.page.locator('[data-row]').first().click();
  await checker.page.getByText('逾期 8 至 30 天 15.00% → 12.50%').waitFor();
  await checker.page.getByRole('radio', { name: /^通過/ }).check();
  await checker.page.getByRole('button', { name: '通過', exact: true }).click();
  await checker.page.getByRole('heading', { level: 2, name: '已通過' }).waitFor();
  expect(own([...maker.complaints, ...checker.complaints])).toEqual([]);
});

test('an administrator removes a purpose, moves another up and adds one', async () => {
  const { page, complaints } = await atWork('admin');
  await page.goto(`${server.officeUrl}/settings/loanPurposes`);
  await page.getByRole('checkbox', { name: '啟用 旅遊' }).uncheck();
  const up = page.getByRole('button', { name: '上移 結婚' });
  await up.click();
  await expect.poll(() => up.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.getByText('停用「旅遊」').waitFor();
  await page.getByText('調整順序').waitFor();
  await page.getByRole('button', { name: '新增項目' }).click();
  const added = page.getByLabel(/（新增）$/);
  await expect.poll(() => added.evaluate((box) => box === document.activeElement)).toBe(true);
  await added.fill('結 婚');
  await page.getByLabel('原因').fill('不再受理旅遊用途');
  await page.getByRole('button', { name: '儲存新版本' }).click();
  await page.getByText('與「結婚」重複').first().waitFor();
  await expectAccessible(page);
  await added.fill('購置農機具');
  await page.getByText('新增「購置農機具」').waitFor();
  await page.getByLabel('原因').fill('不再受理旅遊用途');
  await expectAccessible(page);
  await page.getByRole('button', { name: '儲存新版本' }).click();
  await page.getByText('第 1 版').waitFor();
  await expectAccessible(page);
  const { data } = await server.ok(lending.purposeOptions, {}, await newMember(server));
  const words = data.map(({ description }) => description);
  expect(words).not.toContain('旅遊');
  expect(words.indexOf('結婚')).toBe(4);
  expect(words.at(-1)).toBe('購置農機具');
  await page.goto(`${server.officeUrl}/settings/maritalStatuses`);
  await page.getByText('不開放新增項目').waitFor();
  expect(own(complaints)).toEqual([]);
});

/**
 * One loan term of each unit, with its current value, its new value and a value that is too large.
 */
const terms = [
  { name: 'graceDays', text: '寬限天數', unit: '天', from: 7, to: 10, beyond: 16 },
  { name: 'penaltyLateTenths', text: '違約金（後段）', unit: '成', from: 2, to: 1, beyond: 3 },
  { name: 'prepaymentFeePercent', text: '提前清償手續費', unit: '%', from: 2, to: 1, beyond: 4 },
  { name: 'prepaymentFeeInstalments', text: '適用期數', unit: '期', from: 6, to: 3, beyond: 13 },
];

test('two persons change the terms of later loans, and a proposal is withdrawn', async () => {
  const maker = await atWork('finance');
  const checker = await atWork('approver');
  const { page } = maker;
  for (const { name, text, unit, from, to, beyond } of terms) {
    await page.goto(`${server.officeUrl}/settings/${name}`);
    const value = page.getByRole('textbox', { name: new RegExp(`${text}$`) });
    await page.getByText('的條文也載明這個數字').waitFor();
    await value.fill(String(beyond));
    await page.getByLabel('原因').fill('依主管機關指引調整');
    await page.getByRole('button', { name: '送交覆核' }).click();
    await page
      .getByText(new RegExp(`請填 0 至 \\d+ ${unit}的整數`))
      .first()
      .waitFor();
    // The refused submit ends with the focus on the field; until then another value would be sent.
    await expect.poll(() => value.evaluate((field) => field === document.activeElement)).toBe(true);
    await value.fill(String(to));
    const change = new RegExp(`${from} ?${unit} → ${to} ?${unit}`);
    await page.getByText(change).waitFor();
    await page.getByRole('button', { name: '送交覆核' }).click();
    await page.getByText('等待另一位同仁覆核').waitFor();

    await checker.page.goto(`${server.officeUrl}/tasks?kind=setting_approval`);
    await checker.page.locator('[data-row]').first().click();
    await checker.page.getByText(change).waitFor();
    await checker.page.getByRole('radio', { name: /^通過/ }).check();
    await checker.page.getByRole('button', { name: '通過', exact: true }).click();
    await checker.page.getByRole('heading', { level: 2, name: '已通過' }).waitFor();
  }
  await expectAccessible(page);

  // One of the changes is withdrawn before it takes effect.
  await page.reload();
  await page
    .getByText(/起適用$/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: '撤回這一版' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '確認撤回' }).click();
  await dialog.getByText('請輸入').first().waitFor();
  await dialog.getByLabel('原因').fill('維持六期');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '確認撤回' }).click();
  await page.locator('.toast').getByText('已撤回，現行內容不變').waitFor();
  await page.getByRole('button', { name: '送交覆核' }).waitFor();

  await server.advance(1);
  const visitor = await pages.open();
  await visitor.page.goto(`${server.siteUrl}/loan/engineer`);
  await visitor.page.getByText('逾期超過 10 天；10 天內繳清不計收').first().waitFor();
  await visitor.page.getByText('提前清償本金的 1.00%').first().waitFor();
  await visitor.page.getByText('前 6 期內；之後免收').first().waitFor();
  expect(own([...maker.complaints, ...checker.complaints])).toEqual([]);
});
