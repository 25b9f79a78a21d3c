// The steps of a registration, and waiting for the pages to which they lead.
import type { Page } from 'playwright-core';
import { messagesTo, password } from '../../tests/actors/people.ts';
import type { TestServer } from '../../tests/server.ts';
import { expectAccessible } from './axe.ts';

export async function fillLogin(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('電子郵件').fill(email);
  await page.getByRole('textbox', { name: '密碼' }).fill(secret);
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
