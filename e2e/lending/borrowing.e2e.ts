// Test of a borrower who compares plans, answers the offer, signs in several ways, and sees what is
// due.
import { expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { applied, funded, newOffice, offered } from '../../server/lending/testing/cases.ts';
import { disburse, goTo, newTeam, pay, signedLoan, today } from '../../tests/actors/loans.ts';
import { codeSentTo, newMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, follow, heading, press, serious } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';
import { readWhole } from '../kit/signing.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const papers = useBrowser({ whole: true });

const { enter, visit } = visitsOf(server);

test('a visitor compares plans and calculates one; an unknown plan is not found', async () => {
  const { page, complaints } = await pages.open();
  await visit(page, '/loan/alllist');
  await heading(page, '找到適合您職業的方案');
  // The helper comes first, each plan once in a row; the comparison opens on request.
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    '不確定哪個適合？',
    '所有方案',
    '常見問題',
  ]);
  const tall = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(tall).toBeLessThan(3_000);
  await page.getByText('並排比較所有方案').click();
  await page.getByRole('table', { name: '所有方案的比較' }).waitFor();
  await expectAccessible(page);
  const helper = page.getByRole('region', { name: '不確定哪個適合？' });
  for (const answer of ['科技工程', '10 萬元', '2 年']) {
    await helper.getByRole('radio', { name: answer }).click();
  }
  await helper.getByRole('link', { name: '申請科技工程師方案' }).waitFor();
  await expectAccessible(page);
  const work = page.getByRole('group', { name: '您的職業' });
  await work.getByRole('radio', { name: '科技工程' }).check();
  await follow(page, /^方案內容/);
  await heading(page, '費用一次看清');
  await page.getByRole('radio', { name: '12 期' }).check();
  await page.getByLabel('借款金額', { exact: true }).fill('100000');
  await expectText(page, /\$\s8,\d{3}–/);
  await expectAccessible(page);
  expect(serious(complaints)).toEqual([]);
  const missing = await page.goto(`${server.siteUrl}/loan/no-such-plan`);
  expect(missing?.status()).toBe(404);
});

test('a member with a loan in progress is led to it', async () => {
  const { borrower, loan } = await applied(server);
  const { page } = await pages.open();
  await enter(page, borrower, '/loan/apply');
  await heading(page, `您已有申貸案 ${loan.caseNo}`);
  await expectAccessible(page);
  await follow(page, '前往查看');
  await page.waitForURL('**/account/loan');
});

test('a member who may not apply reads why', async () => {
  const { page } = await pages.open();
  await enter(page, await newMember(server), '/loan/apply');
  await heading(page, '目前還不能申貸');
  await expectText(page, '請先完成身分驗證');
  await expectAccessible(page);
});

test('an offer is accepted once its terms are confirmed; another is declined', async () => {
  const office = await newOffice(server);
  const { borrower } = await offered(server, office);
  const { page, complaints } = await pages.open({ mobile: true });
  await enter(page, borrower, '/account/loan');
  await expectText(page, '每期應還');
  await expectAccessible(page);
  await press(page, '同意條件並開始募集');
  await expectText(page, '請先確認已了解以上條件');
  await page.getByRole('checkbox').check();
  await press(page, '同意條件並開始募集');
  await heading(page, '募集中');
  await expectAccessible(page);
  expect(serious(complaints)).toEqual([]);

  const other = await offered(server, office);
  const second = await pages.open();
  await enter(second.page, other.borrower, '/account/loan');
  await press(second.page, '放棄');
  const dialog = second.page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: '確定放棄' }).click();
  await expectText(second.page, '目前沒有進行中的申貸案');
});

test('a contract is signed by the typed name, read, and sealed with a code', async () => {
  const { borrower } = await funded(server, await newOffice(server));
  const { page, complaints } = await papers.open();
  await enter(page, borrower, '/account/loan');
  await follow(page, '前往簽約');
  await heading(page, '確認條款');
  await expectAccessible(page);
  await page.getByRole('checkbox').check();
  await press(page, '下一步');
  await heading(page, '簽名式樣');
  await press(page, '下一步');
  await expectText(page, '請先簽名，或以姓名簽署');
  await expectText(page, '請簽 王小明');
  await press(page, '以姓名簽署');
  const typed = page.getByRole('textbox', { name: '以姓名簽署' });
  expect(await typed.inputValue()).toBe('王小明');
  await typed.fill('林美玲');
  await press(page, '下一步');
  await expectText(page, '簽名要與您通過驗證的姓名完全相同');
  await typed.fill('王小明');
  await expectAccessible(page);
  await press(page, '下一步');
  await readWhole(page);
  await press(page, '取得驗證碼');
  await page.getByRole('textbox', { name: '簡訊驗證碼' }).fill('000000');
  await press(page, '簽署契約');
  await expectText(page, /驗證碼不正確/);
  await expectAccessible(page);
  const code = await codeSentTo(server, borrower.phone);
  await page.getByRole('textbox', { name: '簡訊驗證碼' }).fill(code);
  await press(page, '簽署契約');
  await heading(page, '契約簽署完成');
  const hash = await page.getByText(/^[0-9a-f]{64}$/).textContent();
  const [row] = await server.rows<{ sha256: string }>(
    `select sha256 from lending.contract where kind = 'final' order by id desc limit 1`,
  );
  expect(hash).toBe(row?.sha256);
  const [pdf] = await Promise.all([page.waitForEvent('popup'), press(page, '契約 PDF')]);
  await pdf.waitForURL(/^blob:/);
  await pdf.close();
  await expectAccessible(page);
  expect(serious(complaints)).toEqual([]);
});

