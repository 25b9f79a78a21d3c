// Browser test of a statement file in an unknown format: the columns are mapped by click and by
// keyboard, and the next file with the same head is recognised.
import { expect, test } from 'vitest';
import { bankingOffice } from '#contract/banking/office.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const environment = { BANK_STATEMENT_BANKS: '812' };
const server = useServer({ pages: 'built', environment });
const pages = useBrowser();

/**
 * In Big5: a title; a head in an unusual order (餘額, 對方戶名, 存入金額, 支出金額, 虛擬帳號, 流水編號,
 * 入帳日); a receipt of 6,000 and a charge of 100 on 115/11/23.
 */
const big5 = [
  'q0iwVbFNpOG577Fis+YNCr5sw0Isue+k6KThplcspnOkSqr3w0IspOSlWKr3w0IsterAwLFiuLksrHmk9L1zuLks',
  'pEqxYqTpDQoiMTA2LDAwMCIsqkys/LRmLCI2LDAwMCIsLDk5OTk5OTk5OTk5OTk5LFMtMSwxMTUvMTEvMjMNCiIx',
  'MDUsOTAwIiwsLDEwMCwsUy0yLDExNS8xMS8yMw0K',
].join('');
const fileNamed = (name: string, bytes: Buffer) => ({ name, mimeType: 'text/csv', buffer: bytes });

test('the columns of a Big5 file are mapped, and its format is known the next time', async () => {
  const bytes = Buffer.from(big5, 'base64');
  const { page, operator, complaints } = await operatorAt(
    server,
    pages,
    ['finance'],
    '/money/statements',
  );
  await pressAnywhere(page, '匯入對帳單');
  await page.getByLabel('檔案', { exact: true }).setInputFiles(fileNamed('first.csv', bytes));
  await expectText(page, '沒有已知的格式符合這個檔案');
  await pressAnywhere(page, '對應欄位');
  const dialog = page.getByRole('dialog', { name: '對應欄位' });
  // Encoding, years and the line above the head are recognised.
  expect(await dialog.getByLabel('編碼').inputValue()).toBe('big5');
  expect(await dialog.getByLabel('日期', { exact: true }).inputValue()).toBe('roc');
  expect(await dialog.getByLabel('標題列之前').inputValue()).toBe('1');
  const lines = dialog.getByRole('region', { name: '各行讀成' });
  expect(await lines.count(), 'the number is not recognised, so nothing can be read').toBe(0);
  await dialog.getByLabel('格式名稱').fill('信託銀行 Big5 日報');
  await expectAccessible(page);
  // The missing column is chosen with the keyboard alone: 日期, 時間, 交易序號.
  await dialog.getByLabel('「流水編號」是').focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown');
  await lines.getByText('2026-11-23').first().waitFor();
  await lines.getByText('存入').waitFor();
  await lines.getByText('支出').waitFor();
  // A wrong choice shows at once, and is taken back.
  await dialog.getByLabel('「餘額」是').selectOption('日期');
  await lines.getByText('無法入帳：不是日期：106,000').waitFor();
  await dialog.getByLabel('「餘額」是').selectOption('餘額');
  await lines.getByText('2026-11-23').first().waitFor();
  await expectAccessible(page);
  // Nobody's bank is assumed, because it decides whose money a line is.
  const save = dialog.getByRole('button', { name: '儲存格式' });
  expect(await save.getAttribute('aria-disabled')).toBe('true');
  await dialog.getByLabel('銀行', { exact: true }).selectOption({ label: '812 台新國際商業銀行' });
  await save.click();
  await expectText(page, '已儲存格式「信託銀行 Big5 日報」');

  const form = page.getByRole('form', { name: '匯入對帳單' });
  const chosen = () => form.getByLabel('對帳單格式').locator('option:checked').textContent();
  await expect.poll(chosen).toBe('信託銀行 Big5 日報');
  await form.getByRole('button', { name: '匯入', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'first.csv' }).waitFor();
  const { data } = await server.ok(bankingOffice.listLayouts, {}, operator);
  expect(data.map(({ mapping }) => mapping)).toMatchObject([
    {
      encoding: 'big5',
      dates: 'roc',
      skip: 1,
      amounts: 'columns',
      columns: { date: '入帳日', seq: '流水編號', credit: '存入金額', fromName: '對方戶名' },
    },
  ]);

  // The next file with this head is recognised by itself.
  await page.goto(`${server.officeUrl}/money/statements`);
  await pressAnywhere(page, '匯入對帳單');
  const next = Buffer.from(bytes.toString('latin1').replace('S-1', 'S-3'), 'latin1');
  await page.getByLabel('檔案', { exact: true }).setInputFiles(fileNamed('next.csv', next));
  await expect.poll(chosen).toBe('信託銀行 Big5 日報');
  expect(complaints).toEqual([]);
});
