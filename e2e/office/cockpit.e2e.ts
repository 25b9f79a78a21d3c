// Browser test of the overview's figures for each role, and of the periods of a report.
import { expect, test } from 'vitest';
import { disburse, newTeam, signedLoan } from '../../tests/actors/loans.ts';
import { useServer } from '../../tests/server.ts';
import { audited, newOffice } from '../../server/lending/testing/cases.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

test('each role sees its own figures, and the stages lead to the register', async () => {
  await audited(server, await newOffice(server));
  const { page, complaints } = await operatorAt(server, pages, ['reviewer'], '/');
  const figures = page.locator('section').filter({ hasText: '近 30 天' }).last();
  await figures.getByRole('heading', { name: '新申貸案' }).waitFor();
  await figures.getByText('前 30 天沒有').first().waitFor();
  expect(await figures.getByRole('heading', { name: '入帳' }).count()).toBe(0);
  await expectAccessible(page);
  const stages = page.locator('section').filter({ hasText: '申貸案進度' }).last();
  await stages.getByRole('link', { name: '審核中', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: '申貸案' }).waitFor();
  await page.getByRole('row', { name: /王○明/ }).waitFor();
  expect(complaints).toEqual([]);
});

test('a report has named periods, the period before, and months by keyboard', async () => {
  const team = await newTeam(server);
  await disburse(server, await signedLoan(server), team);
  const path = '/reports/income';
  const { page, complaints } = await operatorAt(server, pages, ['finance'], path);
  const periods = page.getByRole('navigation', { name: '常用期間' });
  await periods.getByRole('link', { name: '本月' }).click();
  const compared = page.getByRole('region', { name: '與前期比較（2026/10 至 2026/10）' });
  await compared.getByText('增加').first().waitFor();
  await expectAccessible(page);
  await page.getByLabel('起月', { exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('button', { name: '篩選' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: '與前期比較（2026/08 至 2026/09）' }).waitFor();
  expect(new URL(page.url()).search).toContain('from=2026-10');
  expect(complaints).toEqual([]);
});
