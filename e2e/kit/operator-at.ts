// An operator at his desk: signed in by his session, as the login page itself is walked elsewhere.
import type { Role } from '#contract/core/endpoint.ts';
import { newOperator } from '../../tests/actors/people.ts';
import type { TestServer } from '../../tests/server.ts';
import type { Pages } from './browser.ts';

/** A new operator of these roles with `path` of the office before him. */
export async function operatorAt(
  server: TestServer,
  pages: Pages,
  roles: readonly Role[],
  path = '/',
) {
  const operator = await newOperator(server, roles);
  const { page, complaints } = await pages.open();
  const session = { name: 'office_session', value: operator.token, url: server.officeUrl };
  await page.context().addCookies([session]);
  await page.goto(server.officeUrl + path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  return { operator, page, complaints };
}
