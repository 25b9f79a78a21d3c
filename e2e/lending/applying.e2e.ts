// Test of a loan application on two devices, its supplements, a declined offer, a rejection.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { applying } from '#contract/lending/applying.ts';
import { lending } from '#contract/lending/calls.ts';
import { decide } from '../../tests/actors/tasks.ts';
import {
  applied,
  audited,
  newBorrower,
  newOffice,
  offered,
  proveIncome,
  type Office,
} from '../../server/lending/testing/cases.ts';
import { applicationOf } from '../../actors/loan.ts';
import { stepsOn } from '../../tests/actors/verifying.ts';
import { newPicture, type Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, heading, press } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { enter } = visitsOf(server);
const { memberAt } = stepsOn(server);
let office: Office;
beforeAll(async () => {
  office = await newOffice(server);
});

const serious = (complaints: string[]) =>
  complaints.filter((what) => !/status of 4\d\d|ERR_INTERNET_DISCONNECTED/.test(what));
const draftOf = async (member: Person) =>
  (await server.ok(applying.loanDraft, {}, { token: member.token })).data;

async function choosePurpose(page: Page, note: string): Promise<void> {
  await heading(page, '資金用途');
  await page.getByRole('radio', { name: /進修/ }).check();
  await page.getByRole('textbox', { name: /補充說明/ }).fill(note);
}

test('only terms of both the list and the plan can be chosen', async () => {
  const borrower = await newBorrower(server);
  const { page, complaints } = await pages.open();
  const choices = page.getByRole('group', { name: '期數' }).getByRole('radio');
  await enter(page, borrower, '/loan/engineer/apply');
  const [answer] = await Promise.all([
    page.waitForResponse('**/v1/misc/dropdown/loan/installment'),
    press(page, '開始填寫'),
  ]);
  const { data } = (await answer.json()) as { data: { value: number }[] };
  await choices.first().waitFor();
  const shown = await choices.count();
  expect(shown).toBeGreaterThan(2);
  // An option that is no longer offered cannot be chosen.
  await page.route('**/v1/misc/dropdown/loan/installment', (route) =>
    route.fulfill({ json: { data: data.filter(({ value }) => value !== 12) } }),
  );
  await page.reload();
  await hydrated(page);
  await expect.poll(() => choices.count()).toBe(shown - 1);
  expect(await page.getByRole('radio', { name: '12 期', exact: true }).count()).toBe(0);
  expect(serious(complaints)).toEqual([]);
});

test('a draft begun on a desktop continues on a phone; neither overwrites the other', async () => {
  const borrower = await newBorrower(server);
  const desk = await pages.open();
  await enter(desk.page, borrower, '/loan/engineer/apply');
  await press(desk.page, '開始填寫');
  await desk.page.getByRole('radio', { name: '12 期' }).check();
  await press(desk.page, '下一步');
  await choosePurpose(desk.page, '證照課程的學費');
  await expectText(desk.page, /^已儲存 \d\d:\d\d$/);
  await expect
    .poll(() => draftOf(borrower))
    .toMatchObject({
      reached: 1,
      values: { plan: 'engineer', purposeNote: '證照課程的學費' },
    });

  const phone = await pages.open({ mobile: true });
  await enter(phone.page, borrower, '/loan/apply');
  await heading(phone.page, '接著上次繼續');
  await expectAccessible(phone.page);
  await press(phone.page, '繼續填寫');
  await heading(phone.page, '資金用途');
  const note = phone.page.getByRole('textbox', { name: /補充說明/ });
  expect(await note.inputValue()).toBe('證照課程的學費');
  await note.fill('證照課程的學費與教材');
  await press(phone.page, '下一步');
  await heading(phone.page, '工作與收入');
  await expectText(phone.page, /^已儲存 \d\d:\d\d$/);
  await expectAccessible(phone.page);

  // Returns to the desktop page, which does not know of the change made on the phone.
  await desk.page.getByRole('textbox', { name: /補充說明/ }).fill('只有學費');
  await expectText(desk.page, /已在另一個裝置更新/);
  await expectAccessible(desk.page);
  expect((await draftOf(borrower))?.values['purposeNote']).toBe('證照課程的學費與教材');
  await press(desk.page, '改用較新的那一份');
  await expect
    .poll(() => desk.page.getByRole('textbox', { name: /補充說明/ }).inputValue())
    .toBe('證照課程的學費與教材');
  expect(serious([...desk.complaints, ...phone.complaints])).toEqual([]);
});

