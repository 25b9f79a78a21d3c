// Test of collection at the office: the queue, a call in place, messages, legal file, agency.
import { beforeAll, expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import type { Role } from '#contract/core/endpoint.ts';
import { goTo, lentLoan, newTeam } from '../../tests/actors/loans.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { countActs } from '../kit/counted-acts.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

const atWork = (path: string, ...roles: Role[]) => operatorAt(server, pages, roles, path);
let id: number;

beforeAll(async () => {
  const lent = await lentLoan(server, await newTeam(server));
  id = lent.loan.id;
  await goTo(server, addDays(lent.until, 20));
});

test('a call to a late borrower takes four acts, from the queue', async () => {
  const { page, complaints } = await atWork('/collections', 'reviewer');
  await expectText(page, '電話聯絡');
  await expectAccessible(page);
  const acts = await countActs(page);
  await page.getByRole('button', { name: /^撥打給 / }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: /^09\d{8}$/ }).waitFor();
  await dialog.getByText('已聯絡上', { exact: true }).click();
  await dialog.getByRole('button', { name: /^3 個營業日/ }).click();
  await dialog.getByRole('button', { name: '記錄', exact: true }).click();
  await expectText(page, '已記錄通話與承諾');
  expect(await acts()).toBeLessThanOrEqual(4);
  await expectText(page, '今天承諾');
  await expectText(page, '等待承諾的還款');
  await expectAccessible(page);

  // The caller has become the owner, and the loan is due on the promised day.
  await page.getByRole('link', { name: '我的', exact: true }).click();
  await expectText(page, '逾期與違約案件，1 件');
  await page.getByRole('link', { name: '今天該做' }).click();
  await expectText(page, '沒有符合的案件');
  await page.getByRole('link', { name: '全部應辦' }).click();
  await page.getByText('催收步驟').click();
  await expectText(page, '第 31 天起');
  expect(complaints).toEqual([]);
});

test('a call that reached nobody records no promise', async () => {
  const { page, complaints } = await atWork('/collections', 'reviewer');
  await page.getByRole('button', { name: /^撥打給 / }).click();
  const dialog = page.getByRole('dialog');
  const days = dialog.getByRole('button', { name: /^3 個營業日/ });
  await days.click();
  await dialog.getByLabel('承諾金額').waitFor();
  await dialog.getByText('未聯絡上', { exact: true }).click();
  await days.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: '記錄', exact: true }).click();
  await expectText(page, '已記錄通話');
  await dialog.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

test('a message is sent from the case, the loan is given away, a legal file is kept', async () => {
  const { page, complaints } = await atWork(`/loans/${id}/collections`, 'reviewer');
  const dialog = page.getByRole('dialog');
  await pressAnywhere(page, '傳送訊息');
  await dialog.getByRole('radio', { name: /^提醒承諾的還款/ }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '傳送', exact: true }).click();
  await expectText(page, '傳送「提醒承諾的還款」');
  await expectText(page, '訊息 0 則');
  await pressAnywhere(page, '傳送訊息');
  await dialog.getByRole('radio', { name: /^請回電/ }).check();
  await dialog.getByRole('button', { name: '傳送', exact: true }).click();
  await expectText(page, '已達聯絡次數上限');
  await dialog.getByRole('button', { name: '取消', exact: true }).click();

  await page.getByLabel('承辦').selectOption({ label: '未指派' });
  await expectText(page, '已釋出');

  await pressAnywhere(page, '登記案號');
  await dialog.getByLabel('案號').fill('115 年度司促字第 123 號');
  await dialog.getByRole('button', { name: '儲存', exact: true }).click();
  await expectText(page, '115 年度司促字第 123 號');
  await pressAnywhere(page, '新增庭期');
  await dialog.getByRole('button', { name: /^下週五/ }).click();
  await dialog.getByLabel('事由').fill('調解');
  await dialog.getByLabel('地點').fill('第 3 調解室');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '儲存', exact: true }).click();
  await expectText(page, '待開庭');
  await pressAnywhere(page, '記錄結果');
  await dialog.getByLabel('結果').fill('調解不成立');
  await dialog.getByRole('button', { name: '儲存', exact: true }).click();
  await expectText(page, '調解不成立');
  const papers = page.getByRole('region', { name: '法律文件' });
  await papers.getByLabel('新增備註').fill('支付命令聲請狀已送件');
  await papers.getByRole('button', { name: '新增備註' }).click();
  await papers.getByText('支付命令聲請狀已送件').first().waitFor();
  await expectAccessible(page);
  expect(complaints.filter((one) => !one.includes('422'))).toEqual([]);

  const approver = await atWork(`/loans/${id}/collections`, 'approver');
  await pressAnywhere(approver.page, '委外');
  const placing = approver.page.getByRole('dialog');
  await placing.getByLabel('受託機構').fill('中正資產管理');
  await placing.getByLabel('原因').fill('多次聯絡未果');
  await placing.getByRole('button', { name: '委外', exact: true }).click();
  await expectText(approver.page, '已委外催收');
  await approver.page.getByRole('button', { name: '收回' }).click();
  await expectText(approver.page, '已收回案件');
  await expectAccessible(approver.page);

  // Finance sees the collection without the acts of those who collect.
  const finance = await atWork('/collections', 'finance');
  await expectText(finance.page, '逾期與違約案件');
  expect(await finance.page.getByRole('button', { name: /^撥打/ }).count()).toBe(0);
});
