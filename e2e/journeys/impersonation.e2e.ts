// An operator views the member site by impersonation: the link, the banner, a refusal, the end.
import { expect, test } from 'vitest';
import { newOperator, newVerifiedMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';
import { freePort } from '../../tests/free-port.ts';

const port = await freePort();
const server = useServer({
  pages: 'built',
  environment: {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  },
});
const pages = useBrowser();

test('an operator impersonates a member, can change nothing, and it ends', async () => {
  const member = await newVerifiedMember(server);
  const finance = await newOperator(server, ['finance']);
  const { page: desk, complaints } = await pages.open();
  const context = desk.context();
  await context.addCookies([
    { name: 'office_session', value: finance.token, url: server.officeUrl },
  ]);
  await desk.goto(`${server.officeUrl}/members/${member.id}`);
  await desk.getByRole('button', { name: '代看會員頁面' }).click();
  await desk.getByLabel('原因').fill('會員來電詢問出資紀錄');
  await desk.getByRole('button', { name: '建立連結' }).click();
  const link = desk.getByRole('link', { name: '開啟會員網站' });
  await link.waitFor();
  await expectAccessible(desk);
  const [page] = await Promise.all([context.waitForEvent('page'), link.click()]);
  const banner = page.getByRole('complementary', { name: '客服代看' });
  await banner.getByText(/^客服代看：.+，僅供檢視$/).waitFor();
  expect(page.url()).toBe(`${server.siteUrl}/account/profile`);
  await page.getByRole('heading', { level: 1, name: '帳戶管理' }).waitFor();
  await page.getByText('王○明').first().waitFor();
  const shown = await page.evaluate(() => document.body.innerText);
  expect(shown).not.toContain(member.email);
  expect(shown).not.toContain('王小明');
  await expectAccessible(page);
  // The banner covers nothing, because the page's header starts below the banner.
  const tops = await page.evaluate(() => [
    document.querySelector('.look-banner')!.getBoundingClientRect().bottom,
    document.querySelector('.site-header .brand')!.getBoundingClientRect().top,
  ]);
  expect(tops[0]).toBeLessThanOrEqual(tops[1]!);

  await page.goto(`${server.siteUrl}/account/notification`);
  await hydrated(page);
  await page.getByText('客服檢視了您的會員頁面').first().waitFor();
  await banner.waitFor();
  await page.getByRole('button', { name: '全部標示為已讀' }).click();
  await page.getByText('客服代看僅供檢視，無法進行這個操作').first().waitFor();
  const unread = await server.rows(
    'select from notices.notice where member_id = $1 and read_at is not null',
    [member.id],
  );
  expect(unread).toEqual([]);

  await banner.getByRole('button', { name: '結束代看' }).click();
  await page.getByRole('heading', { level: 1, name: '代看已結束' }).waitFor();
  await expectAccessible(page);
  expect(await banner.count()).toBe(0);
  await page.goto(`${server.siteUrl}/account/profile`);
  await page.waitForURL(/\/member\/login/);

  await desk.keyboard.press('Escape');
  await desk.goto(`${server.officeUrl}/impersonations`);
  await desk
    .getByRole('row', { name: /會員來電詢問出資紀錄/ })
    .getByText('已結束')
    .waitFor();
  await expectAccessible(desk);
  expect(complaints.filter((what) => !/status of 40[13]/.test(what))).toEqual([]);
});
