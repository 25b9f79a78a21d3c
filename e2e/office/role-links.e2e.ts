// Test that no operator is led to what their role may not see: all links of the office are followed
// as each role of the business.
import { beforeAll, expect, test } from 'vitest';
import type { Role } from '#contract/core/endpoint.ts';
import { newDesk, ownLine, rent, strayReceipt } from '../../tests/actors/bookings.ts';
import { disburse, EXAMPLE, lentLoan, signedLoan } from '../../tests/actors/loans.ts';
import { useServer } from '../../tests/server.ts';
import { useBrowser } from '../kit/browser.ts';
import { refusedLinks } from '../kit/crawl.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

beforeAll(async () => {
  const desk = await newDesk(server);
  await lentLoan(server, desk);
  await disburse(server, await signedLoan(server, EXAMPLE), desk);
  await signedLoan(server, EXAMPLE);
  expect(await desk.check(await desk.propose(rent(server)))).toBeNull();
  const { difference } = await ownLine(server, -30);
  await desk.propose({ kind: 'bank_charge', reason: '帳戶管理費', difference });
  await ownLine(server, -15);
  await strayReceipt(server, 5_000);
});

/** Roles whose menus lack a part; auditors and admins see every page. */
const roles: readonly Role[] = ['reviewer', 'finance', 'approver', 'editor'];

test.each(roles)('no link leads the role %s to a refusal', { timeout: 400_000 }, async (role) => {
  const { page } = await operatorAt(server, pages, [role]);
  expect(await refusedLinks(page, `${server.officeUrl}/`)).toEqual([]);
});

test('what an approver may not follow is a text', async () => {
  const { page } = await operatorAt(server, pages, ['approver'], '/money/bookings?kind=manual');
  await page.getByRole('link', { name: '調整分錄' }).first().click();
  await page.getByText(/^booking:\d+$/).waitFor();
  expect(await page.getByRole('link', { name: /^booking:/ }).count()).toBe(0);
  const finance = await operatorAt(server, pages, ['finance'], new URL(page.url()).pathname);
  await finance.page.getByRole('link', { name: /^booking:/ }).click();
  await finance.page.getByText(/^分錄，/).waitFor();
});
