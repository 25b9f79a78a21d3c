// Test of notes: written on a loan with a mention and a file, read by the colleague, on all pages.
import { beforeAll, expect, test } from 'vitest';
import { type Lent, lentLoan, newTeam } from '../../tests/actors/loans.ts';
import { newPicture } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
let lent: Lent;

beforeAll(async () => {
  lent = await lentLoan(server, await newTeam(server));
});

test('a note mentions a colleague, who finds it by the menu and reads its file', async () => {
  const colleague = await operatorAt(server, pages, ['finance'], '/mentions');
  await colleague.page.getByText('沒有提及您的備註').waitFor();
  const { page, complaints } = await operatorAt(
    server,
    pages,
    ['reviewer'],
    `/members/${lent.loan.borrower.id}`,
  );
  const notes = page.getByRole('region', { name: '備註' });
  await notes.getByText('還沒有備註').waitFor();
  await notes.getByRole('button', { name: '新增備註' }).click();
  await notes.getByText('請填寫備註內容').waitFor();
  await notes.getByLabel('新增備註').fill('雇主來電\n請確認撥款帳號');
  await notes.getByText('提及同仁、附上檔案').click();
  await notes.getByLabel('提及同仁').selectOption(String(colleague.operator.id));
  const { bytes, filename, type } = await newPicture('file');
  const file = { name: filename, mimeType: type, buffer: Buffer.from(bytes) };
  await notes.locator('input[type=file]').first().setInputFiles(file);
  await notes.getByText(filename).first().waitFor();
  await expectAccessible(page);
  await notes.getByRole('button', { name: '新增備註' }).click();
  await notes.getByRole('listitem').getByText('請確認撥款帳號').waitFor();
  await notes.getByText(/^提及 測試/).waitFor();
  expect(await notes.getByLabel('新增備註').inputValue()).toBe('');

  await colleague.page.goto(`${server.officeUrl}/`);
  await colleague.page.getByRole('link', { name: /^提及\s*1$/ }).click();
  await colleague.page.getByText('未讀').waitFor();
  await expectAccessible(colleague.page);
  const [download] = await Promise.all([
    colleague.page.waitForEvent('download'),
    colleague.page.getByRole('button', { name: /^附件 1/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^備註附件-\d+\.jpg$/);
  await colleague.page.getByRole('button', { name: '全部標為已讀' }).click();
  await colleague.page.getByText('未讀').waitFor({ state: 'detached' });
  await colleague.page.getByRole('link', { name: `會員 ${lent.loan.borrower.id}` }).click();
  await colleague.page.waitForURL(`**/members/${lent.loan.borrower.id}`);
  await colleague.page.getByText('請確認撥款帳號').waitFor();
  expect([...complaints, ...colleague.complaints]).toEqual([]);
});

test('an order and a task have notes; an auditor reads them and writes none', async () => {
  const order = `/orders/${lent.loan.orderIds[0]}`;
  const { page, complaints } = await operatorAt(server, pages, ['finance'], order);
  const notes = page.getByRole('region', { name: '備註' });
  await notes.getByLabel('新增備註').fill('出資人改由本人匯款');
  await notes.getByRole('button', { name: '新增備註' }).click();
  await notes.getByRole('listitem').getByText('出資人改由本人匯款').waitFor();
  const auditor = await operatorAt(server, pages, ['auditor'], order);
  const read = auditor.page.getByRole('region', { name: '備註' });
  await read.getByText('出資人改由本人匯款').waitFor();
  expect(await read.getByRole('button', { name: '新增備註' }).count()).toBe(0);
  expect([...complaints, ...auditor.complaints]).toEqual([]);
});
