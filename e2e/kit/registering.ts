// The steps of a registration, and waiting for the pages to which they lead.
import type { Page } from 'playwright-core';
import { messagesTo, password } from '../../tests/actors/people.ts';
import type { TestServer } from '../../tests/server.ts';
import { pressOnly } from './acts.ts';
import { expectAccessible } from './axe.ts';

export async function fillLogin(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('電子郵件').fill(email);
  await page.getByRole('textbox', { name: '密碼' }).fill(secret);
}

/** Gives the purpose and the consent, and opens the second step of the registration. */
export async function choosePurpose(page: Page, purpose: RegExp): Promise<void> {
  await page.getByRole('radio', { name: purpose }).check();
  await page.getByRole('checkbox', { name: /我已閱讀並同意/ }).check();
  await pressOnly(page, '下一步');
  await page.getByLabel('電子郵件').waitFor();
}

/**
 * Waits for a page to which a link or a form leads, by its heading; checks that axe finds no
 * problem.
 */
export async function arrive(page: Page, path: string, heading: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await expectAccessible(page);
}

/** Returns the link in the newest mail, as a path on this server. */
export async function linkMailedTo(server: TestServer, email: string): Promise<string> {
  const [mail] = await messagesTo(server, email);
  const link = /https?:\/\/[^\s/]+(\/member\/verify#\S+)/.exec(mail?.body ?? '')?.[1];
  return (link ?? '').replaceAll('&amp;', '&');
}
