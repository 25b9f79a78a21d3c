// Browser tests of flags: each kind of task that asks about its warnings before it is approved; and
// of the bar in which every task is decided.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays, dayOf } from '#contract/core/day.ts';
import type { Role } from '#contract/core/endpoint.ts';
import { settingsOffice } from '#contract/settings/calls.ts';
import { verification } from '#contract/verification/calls.ts';
import { verificationChanges } from '#contract/verification/changes.ts';
import { audited, newOffice } from '../../server/lending/testing/cases.ts';
import { openTask } from '../../server/tasks/front.ts';
import { inWork } from '../../server/work.ts';
import { paymentsOn } from '../../tests/actors/payments.ts';
import {
  newMember,
  newOperator,
  newPhone,
  newVerifiedMember,
  stepUp,
} from '../../tests/actors/people.ts';
import { openTaskId } from '../../tests/actors/tasks.ts';
import { bankAccount, ownAccount, pictures, stepsOn } from '../../tests/actors/verifying.ts';
import { useServer } from '../../tests/server.ts';
import { isDecided, pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const steps = stepsOn(server);
const pages = useBrowser();
const { placed, pay } = paymentsOn(server);

async function checkAll(page: Page): Promise<void> {
  const rows = page.locator('.office-check');
  await rows.first().waitFor();
  for (let left = await rows.count(); left > 0; left -= 1) await page.keyboard.press('y');
}

test('a warning is answered, and the second person reads the answer', async () => {
  const member = await newMember(server);
  await steps.givePhone(member);
  await steps.giveBasic(member, { isPep: true });
  await steps.giveId(member);
  await steps.giveBank(member, ownAccount());
  const task = await openTaskId(server, 'identity_review', member.id);

  const one = await operatorAt(server, pages, ['reviewer'], `/tasks/${task}`);
  await checkAll(one.page);
  const flags = one.page.getByRole('region', { name: '需確認的事項' });
  await flags.getByText('需兩位同仁').waitFor();
  await one.page.keyboard.press('a');
  await one.page.getByRole('status').getByText('還有 1 項需確認的事項未回答').waitFor();
  const usual = flags.getByRole('button', { name: '已取得財富與資金來源說明' });
  await usual.click();
  expect(await usual.getAttribute('aria-pressed')).toBe('true');
  await flags.getByRole('textbox').fill('已取得財富來源說明，附於備註');
  await expectAccessible(one.page);
  await flags.getByRole('textbox').blur();
  await one.page.keyboard.press('a');
  await isDecided(one.page, '已送另一位同仁決定');

  await one.page.goto(`${server.officeUrl}/tasks/${task}`);
  await one.page.getByText('這項工作由您經辦').waitFor();

  const two = await operatorAt(server, pages, ['reviewer'], `/tasks/${task}`);
  await two.page.getByText('已取得財富來源說明，附於備註').waitFor();
  await checkAll(two.page);
  await expectAccessible(two.page);
  await two.page.keyboard.press('a');
  await isDecided(two.page, '已通過');
  expect((await steps.infoOf(member)).verifiedIDstatus).toBe(3);
});

/** The task of a member with a new password who asks for another bank account. */
async function accountChange(account: { account: string }): Promise<string> {
  const phone = newPhone();
  const member = await newVerifiedMember(server, { phone });
  await server.rows(
    `insert into tasks.audit (at, actor_type, actor_id, subject_type, subject_id, action,
       snapshot, request_id) values (business_now(), 'member', $1, 'member', $1,
       'identity.password_changed', '{}', 'r')`,
    [member.id],
  );
  await stepUp(server, member, phone);
  const how = { token: member.token, files: await pictures('image') };
  const given = { ...bankAccount, ...account };
  const { data } = await server.ok(verificationChanges.changeBank, given, how);
  return openTaskId(server, 'account_change_review', data.id);
}

test('a change of account asks about a new password, and bars what another proved', async () => {
  const task = await accountChange(ownAccount());
  const { page } = await operatorAt(server, pages, ['reviewer'], `/tasks/${task}`);
  await checkAll(page);
  await page.keyboard.press('a');
  await page.getByRole('status').getByText('還有 1 項需確認的事項未回答').waitFor();
  const flags = page.getByRole('region', { name: '需確認的事項' });
  await flags.getByText('近 7 天變更過密碼 1 次').first().waitFor();
  await flags.getByRole('button', { name: '已致電本人確認變更' }).click();
  await expectAccessible(page);
  await page.keyboard.press('a');
  await isDecided(page, '已通過');

  const account = ownAccount();
  const holder = await newVerifiedMember(server, { ...bankAccount, ...account });
  const barred = await accountChange(account);
  await page.goto(`${server.officeUrl}/tasks/${barred}`);
  await checkAll(page);
  await flags.getByText('不能通過').waitFor();
  await flags.getByRole('link', { name: `會員 ${holder.id} 王○明` }).waitFor();
  await page.keyboard.press('a');
  await page.getByRole('status').getByText('有不能通過的事項').waitFor();
  await expectAccessible(page);
});

test('a proof of income far below the declared one is approved with an answer', async () => {
  const { token } = await newVerifiedMember(server, { annualIncome: 4 });
  const proof = { kind: 2, monthlyIncome: 50_000, from: '2026-05-01', to: '2026-07-31' };
  const how = { token, files: await pictures('image') };
  const { data } = await server.ok(verification.sendFinancialStatement, proof, how);
  const task = await openTaskId(server, 'financial_review', data.id);
  const { page } = await operatorAt(server, pages, ['reviewer'], `/tasks/${task}`);
  await checkAll(page);
  const flags = page.getByRole('region', { name: '需確認的事項' });
  await flags
    .getByText(/不到申報級距「80–120萬元」下限的 80%/)
    .first()
    .waitFor();
  await flags.getByRole('button', { name: '另有其他收入，已由文件證明' }).click();
  await expectAccessible(page);
  await page.keyboard.press('a');
  await isDecided(page, '已通過');
});

test('a link of an applicant is answered once for both persons', async () => {
  const { borrower, loan } = await audited(server, await newOffice(server));
  const twin = await newVerifiedMember(server);
  await server.rows(
    `update verification.address_key set hash = (select hash from verification.address_key
       where member_id = $1 and kind = 'registered') where member_id = $2`,
    [borrower.id, twin.id],
  );
  const first = await openTaskId(server, 'loan_review', loan.id);
  const { page } = await operatorAt(server, pages, ['reviewer'], `/tasks/${first}`);
  const flags = page.getByRole('region', { name: '需確認的事項' });
  await flags.getByRole('link', { name: `會員 ${twin.id} 王○明` }).waitFor();
  await page.getByText(/以試算年利率 12.00% 計，本案月付 \$\s[\d,]+/).waitFor();
  await page.keyboard.press('a');
  await page.getByLabel('核准金額').waitFor();
  await page.getByText('還有 1 項需確認的事項未回答').first().waitFor();
  await flags.getByRole('button', { name: '家人同住' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: '核准', exact: true }).click();
  await page.getByRole('heading', { level: 2, name: '已提出核准條件' }).waitFor();

  const second = await openTaskId(server, 'loan_approval', loan.id);
  const approver = await operatorAt(server, pages, ['approver'], `/tasks/${second}`);
  await approver.page.getByRole('region', { name: '需確認的事項' }).getByText('家人同住').waitFor();
  await expectAccessible(approver.page);
  await approver.page.keyboard.press('a');
  await approver.page.getByText('送出即表示您已核對').waitFor();
  await approver.page.keyboard.press('a');
  await approver.page.getByRole('heading', { level: 2, name: '已核准' }).waitFor();
});

const sizes = [
  [1440, 900],
  [1024, 768],
  [375, 812],
] as const;

/** Labels of what scrolls by itself in the main column, besides an enlarged paper. */
const scrollersIn = (page: Page) =>
  page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('*')].flatMap((node) => {
      const { overflowY } = getComputedStyle(node);
      const scrolls = /auto|scroll/.test(overflowY) && node.scrollHeight > node.clientHeight + 1;
      return scrolls && !node.closest('.office-light, textarea') ? [node.className] : [];
    }),
  );

