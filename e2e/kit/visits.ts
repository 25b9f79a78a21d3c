// Ways in which a member reaches a page of the site: directly, or through the login page.
import type { Page } from 'playwright-core';
import { password, type Person } from '../../tests/actors/people.ts';
import type { TestServer } from '../../tests/server.ts';
import { hydrated, isKnown } from './browser.ts';

export function visitsOf(server: TestServer) {
  async function visit(page: Page, path: string): Promise<void> {
    await page.goto(server.siteUrl + path);
    await hydrated(page);
  }

  /** Signs in at the login page and ends on `path`. */
  async function enter(page: Page, { email }: Person, path: string): Promise<void> {
    await visit(page, `/member/login?redirectTo=${encodeURIComponent(path)}`);
    await isKnown(page, server, email);
    await page.getByLabel('電子郵件').fill(email);
    await page.getByRole('textbox', { name: '密碼' }).fill(password);
    await page.getByRole('main').getByRole('button', { name: '登入', exact: true }).click();
    await page.waitForURL((url) => url.pathname + url.search === path);
    await hydrated(page);
  }

  return { visit, enter };
}
