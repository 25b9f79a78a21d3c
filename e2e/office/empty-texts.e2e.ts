// What pages say that have nothing to show: empty lists, and addresses without a subject. On a
// phone no line of such a text consists of punctuation alone.
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

/** Returns the lines into which the browser broke the text of an element. */
const linesOf = (element: Locator) =>
  element.evaluate((box) => {
    const lines = new Map<number, string>();
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (let at = 0; at < (node.textContent ?? '').length; at += 1) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const top = Math.round(range.getBoundingClientRect().top);
        lines.set(top, (lines.get(top) ?? '') + range.toString());
      }
    }
    return [...lines.values()];
  });

const paths = [
  '/money/refunds',
  '/money/disbursements',
  '/money/payouts',
  '/polls',
  '/broadcasts',
  '/impersonations',
  '/partners',
  '/tasks?assignee=me',
];

test(
  'no line of an empty text begins with punctuation on a phone',
  { timeout: 120_000 },
  async () => {
    const { page } = await operatorAt(server, pages, ['finance', 'editor', 'admin']);
    await page.setViewportSize({ width: 375, height: 800 });
    for (const path of paths) {
      await page.goto(server.officeUrl + path);
      const texts = page.locator('.empty > :is(h2, p)');
      await texts.first().waitFor();
      for (const text of await texts.all()) {
        const lines = await linesOf(text);
        expect(lines.filter((line) => /^[。，、；：？！」』）]/.test(line))).toEqual([]);
      }
    }
  },
);

test('an empty list of tasks names no missing button and denies no other task', async () => {
  const { page } = await operatorAt(server, pages, ['auditor'], '/tasks?assignee=me');
  await page.getByText('您取得或指派給您的案件會列在這裡。').waitFor();
  expect(await page.getByRole('button', { name: '取得下一件' }).count()).toBe(0);
  for (const [query, text] of [
    ['assignee=none', '沒有未取得的案件'],
    ['kind=loan_review', '沒有待處理的申貸審核'],
    ['kind=loan_review&assignee=none', '沒有未取得的申貸審核'],
    ['assignee=999', '這位同仁手上沒有案件'],
    ['status=done&kind=loan_review', '沒有符合條件的工作'],
    ['status=done', '還沒有已完成的工作'],
  ]) {
    await page.goto(`${server.officeUrl}/tasks?${query}`);
    await page.getByRole('heading', { name: text! }).waitFor();
  }
});

test('a list that is empty because of its filter does not say that all is done', async () => {
  const { page } = await operatorAt(server, pages, ['finance']);
  for (const [path, all, some] of [
    ['/money/receipts', '沒有待比對的入帳', 'amount=7'],
    ['/money/receipts', '沒有待比對的入帳', 'from=2026-11-01&to=2026-11-02'],
    ['/money/refunds', '沒有待放行的退款', 'reason=late'],
    ['/money/disbursements', '沒有等待撥款的案件', 'step=check'],
  ]) {
    await page.goto(server.officeUrl + path!);
    await page.getByRole('heading', { name: all! }).waitFor();
    await page.goto(`${server.officeUrl}${path}?${some}`);
    await page.getByRole('heading', { name: /^沒有(符合的|「)/ }).waitFor();
    expect(await page.getByText(all!).count()).toBe(0);
  }
});

test('a list that has never had an entry does not speak of a filter', async () => {
  const { page } = await operatorAt(server, pages, ['admin'], '/partners');
  await page.getByRole('heading', { name: '還沒有應用程式' }).waitFor();
  await page.goto(`${server.officeUrl}/impersonations`);
  await page.getByRole('heading', { name: '還沒有代看' }).waitFor();
  await page.getByLabel('會員編號').fill('7');
  await page.getByRole('button', { name: '篩選' }).click();
  await page.getByRole('heading', { name: '沒有符合條件的代看' }).waitFor();
});

const subjects = [
  ['/tasks/999999', '找不到這項工作', '回待辦'],
  ['/members/999999', '找不到這位會員', '回會員'],
  ['/loans/999999', '找不到申貸案', '回申貸案'],
  ['/orders/999999', '找不到出資訂單', '回出資訂單'],
  ['/settings/no-such', '找不到這項設定', '回設定'],
] as const;

test('the page of a missing subject has a title, a heading and a way back', async () => {
  const { page } = await operatorAt(server, pages, ['admin']);
  for (const [path, title, back] of subjects) {
    await page.goto(server.officeUrl + path);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await expect.poll(() => page.title()).toBe(`${title}｜百溪後台`);
    await expectAccessible(page);
    await page.getByRole('link', { name: back }).click();
    await page.getByRole('heading', { level: 1, name: back.slice(1) }).waitFor();
  }
});