test('a contract is signed by hand', async () => {
  const { borrower } = await funded(server, await newOffice(server));
  const { page } = await pages.open();
  await enter(page, borrower, '/account/loan/protect');
  await page.getByRole('checkbox').check();
  await press(page, '下一步');
  const box = await page.getByRole('group', { name: '簽名區' }).boundingBox();
  if (!box) throw new Error('nowhere to sign');
  await page.mouse.move(box.x + 60, box.y + 60);
  await page.mouse.down();
  for (let i = 1; i <= 20; i += 1) {
    await page.mouse.move(box.x + 60 + i * 12, box.y + 60 + (i % 5) * 14);
  }
  await page.mouse.up();
  await press(page, '下一步');
  await heading(page, '閱讀契約');
});

test('the amount due is on the page, and a prepayment is quoted and instructed', async () => {
  const team = await newTeam(server);
  const loan = await signedLoan(server);
  const account = await disburse(server, loan, team);
  const { page, complaints } = await pages.open();
  await enter(page, loan.borrower, '/account/loan');
  await expectText(page, '下期應還（第 1／12 期）');
  await page.getByRole('button', { name: '複製虛擬帳號' }).waitFor();
  await expectAccessible(page);
  // The curve of the debt begins at the whole amount and has the figures of the schedule's rows.
  const curve = page.getByRole('slider', { name: /^剩餘應還金額/ });
  const words = () => curve.getAttribute('aria-valuetext');
  await curve.focus();
  expect(await words()).toMatch(/^撥款時：剩餘本金 \$\s100,000，之後的利息 \$\s/);
  await page.keyboard.press('ArrowRight');
  const first = page.getByRole('table', { name: '每期應還本金與利息' }).getByRole('row').nth(1);
  const balance = await first.getByRole('cell').nth(5).innerText();
  expect(await words()).toContain(`還完第 1 期：剩餘本金 ${balance}`);
  await page.keyboard.press('End');
  expect(await words()).toMatch(/剩餘本金 \$\s0，之後的利息 \$\s0$/);
  await press(page, '我要提前清償');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('應轉帳金額').waitFor();
  await dialog.getByRole('radio', { name: /部分清償/ }).check();
  await dialog.getByLabel('提前清償的本金').fill('20500');
  await dialog.getByText('請以 $ 1,000 為單位').waitFor();
  await dialog.getByLabel('提前清償的本金').fill('20000');
  await dialog
    .getByText(/每期 \$\s/)
    .first()
    .waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '確認提前清償' }).click();
  await dialog.getByText('已收到您的指示').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '完成' }).click();
  // The page keeps showing the prepayment instruction, how to pay, and how to withdraw the
  // instruction.
  await expectText(page, /已指示提前清償：部分清償本金 \$\s20,000，縮短期數/);
  await expectText(page, /23:59 前一次轉入 \$\s/);
  await expectText(page, /若不想提前清償，不需取消/);
  await expectAccessible(page);
  // Too little money arrives on the day, so the instruction to prepay lapses once the bank's day is
  // closed.
  await pay(server, account, 5_000);
  await goTo(server, addDays(today(server), 2));
  await page.goto(`${server.siteUrl}/account/notification`);
  await hydrated(page);
  await page.getByRole('button', { name: /的提前清償未能辦理/ }).click();
  await expectText(page, /當天 23:59 前沒有收到足額款項.*已收到的 \$\s5,000 留作預收款/);
  await expectAccessible(page);
  await follow(page, '立即前往');
  await page.waitForURL('**/account/loan');
  await expectText(page, /您有預收款/);
  await press(page, '申請退回');
  await dialog.getByText(/由他人代付的部分退回原付款帳戶，不收手續費/).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^退回 \$\s5,000$/ }).click();
  await expectText(page, '預收款將退回');
  await expect.poll(() => page.getByText(/您有預收款/).count()).toBe(0);
  expect(serious(complaints)).toEqual([]);
});
