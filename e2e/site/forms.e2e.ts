// Behaviour of every form: it leads the member to errors, removes messages of corrected errors, and
// does not shift the layout.
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { funded, newBorrower, newOffice } from '../../server/lending/testing/cases.ts';
import { newIdNumber, newMember, password } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { stepsOn } from '../../tests/actors/verifying.ts';
import { heading, pressOnly } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { enter } = visitsOf(server);
const { memberAt } = stepsOn(server);

/** Taps once where the button is visible, as a finger does, without waiting or retrying. */
async function tapOnce(page: Page, button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await button.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await new Promise((resolve) => setTimeout(resolve, 120));
  await page.mouse.up();
}

/** Returns whether nothing, such as a bar, covers the middle of the element. */
const isUncovered = (element: Locator) =>
  element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && (node.contains(hit) || hit.contains(node));
  });

const isFocused = (element: Locator) => element.evaluate((node) => node === document.activeElement);

test('one tap submits after a correction, although a message disappears', async () => {
  const { page } = await pages.open({ mobile: true });
  await enter(page, await memberAt(1), '/member/profile/basic');
  const forward = page.getByRole('button', { name: '下一頁' });
  await forward.click();
  await page.getByText('請選擇出生日期').waitFor();
  await page.getByLabel('中文姓名').fill('林美玲');
  await page.getByLabel('身分證字號／居留證號').fill(newIdNumber());
  await page.getByLabel('民國年').selectOption('1990');
  await page.getByLabel('月', { exact: true }).selectOption('5');
  const before = await forward.boundingBox();
  await page.getByLabel('日', { exact: true }).selectOption('20');
  // The error message disappears before the field loses focus, and the button does not move.
  await page.getByText('請選擇出生日期').waitFor({ state: 'hidden' });
  expect((await forward.boundingBox())?.y).toBe(before?.y);
  await tapOnce(page, forward);
  await page.getByText('第 2／4 頁').waitFor();
});

test('a message is nearer to its own field than to what follows', async () => {
  const { page } = await pages.open({ mobile: true });
  await page.goto(`${server.siteUrl}/member/login`);
  await hydrated(page);
  await pressOnly(page, '登入');
  const message = page.locator('.field-error', { hasText: '請輸入電子郵件' });
  await message.waitFor();
  const own = (await page.getByLabel('電子郵件').boundingBox())!;
  const box = (await message.boundingBox())!;
  const next = (await page.getByText('密碼', { exact: true }).first().boundingBox())!;
  const above = box.y - (own.y + own.height);
  expect(next.y - (box.y + box.height)).toBeGreaterThanOrEqual(above + 4);
});

test('a failed submit leads to the first wrong field; corrected ones leave the list', async () => {
  const { page } = await pages.open({ mobile: true });
  await page.goto(`${server.siteUrl}/member/resetPassword`);
  await hydrated(page);
  await pressOnly(page, '更新密碼');
  const box = page.getByRole('alert').filter({ hasText: '請修正以下' });
  await box.waitFor();
  const first = page.getByLabel('電子郵件');
  await expect.poll(() => isFocused(first)).toBe(true);
  expect(await isUncovered(first)).toBe(true);
  // The order of the error list is the order of the fields on the page.
  const targets = await box.getByRole('link').evaluateAll((links) =>
    links.map((link) => {
      const id = link.getAttribute('href')!.slice(1);
      return document.getElementById(id)!.getBoundingClientRect().top;
    }),
  );
  expect(targets.length).toBe(4);
  expect(targets).toEqual(targets.toSorted((a, b) => a - b));
  const code = page.getByRole('textbox', { name: '驗證碼' });
  const place = (await code.boundingBox())?.y;
  await first.fill('someone@example.com');
  await page.getByRole('heading', { name: '請修正以下 3 個欄位' }).waitFor();
  await code.fill('12345678');
  await page.getByRole('heading', { name: '請修正以下 2 個欄位' }).waitFor();
  expect((await code.boundingBox())?.y).toBe(place);
  await page.getByRole('textbox', { name: '新密碼', exact: true }).fill(password);
  await page.getByRole('textbox', { name: '確認新密碼' }).fill(password);
  await page.getByRole('heading', { name: '都修正好了，可以送出' }).waitFor();
  await expectAccessible(page);
});