test('without a connection the draft stays on the device, and is sent later', async () => {
  const borrower = await newBorrower(server);
  const { page } = await pages.open();
  await enter(page, borrower, '/loan/engineer/apply');
  await press(page, '開始填寫');
  await page.context().setOffline(true);
  await page.getByLabel('借款金額', { exact: true }).fill('80000');
  await expectText(page, /已保存在這個裝置/);
  await page.context().setOffline(false);
  await expectText(page, /^已儲存 \d\d:\d\d$/);
  expect((await draftOf(borrower))?.values['amount']).toBe(80_000);
});

test('what is being reviewed is not called missing, and the member need not send it', async () => {
  const { page } = await pages.open({ mobile: true });
  const borrower = await memberAt(4);
  await server.ok(lending.apply, applicationOf(), { token: borrower.token });
  await proveIncome(server, borrower);
  await enter(page, borrower, '/account/loan');
  await heading(page, '申貸案已收到，等身分驗證通過');
  await expectText(page, '身分驗證（審核中）');
  await expectText(page, '財力證明（已備齊）');
  await expectText(page, /通過後我們會直接開始審核/);
  expect(await page.getByText('待補').count()).toBe(0);
  expect(await page.getByRole('link', { name: '提供財力證明' }).count()).toBe(0);
  await expectAccessible(page);
});

test('an income that was perhaps typed in units of ten thousand is doubted', async () => {
  const { page } = await pages.open({ mobile: true });
  const borrower = await newBorrower(server);
  await enter(page, borrower, '/loan/engineer/apply');
  await press(page, '開始填寫');
  await page.getByLabel('借款金額', { exact: true }).fill('100000');
  await page.getByRole('radio', { name: '12 期' }).check();
  await press(page, '下一步');
  await choosePurpose(page, '證照課程的學費');
  await press(page, '下一步');
  await heading(page, '工作與收入');
  const income = page.getByLabel('月收入', { exact: true });
  await income.focus();
  // The field stands just above the bar, and the warning appears below the field.
  await income.evaluate((input) => {
    const next = document.elementFromPoint(100, innerHeight - 8)?.closest('.wizard-bar');
    const edge = next?.getBoundingClientRect().top ?? innerHeight;
    window.scrollBy(0, input.getBoundingClientRect().bottom + 4 - edge);
  });
  await page.keyboard.type('6');
  const warning = page.getByText('請確認單位是元，例如 6 萬元請輸入 60,000');
  await warning.waitFor();
  const isOnTop = () =>
    warning.evaluate((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      const above = document.elementFromPoint(left + width / 2, top + height / 2);
      return one.contains(above);
    });
  await expect.poll(isOnTop).toBe(true);
  await page.getByText('超過月收入').first().waitFor();
  await income.fill('60000');
  await page.getByText('請確認單位是元').waitFor({ state: 'detached' });
});

test('requested documents are sent from a phone', async () => {
  const { borrower, loan } = await audited(server, office);
  const items = [
    { item: 'job', reason: '請補在職證明，需看得到到職日' },
    { item: 'other', reason: '請補租賃契約' },
  ];
  await decide(server, office.reviewer, 'loan_review', loan.id, {
    decision: 'supplement',
    reason: '文件不足',
    items,
  });
  const { page, complaints } = await pages.open({ mobile: true });
  await enter(page, borrower, '/account/loan');
  await expectText(page, '請補租賃契約');
  await expectAccessible(page);
  await page.getByRole('link', { name: '前往補件' }).click();
  await heading(page, '申貸補件');
  await expectText(page, /前補齊，逾期將取消申請/);
  await expectAccessible(page);
  await expectText(page, '每一項都上傳後，我們會直接繼續審核。');
  for (const name of ['工作證明', '其他文件']) {
    const { bytes } = await newPicture('image');
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    const file = { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: bytes };
    await card.locator('input[type=file]').first().setInputFiles(file);
    await card.getByRole('button', { name: `上傳${name}` }).click();
    if (name === '工作證明') await card.getByText('已提供').waitFor();
  }
  await heading(page, '補件已送出');
  await expectText(page, '預計完成審核');
  await expectAccessible(page);
  expect(serious(complaints)).toEqual([]);
  // A borrower from whom no documents are requested sees a message that says so, and cannot open
  // the confirmation page directly.
  const other = await newBorrower(server);
  const second = await pages.open();
  await enter(second.page, other, '/loan/additional_document');
  await heading(second.page, '目前不需要補件');
  await second.page.goto(`${server.siteUrl}/loan/additional_document_success`);
  await second.page.waitForURL('**/account/loan');
  await second.page.goto(`${server.siteUrl}/loan/success`);
  await second.page.waitForURL('**/loan/apply');
});

