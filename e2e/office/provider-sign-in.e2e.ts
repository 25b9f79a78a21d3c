// Browser test of the operators' sign-in through the company's identity provider, beside and
// instead of the password.
import { randomUUID } from 'node:crypto';
import { Secret } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { createOperator } from '../../server/operators/front.ts';
import { inWork } from '../../server/work.ts';
import { fromElsewhere, password } from '../../tests/actors/people.ts';
import { oidcEnvironment, startIssuer } from '../../tests/doubles/issuer.ts';
import { type TestServer, useServer } from '../../tests/server.ts';
import { pressOnly } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { freePort } from '../../tests/free-port.ts';

const provider = await startIssuer({ page: true });
afterAll(() => provider.close());

const [port, onlyPort] = [await freePort(), await freePort()].map(String) as [string, string];
const settings = (own: string) => ({
  ...oidcEnvironment(provider),
  OFFICE_PORT: own,
  OFFICE_OIDC_NAME: '溪谷帳號',
});
const server = useServer({ pages: 'built', environment: settings(port) });
const only = useServer({
  pages: 'built',
  environment: { ...settings(onlyPort), OFFICE_OIDC_ONLY: 'on' },
});
const pages = useBrowser();

/** Creates an operator for whom the provider vouches from now on. */
async function newColleague(at: TestServer): Promise<string> {
  const email = `${randomUUID()}@company.example`;
  const totpSecret = new Secret({ size: 20 }).base32;
  await inWork(at.services, (work) =>
    createOperator(work, { email, name: '陳小溪', password, totpSecret, roles: ['auditor'] }),
  );
  provider.claims = { sub: email, email };
  return email;
}

async function desk(own: string, path: string) {
  const opened = await pages.open();
  await opened.page.context().setExtraHTTPHeaders(fromElsewhere());
  const origin = `http://localhost:${own}`;
  await opened.page.goto(origin + path);
  return { ...opened, origin };
}

async function throughProvider(page: Page) {
  await pressOnly(page, '以溪谷帳號登入');
  await page.getByRole('heading', { name: '公司帳號' }).waitFor();
  await page.getByRole('link', { name: '繼續' }).click();
}

test('an operator signs in, lands on the page they wanted, and signs out everywhere', async () => {
  await newColleague(server);
  const { complaints, origin, page } = await desk(port, '/audit#main');
  await page.waitForURL(/\/login\?redirectTo=/);
  await page.getByRole('button', { name: '以溪谷帳號登入' }).waitFor();
  await page.getByLabel('密碼', { exact: true }).waitFor();
  await expectAccessible(page);
  await throughProvider(page);
  await page.waitForURL(`${origin}/audit#main`);
  await page.getByText('陳小溪，您好').first().waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('providerSignIn'))).toBeNull();
  provider.logouts.length = 0;
  await page.getByRole('button', { name: '登出' }).click();
  await page.waitForURL(`${origin}/login`);
  expect(provider.logouts).toHaveLength(1);
  // The page asked who is signed in before anybody was.
  expect(complaints.filter((what) => !/status of 401/.test(what))).toEqual([]);
});

test('whoever is unknown is told so; an old proof is renewed by the next try', async () => {
  const email = await newColleague(server);
  const { origin, page } = await desk(port, '/login');
  provider.claims = { sub: 'nobody', email: 'nobody@company.example' };
  await throughProvider(page);
  await page.getByText('這個公司帳號不能登入後台，請洽系統管理人員').waitFor();
  expect(page.url()).toBe(`${origin}/login`);
  await expectAccessible(page);
  provider.claims = { sub: email, email, acr: 'password' };
  await throughProvider(page);
  await page.getByText('請向公司帳號重新登入一次，並完成第二道驗證').waitFor();
  provider.claims = { sub: email, email };
  await throughProvider(page);
  await page.waitForURL(`${origin}/`);
  expect(provider.requests.at(-1)?.get('prompt')).toBe('login');
});

test('another person’s link signs nobody in, and cancelling is no failure', async () => {
  await newColleague(server);
  const other = await fetch(`http://localhost:${port}/ops/v1/provider/start`, {
    method: 'POST',
    headers: { 'x-office': '1', 'content-type': 'application/json', ...fromElsewhere() },
    body: '{}',
  });
  const { data } = (await other.json()) as { data: { state: string } };
  const { origin, page } = await desk(port, `/login?code=stolen&state=${data.state}`);
  await page.getByText('登入未完成，請再試一次').waitFor();
  expect(page.url()).toBe(`${origin}/login`);
  await pressOnly(page, '以溪谷帳號登入');
  await page.getByRole('link', { name: '繼續' }).waitFor();
  const state = provider.requests.at(-1)?.get('state') ?? '';
  await page.goto(`${origin}/login?error=access_denied&state=${state}`);
  await page.getByText('您已取消登入，或公司帳號拒絕了這次登入').waitFor();
});

test('an office with one way shows no password', async () => {
  await newColleague(only);
  const { complaints, origin, page } = await desk(onlyPort, '/');
  await page.getByRole('button', { name: '以溪谷帳號登入' }).waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  await expectAccessible(page);
  await throughProvider(page);
  await page.waitForURL(`${origin}/`);
  await page.getByText('陳小溪，您好').first().waitFor();
  expect(complaints.filter((what) => !/status of 401/.test(what))).toEqual([]);
});
