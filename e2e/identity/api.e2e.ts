// Browser test of access by programs: tokens of a member, and applications of partners from their
// registration at the office to the member's consent.
import { partnerList } from '#contract/identity/lists.ts';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { newPartner } from '../../tests/actors/api.ts';
import {
  codeSentTo,
  messagesTo,
  newOperator,
  newPhone,
  newVerifiedMember,
  type Person,
} from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, expectToast, follow, heading, pressOnly, serious } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { enter, visit } = visitsOf(server);

type Member = Person & { phone: string };
async function newPhoneMember(): Promise<Member> {
  const phone = newPhone();
  return { ...(await newVerifiedMember(server, { phone })), phone };
}

/** Confirms by the code of a text message in the dialog that asks for it. */
async function prove(page: Page, { phone }: Member, act: string) {
  const dialog = page.getByRole('dialog', { name: '請先確認是您本人' });
  await dialog.getByRole('button', { name: '取得驗證碼' }).click();
  const code = dialog.getByLabel('簡訊驗證碼').first();
  await code.waitFor();
  await expectAccessible(page);
  const [message] = await messagesTo(server, phone);
  expect(message?.body).toMatch(/用於(建立 API 權杖|連結應用程式)，/);
  await code.fill(await codeSentTo(server, phone));
  await dialog.getByRole('button', { name: act }).click();
}

const search = (token: string) =>
  fetch(`${server.siteUrl}/v1/invest/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });

test('a member creates a token, uses it, and revokes it', async () => {
  const member = await newPhoneMember();
  const { page, complaints } = await pages.open();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, member, '/account/profile?section=security');
  await follow(page, '管理 API 存取');
  await heading(page, 'API 存取');
  await expectText(page, '還沒有授權任何程式');
  await expectAccessible(page);
  await pressOnly(page, '建立權杖');
  const dialog = page.getByRole('dialog', { name: '建立權杖' });
  await dialog.getByRole('button', { name: '建立', exact: true }).click();
  await dialog.getByText('請至少選擇一項').first().waitFor();
  await dialog.getByLabel('名稱').fill('每日報表');
  await dialog.getByRole('checkbox', { name: '查看案件' }).check();
  await dialog.getByRole('checkbox', { name: '下單出資' }).check();
  await dialog.getByLabel('每日下單上限').fill('20000');
  await dialog.getByRole('radio', { name: '30 天' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '建立', exact: true }).click();
  await prove(page, member, '建立權杖');
  const shown = page.getByRole('alertdialog', { name: '請立即複製權杖' });
  await shown.getByText('關閉後就無法再次查看').waitFor();
  await expectAccessible(page);
  const token = (await shown.locator('code').textContent()) ?? '';
  await shown.getByRole('button', { name: '複製權杖' }).click();
  await expectToast(page, '已複製權杖');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await shown.getByRole('button', { name: '我已存好' }).click();
  await page.getByText('查看案件、下單出資').waitFor();
  expect((await search(token)).status).toBe(200);
  await page.reload();
  await expectText(page, '上次使用');
  await expectText(page, '每日上限');
  await expectAccessible(page);
  await page.getByRole('button', { name: '撤銷「每日報表」' }).click();
  const ending = page.getByRole('alertdialog', { name: '撤銷「每日報表」' });
  await ending.getByRole('button', { name: '撤銷' }).click();
  await expectToast(page, '已撤銷「每日報表」');
  await expectText(page, '還沒有授權任何程式');
  expect((await search(token)).status).toBe(401);
  expect(serious(complaints)).toEqual([]);
});

/** An application on this machine: it waits for the member to come back with a code. */
async function startApplication() {
  const came: URL[] = [];
  const app = createServer((request, response) => {
    came.push(new URL(request.url ?? '', 'http://127.0.0.1'));
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<title>理財小幫手</title><h1>歡迎回來</h1>');
  }).listen(0, '127.0.0.1');
  await once(app, 'listening');
  onTestFinished(() => void app.close());
  const { port } = app.address() as AddressInfo;
  return { came, redirectUri: `http://127.0.0.1:${port}/back` };
}