async function provesIncome(page: Page): Promise<void> {
  await page.goto(`${server.siteUrl}/loan/financial_proof`);
  await expectText(page, '還沒有財力證明');
  await page.getByRole('radio').first().check();
  await page.getByLabel('平均月收入').fill('62000');
  await page.getByLabel('涵蓋期間（起）').selectOption({ index: 3 });
  await page.getByLabel('涵蓋期間（迄）').selectOption({ index: 1 });
  const { bytes } = await newPicture('salary');
  const file = { name: 'salary.jpg', mimeType: 'image/jpeg', buffer: bytes };
  await page.locator('#field-image').setInputFiles(file);
  await page.getByRole('button', { name: '移除「salary.jpg」' }).waitFor();
  await press(page, '送出財力證明');
  await heading(page, '已提供');
  // Says what became of the application, and leads back to it.
  await expectText(page, '財力證明已送出');
  await page.getByRole('link', { name: '查看我的申貸案' }).waitFor();
  expect(await page.getByRole('button', { name: '送出財力證明' }).count()).toBe(0);
  await expectText(page, /^\$\s62,000$/);
  await page.getByRole('list', { name: '檔案' }).getByText('salary.jpg').waitFor();
  await expectAccessible(page);
}

test('voluntary documents are sent before the review; then it is withdrawn', async () => {
  const { borrower } = await applied(server);
  const { page } = await pages.open();
  await enter(page, borrower, '/loan/additional_document');
  await expectText(page, '下列文件不是必要的');
  const { bytes } = await newPicture('image');
  const file = { name: '在職證明.jpg', mimeType: 'image/jpeg', buffer: bytes };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await press(page, '上傳工作證明');
  await expectText(page, /在職證明\.jpg（/);
  await expectAccessible(page);
  await provesIncome(page);

  await page.goto(`${server.siteUrl}/account/loan`);
  await press(page, '撤回申請');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText(/撤回後這筆申請就結束了，不收取任何費用/).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '確定撤回' }).click();
  await expectText(page, '申貸案已撤回');
  await expectText(page, '目前沒有進行中的申貸案');
});

test('a declined offer and a rejection say what comes next', async () => {
  const { borrower } = await offered(server, office);
  const { page, complaints } = await pages.open({ mobile: true });
  await enter(page, borrower, '/account/loan');
  await press(page, '放棄');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill('利率比預期高');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '確定放棄' }).click();
  await expectText(page, /利率比預期高。沒有產生任何費用/);
  await expectAccessible(page);

  const refused = await audited(server, office);
  await decide(server, office.reviewer, 'loan_review', refused.loan.id, {
    decision: 'reject',
    reason: '每月還款占收入的比例偏高',
    reasonCode: 'DEBT_RATIO',
  });
  const second = await pages.open({ mobile: true });
  await enter(second.page, refused.borrower, '/account/loan');
  await heading(second.page, '這次申請未能核准');
  await expectText(second.page, '最早可再次申請');
  await expectText(second.page, /降低申請金額/);
  await expectAccessible(second.page);
  const how = { token: refused.borrower.token };
  expect((await server.ok(lending.qualification, {}, how)).data.qualified).toBe(false);
  expect(serious([...complaints, ...second.complaints])).toEqual([]);
});
