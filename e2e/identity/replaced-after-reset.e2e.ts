// After the office has reset a verification, another bank account or phone than the confirmed one
// is given only with a proof, which the page asks for in a dialog.
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { verificationMembersOffice } from '#contract/verification/members.ts';
import {
  codeSentTo,
  newOperator,
  newPhone,
  newPicture,
  newVerifiedMember,
  type Person,
} from '../../tests/actors/people.ts';
import { decideTask } from '../../tests/actors/tasks.ts';
import { stepsOn } from '../../tests/actors/verifying.ts';
import { useServer } from '../../tests/server.ts';
import { pressOnly, serious } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { enter } = visitsOf(server);

async function resetAtStage(stage: number) {
  const phone = newPhone();
  const member = await newVerifiedMember(server, { phone, account: '004087654321' });
  const reviewer = await newOperator(server, ['reviewer']);
  const reset = { id: String(member.id), stage, reason: '重新確認' };
  await server.ok(verificationMembersOffice.resetStage, reset, reviewer);
  return { member, phone, reviewer: await newOperator(server, ['reviewer']) };
}

/** Opens a step of the verification as a member whose verification was reset to a stage. */
async function resetAt(path: string, stage: number) {
  const { member, phone } = await resetAtStage(stage);
  const opened = await pages.open({ mobile: true });
  await enter(opened.page, member, path);
  return { ...opened, member, phone };
}

/** The last digits of all accounts that a member has given, oldest first. */
async function tailsOf({ id }: Person): Promise<string[]> {
  const rows = await server.rows<{ tail: string }>(
    `select account_tail as tail from verification.bank_account where member_id = $1 order by id`,
    [id],
  );
  return rows.map(({ tail }) => tail);
}

const codeOf = (dialog: Locator) => dialog.getByLabel('簡訊驗證碼');
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');

/** Gives a wrong code in the dialog and then the right one; `act` is the label of the button. */
async function prove(page: Page, dialog: Locator, { phone, act }: { phone: string; act: string }) {
  await dialog.getByRole('button', { name: '取得驗證碼', exact: true }).click();
  await codeOf(dialog).waitFor();
  await expectAccessible(page);
  await expect.poll(() => codeSentTo(server, phone)).toMatch(/^\d{6}$/);
  const code = await codeSentTo(server, phone);
  await codeOf(dialog).fill(otherThan(code));
  await dialog.getByRole('button', { name: act, exact: true }).click();
  await dialog.getByText('驗證碼不正確').first().waitFor();
  await expectAccessible(page);
  await codeOf(dialog).fill(code);
  await dialog.getByRole('button', { name: act, exact: true }).click();
}

test('another bank account is sent by the right code only, not by closing', async () => {
  const { complaints, member, page, phone } = await resetAt('/member/profile/bank', 3);
  const tails = () => tailsOf(member);
  await page.getByRole('combobox', { name: '銀行' }).fill('台新');
  await page.getByRole('option', { name: /812/ }).click();
  await page.getByLabel('帳號', { exact: true }).fill('11112222333344');
  const { filename, type, bytes } = await newPicture('image');
  const file = { name: filename, mimeType: type, buffer: Buffer.from(bytes) };
  await page.locator('#field-image').setInputFiles(file);
  await page.getByRole('button', { name: `移除「${filename}」` }).waitFor();
  await page.getByRole('checkbox', { name: /我確認此帳戶為本人所有/ }).check();
  await pressOnly(page, '送出並開始審核');

  const dialog = page.getByRole('dialog', { name: '更換銀行帳戶' });
  await dialog.getByText('這個帳戶已有使用中的銀行帳戶').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '關閉' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await tails()).toEqual(['4321']);

  // What was typed is still there, is not left without a question, and can be sent again.
  await page.getByText('請先確認是您本人').first().waitFor();
  await page.getByRole('banner').getByRole('link').first().click();
  const question = page.getByRole('alertdialog', { name: '您的資料尚未儲存' });
  await question.getByRole('button', { name: '返回編輯' }).click();
  expect(await page.getByLabel('帳號', { exact: true }).inputValue()).toMatch(/3333 44$/);
  await pressOnly(page, '送出並開始審核');
  await prove(page, dialog, { phone, act: '送出並開始審核' });
  await page.waitForURL((url) => url.pathname !== '/member/profile/bank');
  expect(await tails()).toEqual(['4321', '3344']);
  expect(serious(complaints)).toEqual([]);
});

test('another bank account given by a supplement needs the same proof', async () => {
  const { member, phone, reviewer } = await resetAtStage(3);
  const usual = { bankCode: '004', account: '004087654321' };
  expect((await stepsOn(server).giveBank(member, usual)).status).toBe(200);
  const items = [{ item: 'bank', fields: ['account'], reason: '帳號與存摺不符' }];
  const of = { kind: 'identity_review', subjectId: member.id } as const;
  const returned = await decideTask(server, reviewer, of, { decision: 'supplement', items });
  expect(returned.code).toBeNull();
  const { complaints, page } = await pages.open({ mobile: true });
  await enter(page, member, '/member/additional_document/bank');
  await page.getByLabel('帳號', { exact: true }).fill('11112222333344');
  await page.getByRole('checkbox', { name: /我確認此帳戶為本人所有/ }).check();
  await pressOnly(page, '儲存這一項');
  const dialog = page.getByRole('dialog', { name: '更換銀行帳戶' });
  await prove(page, dialog, { phone, act: '儲存這一項' });
  await page.waitForURL((url) => url.pathname === '/member/additional_document');
  expect(await tailsOf(member)).toEqual(['4321', '4321', '3344']);
  expect(serious(complaints)).toEqual([]);
});

test('another phone gets its code by the right proof only, not by closing', async () => {
  const { complaints, page, phone } = await resetAt('/member/profile/phone', 0);
  const next = newPhone();
  await page.getByLabel('手機號碼', { exact: true }).fill(next);
  await pressOnly(page, '取得驗證碼');
  const dialog = page.getByRole('dialog', { name: '更換手機號碼' });
  await dialog.getByText('這個帳戶已經驗證過另一支手機').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '關閉' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.getByLabel('手機號碼', { exact: true }).inputValue()).toContain(next.slice(-3));

  await pressOnly(page, '取得驗證碼');
  await prove(page, dialog, { phone, act: '繼續' });
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => codeSentTo(server, next)).toMatch(/^\d{6}$/);
  await page.getByLabel('簡訊驗證碼').fill(await codeSentTo(server, next));
  await page.waitForURL((url) => url.pathname !== '/member/profile/phone');
  expect(serious(complaints)).toEqual([]);
});