test('the second password is checked again when the first changes', async () => {
  const { page } = await pages.open();
  await page.goto(`${server.siteUrl}/member/resetPassword`);
  await hydrated(page);
  const [one, other] = [
    page.getByRole('textbox', { name: '新密碼', exact: true }),
    page.getByRole('textbox', { name: '確認新密碼' }),
  ];
  await one.fill(password);
  await other.fill(`${password}!`);
  await pressOnly(page, '更新密碼');
  const unlike = page.locator('#field-confirmPassword-error, #field-passwordCheck-error');
  await unlike.waitFor();
  await one.fill(`${password}!`);
  await unlike.waitFor({ state: 'hidden' });
});

test('a form with one wrong field shows its message once, below the field', async () => {
  const { page } = await pages.open();
  const member = await newMember(server);
  await page.goto(`${server.siteUrl}/member/login`);
  await hydrated(page);
  await page.getByLabel('電子郵件').fill(member.email);
  await pressOnly(page, '登入');
  await page.getByText('請輸入密碼').waitFor();
  expect(await page.getByText('請輸入密碼').count()).toBe(1);
  expect(await isFocused(page.getByRole('textbox', { name: '密碼' }))).toBe(true);
});

test('signing on a phone: each step says what is missing; a reload keeps the step', async () => {
  const { borrower } = await funded(server, await newOffice(server));
  const { page } = await pages.open({ mobile: true });
  await enter(page, borrower, '/account/loan/protect');
  await heading(page, '確認條款');
  const next = page.getByRole('button', { name: '下一步' });
  await tapOnce(page, next);
  const confirmed = page.getByRole('checkbox', { name: /我已確認總費用年百分率/ });
  await expect.poll(() => isFocused(confirmed)).toBe(true);
  expect(await isUncovered(confirmed)).toBe(true);
  const reason = page.getByText('請先勾選確認總費用年百分率與條款');
  expect(await isUncovered(reason)).toBe(true);
  await expectAccessible(page);
  await confirmed.check();
  await reason.waitFor({ state: 'hidden' });
  await tapOnce(page, next);
  await heading(page, '簽名式樣');
  expect(new URL(page.url()).searchParams.get('step')).toBe('2');
  await page.reload();
  await hydrated(page);
  await heading(page, '簽名式樣');
  await tapOnce(page, next);
  const unsigned = page.getByText('請先簽名，或以姓名簽署');
  await unsigned.waitFor();
  expect(await isUncovered(unsigned)).toBe(true);
  await page.getByRole('button', { name: '以姓名簽署' }).click();
  await unsigned.waitFor({ state: 'hidden' });
  await tapOnce(page, next);
  await heading(page, '閱讀契約');
  // Each clause of the contract begins with one plain sentence.
  await page.getByText('您向多位出資人借款').waitFor();
  await page.goBack();
  await heading(page, '簽名式樣');
});

test('no step of signing can be skipped by its URL', async () => {
  const { borrower } = await funded(server, await newOffice(server));
  const { page } = await pages.open();
  await enter(page, borrower, '/account/loan/protect?step=4');
  await heading(page, '確認條款');
});

