// Browser tests of flags: each kind of task that asks about its warnings before it is approved.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { verification } from '#contract/verification/calls.ts';
import { verificationChanges } from '#contract/verification/changes.ts';
import { audited, newOffice } from '../../server/lending/testing/cases.ts';
import { newMember, newPhone, newVerifiedMember, stepUp } from '../../tests/actors/people.ts';
import { openTaskId } from '../../tests/actors/tasks.ts';
import { bankAccount, ownAccount, pictures, stepsOn } from '../../tests/actors/verifying.ts';
import { useServer } from '../../tests/server.ts';
import { isDecided } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const steps = stepsOn(server);
const pages = useBrowser({ whole: true });

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

  const one = await operatorAt(server, pages, ['reviewer']);
  await one.page.goto(`${server.officeUrl}/tasks/${task}`);
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

  const two = await operatorAt(server, pages, ['reviewer']);
  await two.page.goto(`${server.officeUrl}/tasks/${task}`);
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
  const { page } = await operatorAt(server, pages, ['reviewer']);
  await page.goto(`${server.officeUrl}/tasks/${task}`);
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
  const { page } = await operatorAt(server, pages, ['reviewer']);
  await page.goto(`${server.officeUrl}/tasks/${task}`);
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
  const reviewer = await operatorAt(server, pages, ['reviewer']);
  const { page } = reviewer;
  await page.goto(`${server.officeUrl}/tasks/${first}`);
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
  const approver = await operatorAt(server, pages, ['approver']);
  await approver.page.goto(`${server.officeUrl}/tasks/${second}`);
  await approver.page.getByRole('region', { name: '需確認的事項' }).getByText('家人同住').waitFor();
  await expectAccessible(approver.page);
  await approver.page.keyboard.press('a');
  await approver.page.getByText('送出即表示您已核對').waitFor();
  await approver.page.keyboard.press('a');
  await approver.page.getByRole('heading', { level: 2, name: '已核准' }).waitFor();
});
