// Opens the office as a signed-in operator; the login page has its own test.
import type { Role } from '#contract/core/endpoint.ts';
import { newOperator } from '../../tests/actors/people.ts';
import type { TestServer } from '../../tests/server.ts';
import type { Pages } from './browser.ts';

/** Opens `path` of the office, if any yet, as a new operator with these roles. */
export async function operatorAt(
  server: TestServer,
  pages: Pages,
  roles: readonly Role[],
  path?: string,
) {
  const operator = await newOperator(server, roles);
  const { page, complaints } = await pages.open();
  const session = { name: 'office_session', value: operator.token, url: server.officeUrl };
  await page.context().addCookies([session]);
  if (path !== undefined) {
    await page.goto(server.officeUrl + path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  }
  return { operator, page, complaints };
}