/** Fills in the application step by step, up to the one that submits it. */
async function fillToTheEnd(
  page: Page,
  { note, company, phone = '0922333444' }: { note: string; company: string; phone?: string },
) {
  await pressOnly(page, '開始填寫');
  await page.getByLabel('借款金額', { exact: true }).fill('100000');
  await page.getByRole('radio', { name: '12 期' }).check();
  await pressOnly(page, '下一步');
  await heading(page, '資金用途');
  await page.getByRole('radio', { name: /進修/ }).check();
  const purpose = page.getByRole('textbox', { name: /補充說明/ });
  await purpose.fill('有問題請打 0912345678');
  await pressOnly(page, '下一步');
  // The text is refused in the step in which the borrower enters it, not seven steps later.
  await page.getByText(/看起來含有電話/).waitFor();
  expect(await isFocused(purpose)).toBe(true);
  await page.getByText('還有 1 個欄位需要修正').waitFor();
  await purpose.fill(note);
  await pressOnly(page, '下一步');
  await heading(page, '工作與收入');
  await page.getByLabel('公司名稱').fill(company);
  await page.getByLabel('民國年').selectOption({ index: 7 });
  await page.getByLabel('月', { exact: true }).selectOption('3 月');
  await page.getByLabel('月收入', { exact: true }).fill('60000');
  await pressOnly(page, '下一步');
  await heading(page, '家庭與居住');
  await page.getByLabel('婚姻狀況').selectOption('未婚');
  await page.getByLabel('扶養人數').selectOption('無');
  await page.getByLabel('最高學歷').selectOption('大學');
  await page.getByLabel('居住狀況').selectOption('租賃');
  await pressOnly(page, '下一步');
  await heading(page, '財務狀況');
  const cards = page.getByRole('group', { name: '是否持有信用卡' });
  await cards.getByRole('radio', { name: '沒有' }).check();
  await page.getByLabel('每月固定支出').fill('18000');
  const late = page.getByRole('group', { name: /是否曾遲繳/ });
  await late.getByRole('radio', { name: '沒有' }).check();
  await pressOnly(page, '下一步');
  await heading(page, '聯絡人');
  await page.getByLabel('姓名').fill('林美華');
  await page.getByLabel('與您的關係').selectOption('父母');
  await page.getByLabel('手機號碼').fill(phone);
  await pressOnly(page, '下一步');
  await heading(page, '文件');
  await pressOnly(page, '下一步');
  await heading(page, '確認與送出');
}

test('a refused application stays and links to the step to be changed', async () => {
  const { page } = await pages.open();
  await enter(page, await newBorrower(server), '/loan/engineer/apply');
  await fillToTheEnd(page, { note: '在海角實業上班，要繳學費', company: '海角實業' });
  await page.getByRole('checkbox').first().waitFor();
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await pressOnly(page, '送出申請');
  await page.getByText('請勿填寫姓名、電話、電子郵件或公司名稱').waitFor();
  await heading(page, '確認與送出');
  expect(await page.getByRole('checkbox').first().isChecked()).toBe(true);
  await expectAccessible(page);
  await pressOnly(page, '前往第 2 步「資金用途」');
  await heading(page, '資金用途');
  await page.getByRole('textbox', { name: /補充說明/ }).fill('繳學費');
  await pressOnly(page, '下一步');
  // No other field has an error, so the form leads straight back to the last step.
  await heading(page, '確認與送出');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await pressOnly(page, '送出申請');
  await heading(page, '已收到，還差一步');
});

test('a contact with the own number is refused, and the form leads back to it', async () => {
  const { page } = await pages.open();
  const borrower = await newBorrower(server);
  await enter(page, borrower, '/loan/engineer/apply');
  await fillToTheEnd(page, { note: '繳學費', company: '海角實業', phone: borrower.phone });
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await pressOnly(page, '送出申請');
  await page.getByText('聯絡人的手機不能是您本人的號碼').first().waitFor();
  await pressOnly(page, '前往第 6 步「聯絡人」');
  await heading(page, '聯絡人');
  await page.getByLabel('手機號碼').fill('0922333444');
  await pressOnly(page, '下一步');
  await heading(page, '確認與送出');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await pressOnly(page, '送出申請');
  await heading(page, '已收到，還差一步');
});

test('the button to the top covers no bar and no field that is being filled in', async () => {
  const { page } = await pages.open({ mobile: true });
  await page.goto(`${server.siteUrl}/`);
  await hydrated(page);
  await page.evaluate(() => window.scrollTo(0, 3_000));
  const bar = page.locator('.sticky-acts[data-shown]');
  await bar.waitFor();
  const top = page.getByRole('button', { name: '回到頂端' });
  await expect.poll(() => top.isVisible()).toBe(false);
  await page.goto(`${server.siteUrl}/support`);
  await hydrated(page);
  await page.evaluate(() => window.scrollTo(0, 3_000));
  await expect.poll(() => top.isVisible()).toBe(true);
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('input'), { id: 'typed' }));
    document.getElementById('typed')!.focus({ preventScroll: true });
  });
  await expect.poll(() => top.isVisible()).toBe(false);
});
