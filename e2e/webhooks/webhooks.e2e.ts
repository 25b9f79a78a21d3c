// Browser test of webhooks: a member registers an address, tries it, reads and repeats deliveries,
// chooses events, pauses, rotates the secret, and deletes the address.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeSentTo } from '../../tests/actors/people.ts';
import {
  expectedSignature,
  type Hooked,
  newDeveloper,
  openReceiver,
  type Receiver,
  withStatus,
} from '../../tests/actors/webhooks.ts';
import { sendWebhooks } from '../../server/webhooks/front.ts';
import { useServer } from '../../tests/server.ts';
import {
  expectText,
  expectToast,
  follow,
  heading,
  press,
  pressOnly,
  serious,
} from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { enter } = visitsOf(server);
let receiver: Receiver;
beforeAll(async () => void (receiver = await openReceiver()));
afterAll(() => receiver.close());

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });

/** Enters the code of a text message, before which none may have been sent for an hour. */
async function prove(page: Page, member: Hooked) {
  await server.rows(`update identity.sms_code set created_at = created_at - interval '1 hour'`);
  await pressOnly(page, '取得驗證碼');
  const code = page.getByLabel('簡訊驗證碼').first();
  await code.waitFor();
  await code.fill(await codeSentTo(server, member.phone));
}

const secretOn = async (page: Page) => {
  const secret = page.locator('code', { hasText: 'whsec_' });
  await secret.waitFor();
  return (await secret.textContent())!;
};

/** Sends what is due, and reads the deliveries again. */
async function delivered(page: Page) {
  await server.rows(`update webhooks.endpoint set busy_until = '-infinity'`);
  await sendWebhooks(server.services);
  await pressOnly(page, '更新');
}

test('a member registers an address, and its wrong ones are refused', async () => {
  const member = await newDeveloper(server);
  const { page, complaints } = await pages.open();
  await enter(page, member, '/account/profile?section=security');
  await follow(page, '管理 Webhook');
  await heading(page, 'Webhook');
  await expectAccessible(page);
  await page.getByRole('textbox', { name: '接收網址' }).fill('http://hooks.example.com/');
  await prove(page, member);
  await pressOnly(page, '新增');
  await expectText(page, '請至少選擇一種事件');
  await box(page, '訂單成立').check();
  await box(page, '借款結清').check();
  await pressOnly(page, '新增');
  await expectText(page, '請填寫 https 開頭的公開網址');
  await page.getByRole('textbox', { name: '接收網址' }).fill(receiver.url);
  await pressOnly(page, '新增');
  await expectText(page, '請立即保存簽章密鑰');
  expect(await secretOn(page)).toMatch(/^whsec_/);
  await page.getByRole('row', { name: /127\.0\.0\.1.*2 種.*使用中/ }).waitFor();
  await expectAccessible(page);
  await pressOnly(page, '新增接收網址');
  await pressOnly(page, '取消');
  expect(await page.getByText('whsec_').count()).toBe(0);
  expect(serious(complaints)).toEqual([]);
});

test('a member tries an address, reads its deliveries, and manages it to its end', async () => {
  const member = await newDeveloper(server);
  const { page, complaints } = await pages.open();
  await enter(page, member, '/account/webhooks');
  await page.getByRole('textbox', { name: '接收網址' }).fill(receiver.url);
  await box(page, '訂單成立').check();
  await prove(page, member);
  await pressOnly(page, '新增');
  const first = await secretOn(page);
  await follow(page, receiver.url);
  await heading(page, '接收網址與紀錄');
  await expectText(page, '還沒有事件');
  await expectAccessible(page);
  receiver.answers(withStatus(503, 'busy just now'));
  await press(page, '傳送測試事件');
  await expectToast(page, '已送出測試事件');
  await delivered(page);
  await page.getByRole('row', { name: /測試事件.*等待傳送.*再試.*HTTP 503/ }).waitFor();
  receiver.answers(withStatus(204));
  await pressOnly(page, '查看');
  const dialog = page.getByRole('dialog', { name: '測試事件' });
  await dialog.getByText('busy just now').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '重新傳送' }).click();
  await expectToast(page, '已重新傳送');
  await delivered(page);
  await page.getByRole('row', { name: /測試事件.*已送達.*HTTP 204/ }).waitFor();
  const got = receiver.received.at(-1)!;
  expect(got.signatures).toEqual([expectedSignature(first, got)]);
  await press(page, '選擇事件');
  await box(page, '借款逾期').check();
  await pressOnly(page, '儲存');
  await expectToast(page, '已儲存事件');
  await expectText(page, '訂單成立、借款逾期');
  await press(page, '暫停');
  await expectToast(page, '已暫停傳送');
  await press(page, '恢復傳送');
  await expectToast(page, '已恢復傳送');
  await press(page, '更換密鑰');
  await prove(page, member);
  const rotating = page.getByRole('alertdialog', { name: '更換簽章密鑰' });
  await rotating.getByRole('button', { name: '更換密鑰' }).click();
  expect(await secretOn(page)).not.toBe(first);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expectText(page, '舊密鑰有效至');
  await press(page, '刪除');
  const asking = page.getByRole('dialog', { name: '刪除這個接收網址？' });
  await asking.getByRole('button', { name: '刪除' }).click();
  await expectToast(page, '已刪除接收網址');
  await page.getByRole('heading', { name: '新增接收網址' }).waitFor();
  expect(
    await server.rows('select from webhooks.endpoint where member_id = $1', [member.id]),
  ).toEqual([]);
  expect(serious(complaints)).toEqual([]);
});
