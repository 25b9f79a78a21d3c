// A returned application is supplemented on a phone and approved; a bank account is changed.
import { taskList } from '#contract/tasks/lists.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { tasksOffice } from '#contract/tasks/calls.ts';
import type { SentDecision } from '#contract/tasks/decisions.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import { db } from '../../server/database/db.ts';
import { payoutAccountOf } from '../../server/verification/front.ts';
import { answersTo } from '../../actors/operator.ts';
import {
  codeSentTo,
  newOperator,
  newPhone,
  newPicture,
  newVerifiedMember,
} from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { stepsOn } from '../../tests/actors/verifying.ts';
import { pressOnly } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { enter } = visitsOf(server);
const { infoOf, memberAt } = stepsOn(server);

const paidTo = async (memberId: number) =>
  (await payoutAccountOf(db(server.services.pool), server.services, memberId))?.accountTail;

async function signedIn(email: string) {
  const opened = await pages.open({ mobile: true });
  const { page } = opened;
  await enter(page, { email }, '/member/profile');
  await arrive(page, '/member/profile', '身分驗證');
  return opened;
}

async function arrive(page: Page, path: string, heading: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

async function chooseFile(page: Page, field: string): Promise<void> {
  const { filename, type, bytes } = await newPicture(field);
  const file = { name: filename, mimeType: type, buffer: Buffer.from(bytes) };
  await page.locator(`#field-${field}`).setInputFiles(file);
  await page.getByRole('button', { name: `移除「${filename}」` }).waitFor();
}

type Decided = Omit<SentDecision, 'id'>;

/** Decides the only open task of a kind at the office. */
async function decide(kind: TaskKind, decision: Decided): Promise<void> {
  const { token } = await newOperator(server, ['reviewer']);
  const { data } = await server.ok(taskList, { kind }, { token });
  const id = data[0]?.id ?? '0';
  const answers = await answersTo(server, { token }, { kind, id, ...decision });
  await server.ok(tasksOffice.decideTask, { id, ...decision, ...answers }, { token });
}

async function fillAccount(page: Page, account: string): Promise<void> {
  await page.getByRole('combobox', { name: '銀行' }).fill('台新');
  await page.getByRole('option', { name: /812/ }).click();
  await page.getByLabel('帳號', { exact: true }).fill(account);
  await chooseFile(page, 'image');
  await page.getByRole('checkbox', { name: /我確認此帳戶為本人所有/ }).check();
}

test('returned items are supplied again on a phone, submitted and approved', async () => {
  const member = await memberAt(4);
  const items = [
    { item: 'id', fields: ['selfie', 'idIssueCity'], reason: '自拍照模糊' },
    { item: 'bank', reason: '帳號與存摺不符' },
  ];
  await decide('identity_review', { decision: 'supplement', items });
  const { page, complaints } = await signedIn(member.email);
  await page.getByText('自拍照模糊').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: '前往補件' }).click();
  await arrive(page, '/member/additional_document', '補件');
  await expectAccessible(page);

  await page.getByRole('link', { name: '前往補件：身分證件' }).click();
  await arrive(page, '/member/additional_document/id', '補件：身分證件');
  await page.getByRole('img', { name: '先前的手持證件自拍' }).waitFor();
  expect(await page.locator('#field-idFront').count()).toBe(0);
  await expectAccessible(page);
  await chooseFile(page, 'selfie');
  await page.getByLabel('發證地點').selectOption('桃市');
  await pressOnly(page, '儲存這一項');
  await arrive(page, '/member/additional_document', '補件');

  await page.getByRole('link', { name: '前往補件：銀行帳戶' }).click();
  await arrive(page, '/member/additional_document/bank', '補件：銀行帳戶');
  await fillAccount(page, '11112222333344');
  await pressOnly(page, '儲存這一項');
  await arrive(page, '/member/additional_document', '補件');
  await pressOnly(page, '送出補件');
  await page.getByRole('heading', { name: '補件已送出' }).waitFor();
  await expectAccessible(page);
  expect((await infoOf(member)).verifiedIDstatus).toBe(1);

  await decide('identity_review', { decision: 'approve' });
  expect(await infoOf(member)).toMatchObject({ verifiedIDStage: 4, verifiedIDstatus: 3 });
  expect(await paidTo(member.id)).toBe('3344');
  expect(complaints).toEqual([]);
});

test('a bank change asks before it is left, and takes effect after 24 hours', async () => {
  const phone = newPhone();
  const { id, email } = await newVerifiedMember(server, { phone, account: '004000000001' });
  const { page, complaints } = await signedIn(email);
  await page.goto(`${server.siteUrl}/account/profile/alter_bank`);
  await hydrated(page);
  await arrive(page, '/account/profile/alter_bank', '變更銀行帳戶');
  await page.getByText('審核期間撥款與收款仍使用原帳戶').waitFor();
  await page.getByText('****0001').waitFor();
  await expectAccessible(page);
  await fillAccount(page, '55556666777788');

  const question = page.getByRole('alertdialog', {
    name: '您的資料尚未儲存，確定要離開嗎？',
  });
  const back = page.getByRole('main').getByRole('link', { name: '帳戶管理' });
  await back.click();
  await question.getByRole('button', { name: '返回編輯' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/account/profile/alter_bank');
  await back.click();
  await question.getByRole('button', { name: '確定離開' }).click();
  await arrive(page, '/account/profile', '帳戶管理');

  await page.goto(`${server.siteUrl}/account/profile/bank`);
  await hydrated(page);
  await fillAccount(page, '55556666777788');
  await pressOnly(page, '取得驗證碼');
  const code = page.getByRole('textbox', { name: '簡訊驗證碼' });
  await code.waitFor();
  await code.fill(await codeSentTo(server, phone));
  await pressOnly(page, '送出變更申請');
  await page.getByRole('heading', { name: '申請已送出' }).waitFor();
  await expectAccessible(page);
  expect(await paidTo(id)).toBe('0001');

  await decide('account_change_review', { decision: 'approve' });
  await page.goto(`${server.siteUrl}/member/profile`);
  await page.getByText(/銀行帳戶變更已核准/).waitFor();
  expect(await paidTo(id)).toBe('0001');
  await server.advance(1);
  expect(await paidTo(id)).toBe('7788');
  expect(complaints).toEqual([]);
});
