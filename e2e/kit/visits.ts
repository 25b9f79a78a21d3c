// Ways in which a visitor or a member reaches a page of the site.
import type { Page } from 'playwright-core';
import type { Person } from '../../tests/actors/people.ts';
import type { TestServer } from '../../tests/server.ts';
import { hydrated, signInHere } from './browser.ts';

export function visitsOf(server: TestServer) {
  async function visit(page: Page, path: string): Promise<void> {
    await page.goto(server.siteUrl + path);
    await hydrated(page);
  }

  /**
   * Opens `path` as a member who has signed in on this browser before; the login page has its own
   * tests.
   */
  async function enter(page: Page, person: Pick<Person, 'email'>, path: string): Promise<void> {
    await signInHere(page, server, person);
    await visit(page, path);
  }

  return { visit, enter };
}