/** The bar of the decision is at the bottom of the window, and hides nothing of the page. */
async function expectBar(page: Page, button: string): Promise<void> {
  const bar = page.getByRole('region', { name: '決定' });
  const decide = bar.getByRole('button', { name: button, exact: true });
  const sheet = bar.getByRole('button', { name: /^(決定|收合)$/ });
  for (const [width, height] of sizes) {
    const at = `${button} at ${width}`;
    await page.setViewportSize({ width, height });
    await page.evaluate(() => window.scrollTo(0, 0));
    const isPhone = width < 768;
    expect(await sheet.isVisible(), at).toBe(isPhone);
    // A key that chose a decision has opened the sheet.
    if (isPhone && (await sheet.getAttribute('aria-expanded')) === 'true') await sheet.click();
    if (isPhone) {
      expect(await decide.isVisible(), at).toBe(false);
      expect(await sheet.getAttribute('aria-expanded'), at).toBe('false');
      const { y, height: high } = (await sheet.boundingBox())!;
      expect(y + high, at).toBeLessThanOrEqual(height);
      await sheet.click();
      expect(await sheet.getAttribute('aria-expanded'), at).toBe('true');
    }
    const box = (await decide.boundingBox())!;
    expect(box.y, at).toBeGreaterThan(0);
    expect(box.y + box.height, at).toBeLessThanOrEqual(height);
    const whole = (await bar.boundingBox())!;
    expect(whole.y + whole.height, at).toBe(height);
    const main = (await page.getByRole('main').boundingBox())!;
    expect([whole.x, whole.width], at).toEqual([main.x, main.width]);
    expect(await scrollersIn(page), at).toEqual([]);
    if (isPhone) await sheet.click();
    // The last line of the page ends above the bar, and what has the focus is scrolled clear of it.
    const last = page.getByRole('button', { name: '新增備註' });
    await last.blur();
    await last.focus();
    const below = async () => {
      const { y, height: high } = (await last.boundingBox())!;
      return y + high - (await bar.boundingBox())!.y;
    };
    await expect.poll(below, { message: at }).toBeLessThanOrEqual(0);
  }
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
}

