// Browser test of the monthly trust report: finance files the bank's letter and signs, another
// person signs as well, and a member reads the report and proves the own line.
import { expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import { reconciliationOffice } from '#contract/banking/reconciliation.ts';
import { newDesk, signThrough, strayReceipt } from '../../tests/actors/bookings.ts';
import { EXAMPLE, signedLoan } from '../../tests/actors/loans.ts';
import { newMember, newPicture } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const papers = useBrowser({ whole: true });
const { enter } = visitsOf(server);

test('two persons sign the report of a month, and a member proves the own line', async () => {
  const desk = await newDesk(server);
  const loan = await signedLoan(server, EXAMPLE);
  await strayReceipt(server, 300_000);
  const { page, complaints } = await operatorAt(server, pages, ['finance']);
  const second = await operatorAt(server, pages, ['approver'], '/');
  await page.goto(`${server.officeUrl}/books/trust-reports`);
  await page.getByText('還沒有月報').waitFor();
  await page.goto(`${server.officeUrl}/books/trust-reports/2026-11`);
  await page.getByText(/每一天都由兩人簽核後，才能製作月報/).waitFor();
  await expectAccessible(page);

  await server.advance(10);
  await signThrough(server, desk, day('2026-11-30'));
  const { getDay } = reconciliationOffice;
  const { closing } = (await server.ok(getDay, { day: day('2026-11-30') }, desk.auditor)).data;
  await page.goto(`${server.officeUrl}/books/trial-balance`);
  await page.getByRole('link', { name: '專戶月報' }).click();
  await page.getByRole('link', { name: '2026 年 11 月' }).click();
  await page.getByText('還沒有銀行的餘額證明。').waitFor();
  await page.getByRole('row', { name: /代收款—出資款（待撥款）.*100,000/ }).waitFor();

  // A wrong amount is not explained; a second letter replaces the first one.
  const { type, bytes } = await newPicture('file');
  const paper = { name: 'letter.jpg', mimeType: type, buffer: Buffer.from(bytes) };
  const file = async (amount: number) => {
    await page.getByLabel('證明的餘額').fill(String(amount));
    await page.getByLabel('證明文件').setInputFiles(paper);
    await pressAnywhere(page, '登錄');
  };
  await file(closing! + 1);
  await page.getByText(/差額，有一部分沒有對應的對帳差異/).waitFor();
  await expectAccessible(page);
  await file(closing!);
  await page.getByText('（已由較新的取代）').waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: '下載', exact: true }).first().click();
  await saved;
  await pressAnywhere(page, '簽核月報');
  await page.getByText('請由另一位同仁覆簽。').waitFor();
  await page.getByText('會員款項驗證碼').waitFor();

  await second.page.getByRole('link', { name: '專戶月報' }).click();
  await second.page.getByRole('heading', { level: 1, name: '專戶月報' }).waitFor();
  await second.page.goto(page.url());
  await pressAnywhere(second.page, '覆簽並公布');
  await second.page.getByText('已簽核', { exact: true }).waitFor();
  await expectAccessible(second.page);
  const report = second.page.waitForEvent('download');
  await pressAnywhere(second.page, '下載 PDF');
  expect((await report).suggestedFilename()).toBe('信託專戶月報-2026-11.pdf');
  await second.page.getByRole('link', { name: '全部月報' }).click();
  await second.page.getByRole('row', { name: /2026 年 11 月.*已簽核/ }).waitFor();
  await expectAccessible(second.page);

  // An investor finds the report and proves the own line; another member has none.
  const own = await papers.open();
  await enter(own.page, loan.investors[0]!, '/account/invest/reports');
  await own.page.getByRole('link', { name: '查看專戶月報' }).click();
  await own.page.getByRole('heading', { level: 1, name: '信託專戶月報' }).waitFor();
  await pressAnywhere(own.page, '驗證計入總額');
  await own.page.getByText('驗證相符，您的款項計入總額').waitFor();
  await own.page.getByText('自行計算的方法').click();
  await own.page.getByText(/^leaf:2026-11:/).waitFor();
  await expectAccessible(own.page);
  const [pdf] = await Promise.all([
    own.page.waitForEvent('popup'),
    own.page.getByRole('button', { name: '另開 PDF' }).click(),
  ]);
  await pdf.waitForURL(/^blob:/);
  await pdf.close();
  const other = await pages.open();
  await enter(other.page, await newMember(server), '/account/trust');
  await other.page.getByText('這個月底專戶內沒有您的款項。').waitFor();
  await expectAccessible(other.page);
  expect([...complaints, ...second.complaints, ...own.complaints]).toEqual([]);
});