test('a member connects an application of a partner and disconnects it', async () => {
  const member = await newPhoneMember();
  const { came, redirectUri } = await startApplication();
  const name = '理財小幫手';
  const registered = { name, redirectUris: ['http://127.0.0.1/back'] };
  const admins = [
    await newOperator(server, ['admin']),
    await newOperator(server, ['admin']),
  ] as const;
  const { clientId } = await newPartner(server, admins, registered);
  const verifier = randomBytes(32).toString('base64url');
  const link = (more: Record<string, string> = {}) =>
    `/oauth/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      state: 'xyz',
      scope: 'cases:read orders:place',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      unknown: 'is ignored',
      ...more,
    })}`;
  const { page, complaints } = await pages.open();
  await enter(page, member, link({ redirect_uri: 'https://evil.example/' }));
  await expectText(page, '連結要求送往未登記的網址');
  await heading(page, '連結應用程式');
  await expectText(page, '您的帳戶沒有開放任何權限');
  await expectAccessible(page);
  await visit(page, link({ scope: 'bank:write' }));
  await expectText(page, '應用程式送出的連結有誤');
  await page.getByRole('link', { name: '回到應用程式' }).click();
  await page.getByRole('heading', { name: '歡迎回來' }).waitFor();
  expect(came.at(-1)?.searchParams.get('error')).toBe('invalid_scope');
  await visit(page, link());
  await heading(page, `「${name}」想要存取您的帳戶`);
  await expectText(page, '您這台電腦上的程式');
  await expectAccessible(page);
  await page.getByRole('link', { name: '拒絕' }).click();
  await page.getByRole('heading', { name: '歡迎回來' }).waitFor();
  expect(came.at(-1)?.searchParams.get('error')).toBe('access_denied');
  await visit(page, link());
  await page.getByLabel('每日下單上限').fill('30000');
  await page.getByRole('radio', { name: '90 天' }).check();
  await pressOnly(page, '允許');
  await prove(page, member, '允許');
  await page.getByRole('heading', { name: '歡迎回來' }).waitFor();
  const back = came.at(-1)?.searchParams;
  expect(back?.get('state')).toBe('xyz');
  const response = await fetch(`${server.siteUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      code: back?.get('code') ?? '',
      code_verifier: verifier,
    }),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const { access_token: token = '' } = (await response.json()) as Record<string, string>;
  expect((await search(token)).status).toBe(200);
  await visit(page, '/account/api');
  await expectText(page, name);
  await expectAccessible(page);
  await page.getByRole('button', { name: `解除連結「${name}」` }).click();
  const ending = page.getByRole('alertdialog', { name: `解除連結「${name}」` });
  await ending.getByRole('button', { name: '解除連結' }).click();
  await expectToast(page, `已解除連結「${name}」`);
  expect((await search(token)).status).toBe(401);
  expect(serious(complaints)).toEqual([]);
});

test('two administrators register an application, and one ends it', async () => {
  const one = await operatorAt(server, pages, ['admin'], '/partners');
  const { page } = one;
  await heading(page, '合作應用程式');
  await page.getByRole('row', { name: /記帳王/ }).waitFor({ state: 'detached' });
  await expectAccessible(page);
  await pressOnly(page, '登記應用程式');
  const dialog = page.getByRole('dialog', { name: '登記應用程式' });
  await dialog.getByLabel('名稱').fill('記帳王');
  await dialog.getByLabel('回傳網址').fill('http://evil.example/');
  await dialog.getByRole('checkbox', { name: '查看出資' }).check();
  await dialog.getByRole('button', { name: '提出登記' }).click();
  await dialog.getByText('每行一個 https 網址').first().waitFor();
  await dialog.getByLabel('回傳網址').fill('https://app.example/a\nhttps://app.example/b');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '提出登記' }).click();
  await expectToast(page, '已提出登記，待另一位管理同仁核可');
  await page.getByRole('row', { name: /記帳王.*待核可/ }).waitFor();
  const other = await operatorAt(server, pages, ['admin'], '/partners');
  await other.page.getByRole('link', { name: '前往核可：記帳王' }).click();
  await expectText(other.page, 'https://app.example/b');
  await other.page.getByRole('radio', { name: /^通過/ }).check();
  await other.page.getByRole('checkbox', { name: /我已向合作夥伴確認/ }).check();
  await expectAccessible(other.page);
  await pressOnly(other.page, '通過');
  await other.page.getByRole('heading', { level: 2, name: '已通過' }).waitFor();
  await page.goto(`${server.officeUrl}/partners?state=active`);
  await page.getByRole('row', { name: /記帳王.*合作中/ }).waitFor();
  await page.getByRole('button', { name: '停用：記帳王' }).click();
  const ending = page.getByRole('dialog', { name: '停用「記帳王」' });
  await ending.getByLabel('原因').fill('不再合作');
  await expectAccessible(page);
  await ending.getByRole('button', { name: '停用' }).click();
  await expectToast(page, '已停用應用程式');
  const { operator } = one;
  const ended = await server.ok(partnerList, { state: 'ended' }, operator);
  expect(ended.data.map(({ name }) => name)).toEqual(['記帳王']);
  expect(serious([...one.complaints, ...other.complaints])).toEqual([]);
});
