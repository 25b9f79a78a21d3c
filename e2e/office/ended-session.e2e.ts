// A session of the office that ends while a form is filled in: what was typed is there again after
// signing in, for the same operator only, until it is sent or the operator logs out.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Role } from '#contract/core/endpoint.ts';
import { dayOf } from '#contract/core/day.ts';
import { totpOf } from '../../actors/operator.ts';
import { audited, newOffice } from '../../server/lending/testing/cases.ts';
import { newOperator, password } from '../../tests/actors/people.ts';
import { openTaskId } from '../../tests/actors/tasks.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, expectToast, pressAnywhere, serious } from '../kit/acts.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

type Colleague = Awaited<ReturnType<typeof newOperator>>;
const RESTORED = '已帶回您先前填寫的內容，請確認後送出';

const atWork = (path: string, ...roles: Role[]) => operatorAt(server, pages, roles, path);
const endSessionOf = ({ id }: Colleague) =>
  server.rows('update identity.operator_session set ends_at = now() where operator_id = $1', [id]);
const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

/** Signs in at the login page to which the page was led, and ends on `path`. */
async function signInAgain(page: Page, { email, totpSecret }: Colleague, path: string) {
  await page.waitForURL(({ pathname }) => pathname === '/login');
  await page.getByLabel('電子郵件').fill(email);
  await page.getByRole('textbox', { name: '密碼' }).fill(password);
  await page.getByLabel('驗證碼').fill(totpOf(totpSecret, 1));
  await pressAnywhere(page, '登入');
  await page.waitForURL((url) => url.pathname + url.search === path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/** Fails if the browser asks whether the page may be left. */
function refuseQuestions(page: Page): string[] {
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.accept();
  });
  return questions;
}

const BOOKING = '/money/bookings/new';
async function fillJournal(page: Page) {
  await page.getByRole('radio', { name: /^調整分錄/ }).check();
  await pressAnywhere(page, '支付一般費用');
  await page.getByLabel(/^日期/).fill(dayOf(server.services.clock.now()));
  await page.getByLabel('借方金額').first().fill('1200');
  await page.getByLabel('貸方金額').nth(1).fill('1200');
  await page.getByLabel('事由').fill('辦公室租金');
}

test('a booking is sent as it was typed before the session ended', async () => {
  const { page, operator, complaints } = await atWork(BOOKING, 'finance');
  const questions = refuseQuestions(page);
  await fillJournal(page);
  await endSessionOf(operator);
  await pressAnywhere(page, '送覆核');
  await signInAgain(page, operator, BOOKING);
  await expectText(page, RESTORED);
  expect(await page.getByRole('radio', { name: /^調整分錄/ }).isChecked()).toBe(true);
  expect(await page.getByLabel('借方金額').first().inputValue()).toBe('1,200');
  expect(await page.getByLabel('貸方金額').nth(1).inputValue()).toBe('1,200');
  expect(await page.getByLabel('事由').inputValue()).toBe('辦公室租金');
  await pressAnywhere(page, '送覆核');
  await page.getByRole('heading', { level: 1, name: /^調整分錄/ }).waitFor();
  expect(await stored(page)).not.toContain('辦公室租金');
  await page.goto(server.officeUrl + BOOKING);
  await page.getByLabel('事由').waitFor();
  expect(await page.getByLabel('事由').inputValue()).toBe('');
  expect(questions).toEqual([]);
  expect(serious(complaints)).toEqual([]);
});

test('a colleague who signs in next in the same tab neither sees nor stores it', async () => {
  const { page, operator } = await atWork(BOOKING, 'finance');
  refuseQuestions(page);
  await fillJournal(page);
  await endSessionOf(operator);
  await pressAnywhere(page, '送覆核');
  const colleague = await newOperator(server, ['finance']);
  await signInAgain(page, colleague, BOOKING);
  await page.getByLabel('事由').waitFor();
  expect(await page.getByLabel('事由').inputValue()).toBe('');
  expect(await stored(page)).not.toContain('辦公室租金');
});

test('a logout in one tab removes it from all tabs and leads them to the login page', async () => {
  const { page } = await atWork(BOOKING, 'finance');
  const questions = refuseQuestions(page);
  await fillJournal(page);
  await expect.poll(() => stored(page)).toContain('辦公室租金');
  const other = await page.context().newPage();
  await other.goto(server.officeUrl);
  await other.getByRole('heading', { level: 1 }).first().waitFor();
  await other.getByRole('button', { name: '登出' }).click();
  await other.waitForURL(({ pathname }) => pathname === '/login');
  await page.waitForURL(({ pathname }) => pathname === '/login');
  expect(await stored(page)).not.toContain('辦公室租金');
  expect(questions).toEqual([]);
});

test('leaving the form by choice removes it', async () => {
  const { page } = await atWork(BOOKING, 'finance');
  await fillJournal(page);
  await expect.poll(() => stored(page)).toContain('辦公室租金');
  await page.getByRole('link', { name: '全部撥轉與調整' }).click();
  await pressAnywhere(page, '確定離開');
  await page.getByRole('heading', { level: 1, name: '撥轉與調整' }).waitFor();
  expect(await stored(page)).not.toContain('辦公室租金');
});

test('an article has its text again, and still notices that somebody saved meanwhile', async () => {
  const path = '/articles/45';
  const { page, operator } = await atWork(path, 'editor');
  const questions = refuseQuestions(page);
  const title = page.getByRole('textbox', { name: '標題', exact: true });
  const body = page.getByRole('textbox', { name: '內文' });
  await title.fill('我的標題');
  await body.press('Control+Home');
  await body.pressSequentially('第一句是新的。');
  await endSessionOf(operator);
  const other = await atWork(path, 'editor');
  await other.page.getByRole('textbox', { name: '標題', exact: true }).fill('別人的標題');
  await pressAnywhere(other.page, '儲存並送交覆核');
  await expectToast(other.page, '已送交覆核');
  await page.locator('.office-acts').getByRole('button', { name: '儲存並送交覆核' }).click();
  await signInAgain(page, operator, path);
  await page.getByText(/^此內容剛被 .+ 修改$/).waitFor();
  expect(await title.inputValue()).toBe('我的標題');
  await expectText(page, '第一句是新的。');
  expect(questions).toEqual([]);
});

test('a note and the decision of a loan review have what was typed again', async () => {
  const office = await newOffice(server);
  const { loan } = await audited(server, office);
  const task = `/tasks/${await openTaskId(server, 'loan_review', loan.id)}`;
  const { page, operator } = await atWork(task, 'reviewer');
  await page.getByRole('radio', { name: /^核准/ }).check();
  await page.getByLabel('年化利率').fill('8.25');
  const remark = page.getByRole('textbox', { name: /^備註/ });
  await remark.fill('收入穩定');
  await page.getByRole('textbox', { name: '新增備註' }).fill('雇主來電確認');
  await endSessionOf(operator);
  await pressAnywhere(page, '新增備註');
  await signInAgain(page, operator, task);
  await expectText(page, RESTORED);
  await expect.poll(() => page.getByLabel('年化利率').inputValue()).toBe('8.25');
  expect(await remark.inputValue()).toBe('收入穩定');
  expect(await page.getByRole('textbox', { name: '新增備註' }).inputValue()).toBe('雇主來電確認');
  await pressAnywhere(page, '新增備註');
  await page.getByRole('listitem').getByText('雇主來電確認').waitFor();
  expect(await stored(page)).not.toContain('雇主來電確認');
});