test('the bar of a decision stands in the window of every kind of task', async () => {
  const taskAt = async (role: Role, id: string) => {
    const { page, complaints } = await operatorAt(server, pages, [role], `/tasks/${id}`);
    await page.getByRole('region', { name: '決定' }).waitFor();
    return { page, complaints };
  };

  // A review: the fields are judged one by one, and the warning is answered.
  const member = await newMember(server);
  await steps.givePhone(member);
  await steps.giveBasic(member, { isPep: true });
  await steps.giveId(member);
  await steps.giveBank(member, ownAccount());
  const review = await openTaskId(server, 'identity_review', member.id);
  const one = await taskAt('reviewer', review);
  await checkAll(one.page);
  await expectBar(one.page, '通過');
  const bar = one.page.getByRole('region', { name: '決定' });
  await bar.getByText('已核對 12／12 項').waitFor();
  await bar.getByRole('button', { name: '1 項未回答' }).click();
  const usual = one.page.getByRole('button', { name: '已取得財富與資金來源說明' });
  await expect.poll(() => usual.evaluate((node) => node === document.activeElement)).toBe(true);
  await one.page.keyboard.press('Enter');
  await bar.getByRole('button', { name: /未回答/ }).waitFor({ state: 'detached' });

  // An application: the terms that the key proposes are in the bar and follow what is typed.
  const office = await newOffice(server);
  const { borrower, loan } = await audited(server, office);
  const twin = await newVerifiedMember(server);
  await server.rows(
    `update verification.address_key set hash = (select hash from verification.address_key
       where member_id = $1 and kind = 'registered') where member_id = $2`,
    [borrower.id, twin.id],
  );
  const { page } = await taskAt('reviewer', await openTaskId(server, 'loan_review', loan.id));
  await page.getByRole('region', { name: '評分建議' }).getByText('每月負擔').waitFor();
  await expectBar(page, '送出決定');
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.keyboard.press('a');
  const terms = page.getByRole('region', { name: '核准條件' });
  await terms.getByText('總費用年百分率').waitFor();
  await expectBar(page, '核准');
  await page.getByLabel('核准金額').fill('90000');
  await page.getByLabel('年化利率').fill('9');
  await terms.getByText('$ 7,871').waitFor();
  await page.getByLabel('年化利率').blur();
  const loanBar = page.getByRole('region', { name: '決定' });
  await loanBar.getByRole('button', { name: '1 項未回答' }).click();
  await page.keyboard.press('Enter');
  await loanBar.getByRole('button', { name: /未回答/ }).waitFor({ state: 'detached' });
  // Choice, reason and button follow each other, and the button is pressed by the keyboard.
  await loanBar.getByRole('radio', { name: '核准' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type('收入穩定');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 2, name: '已提出核准條件' }).waitFor();

  const approval = await openTaskId(server, 'loan_approval', loan.id);
  const second = await taskAt('approver', approval);
  await second.page.getByRole('region', { name: '提出的條件' }).waitFor();
  await second.page.keyboard.press('a');
  await expectBar(second.page, '核准');

  // Money that leaves: two refunds in one batch.
  const orders = [await placed(5_000), await placed(5_000)];
  for (const order of orders) await pay(order, 5_900);
  const maker = await operatorAt(server, pages, ['finance'], '/money/refunds');
  await pressAnywhere(maker.page, '選取本頁全部');
  await pressAnywhere(maker.page, '放行成一個批次');
  await maker.page.getByRole('heading', { level: 1, name: /^退款批次/ }).waitFor();
  const check = await taskAt('approver', await openTaskId(server, 'payment_check', null));
  await check.page
    .getByRole('region', { name: '決定' })
    .getByText('2 筆', { exact: true })
    .waitFor();
  await check.page.keyboard.press('a');
  await expectBar(check.page, '覆核付款');
  await check.page.getByRole('checkbox', { name: /我已核對 2 筆/ }).check();
  await check.page.keyboard.press('a');
  await check.page.getByRole('heading', { level: 2, name: '已覆核付款' }).waitFor();

  // A plain proposal, and a task without a panel.
  const admin = await newOperator(server, ['finance']);
  const name = 'refundFee';
  const { version } = (await server.ok(settingsOffice.getSetting, { name }, admin)).data;
  const effectiveOn = addDays(dayOf(server.services.clock.now()), 1);
  const change = { name, value: 20, effectiveOn, reason: '銀行調高匯費', version } as const;
  const { data } = await server.ok(settingsOffice.changeSetting, change, admin);
  const setting = await taskAt('approver', data.taskId!);
  await expectBar(setting.page, '送出決定');
  const subject = { type: 'task', id: 95_000, label: '備忘 95000' } as const;
  await inWork(server.services, (work) =>
    openTask(work, { kind: 'attention', subject, detail: { why: '請確認' } }),
  );
  const plain = await taskAt('finance', await openTaskId(server, 'attention', 95_000));
  await expectBar(plain.page, '確認完成');
  for (const { complaints } of [one, second, check, setting, plain]) expect(complaints).toEqual([]);
}, 300_000);
