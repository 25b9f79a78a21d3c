// Test of the case file: one page for a loan with a tab for each part, by role and by address.
import { expect, test } from 'vitest';
import type { Role } from '#contract/core/endpoint.ts';
import { audited, funded, newOffice, sign } from '../../server/lending/testing/cases.ts';
import { drain } from '../../server/worker.ts';
import { disburse, newTeam, pay } from '../../tests/actors/loans.ts';
import { useServer } from '../../tests/server.ts';
import { expectText } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

const atWork = (path: string, ...roles: Role[]) => operatorAt(server, pages, roles, path);

test('a reviewer goes through every tab of a disbursed loan', async () => {
  const { borrower, loan } = await funded(server, await newOffice(server));
  await sign(server, borrower);
  const lent = { id: Number(loan.id), borrower, investors: [], orderIds: [] };
  const account = await disburse(server, lent, await newTeam(server));
  await pay(server, account, 500);
  await drain(server.services);
  const { page, complaints } = await atWork(`/loans/${loan.id}`, 'reviewer', 'finance');
  const tabs = page.getByRole('navigation', { name: '案件分頁' });
  expect(await tabs.getByRole('link').allInnerTexts()).toEqual([
    '總覽',
    '申請',
    '文件',
    '契約',
    '攤還表',
    '金流',
    '催收',
    '歷程',
    '備註',
  ]);
  await expectText(page, '募集進度');
  await page.getByRole('heading', { level: 2, name: '出資訂單' }).waitFor();

  const parts: [tab: string, path: string, text: string][] = [
    ['申請', 'application', '工作與收入'],
    ['文件', 'papers', '檔名'],
    ['契約', 'contract', '契約條件'],
    ['攤還表', 'schedule', '還款計畫，共 12 期'],
    ['金流', 'money', '還款入帳'],
    ['催收', 'collections', '今天應還'],
    ['歷程', 'timeline', '匯出撥款'],
    ['備註', 'notes', '還沒有備註'],
  ];
  for (const [tab, path, text] of parts) {
    await tabs.getByRole('link', { name: tab, exact: true }).click();
    await page.waitForURL(`**/loans/${loan.id}/${path}`);
    await expectText(page, text);
    await expectAccessible(page);
  }
  await page.getByLabel('新增備註').fill('借款人換了工作');
  await page.getByRole('button', { name: '新增備註' }).click();
  await expectText(page, '借款人換了工作');

  await page.goto(`${server.officeUrl}/loans/${loan.id}/contract`);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: '下載借貸契約' }).click();
  expect((await saved).suggestedFilename()).toBe('借貸契約.pdf');

  // The borrower's page begins with what they owe.
  await page.getByRole('link', { name: /^.○/ }).first().click();
  await page.getByRole('region', { name: '往來' }).getByText('$ 30,000').waitFor();
  await page.getByRole('region', { name: '文件' }).getByText('附件').first().waitFor();
  await expectAccessible(page);

  // A receipt and a payment lead to the bank's side of them.
  await page.goto(`${server.officeUrl}/loans/${loan.id}/money`);
  await page.getByRole('link', { name: '還款入帳' }).click();
  await page.getByRole('heading', { level: 1, name: '入帳' }).waitFor();
  await expectText(page, account);
  await page.goto(`${server.officeUrl}/loans/${loan.id}/money`);
  await page.getByRole('link', { name: '撥款', exact: true }).click();
  await page.waitForURL(/\/money\/batches\/\d+$/);
  expect(complaints).toEqual([]);
});

test('earlier addresses lead to the tab; a role sees only its tabs', async () => {
  const { loan } = await audited(server, await newOffice(server));
  const { page, complaints } = await atWork(`/collections/${loan.id}`, 'reviewer');
  await page.waitForURL(`**/loans/${loan.id}/collections`);
  // An application that is under review has nothing to collect.
  await expectText(page, '這個案件沒有這一頁');
  await expectAccessible(page);
  await page.goto(`${server.officeUrl}/cases/${loan.id}`);
  await page.waitForURL(`**/loans/${loan.id}`);

  await page.goto(`${server.officeUrl}/loans/${loan.id}/papers`);
  await page.getByRole('button', { name: '開啟文件' }).click();
  await expectText(page, '每次查看都會留下稽核紀錄');
  expect(complaints).toEqual([]);

  const auditor = await atWork(`/loans/${loan.id}/papers`, 'auditor');
  await expectText(auditor.page, '您沒有參與這個案件的審核');
  expect(await auditor.page.getByRole('button', { name: '開啟文件' }).count()).toBe(0);

  const finance = await atWork(`/loans/${loan.id}/application`, 'finance');
  await expectText(finance.page, '這個案件沒有這一頁');
  const tabs = finance.page.getByRole('navigation', { name: '案件分頁' });
  expect(await tabs.getByRole('link').allInnerTexts()).toEqual(['總覽', '歷程', '備註']);
});
