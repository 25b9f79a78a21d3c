// A violation whose notice runs again after a negotiation failed: what borrower and investor read.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { addDays, type Day, formatDay } from '#contract/core/day.ts';
import { goTo, statusOf, today } from '../../tests/actors/loans.ts';
import {
  type Case,
  type Desk,
  negotiating,
  newDesk,
  offered,
} from '../../tests/actors/negotiations.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { enter, visit } = visitsOf(server);
let desk: Desk;
beforeAll(async () => {
  desk = await newDesk(server);
});

async function payByOf(loan: Case): Promise<Day> {
  const [row] = await server.rows<{ payBy: Day }>(
    `select pay_by::text as "payBy" from servicing.acceleration where loan_id = $1
     order by id desc limit 1`,
    [loan.id],
  );
  return row!.payBy;
}

const sentence = (payBy: Day) =>
  `協商未成立，案件進入法律程序；請於 ${formatDay(payBy)} 前繳清即恢復分期還款，` +
  '逾期未繳清，依契約未到期的本金將全部到期。';
const forInvestors = (payBy: Day) =>
  `催告重新起算，借款人於 ${formatDay(payBy)} 前繳清即恢復分期還款；` +
  '逾期未繳清，依契約未到期的本金將全部到期。';
const textOf = (page: Page) => page.getByRole('main').innerText();

test('the borrower reads the new deadline, and after it that all principal is due', async () => {
  const loan = await negotiating(server, desk);
  const before = await payByOf(loan);
  await offered(server, desk, loan);
  // The borrower does not answer, so that the proposal lapses.
  await goTo(server, addDays(today(server), 4));
  expect((await statusOf(server, loan.id)).status).toBe(80);
  const payBy = addDays(today(server), 7);
  expect(await payByOf(loan)).toBe(payBy);
  expect(before < today(server)).toBe(true);

  const { complaints, page } = await pages.open({ mobile: true });
  await enter(page, loan.borrower, '/account/loan');
  await page.getByText(sentence(payBy)).waitFor();
  await page.getByText(/今天轉入全部金額，即可恢復正常還款。$/).waitFor();
  expect(await textOf(page)).not.toContain(formatDay(before));
  await expectAccessible(page);
  await visit(page, '/account/loan/contract');
  await page.getByText(sentence(payBy)).waitFor();
  await page.getByText(`催告重新起算，期限 ${formatDay(payBy)}`).waitFor();
  await expectAccessible(page);

  const investor = await pages.open({ mobile: true });
  const holding = `/account/invest/ongoing/${loan.orderIds[0]}`;
  await enter(investor.page, loan.investors[0]!, holding);
  await investor.page.getByText('法律程序', { exact: true }).first().waitFor();
  await investor.page.getByText('協商未成立，案件進入法律程序', { exact: true }).waitFor();
  await investor.page.getByText(forInvestors(payBy)).waitFor();
  await investor.page.getByText(`催告重新起算，期限 ${formatDay(payBy)}`).waitFor();
  await expectAccessible(investor.page);
  await visit(investor.page, '/account/notification');
  await investor.page
    .getByText(/協商方案未於期限內獲借款人同意，案件進入法律程序。/)
    .first()
    .waitFor();

  await goTo(server, addDays(payBy, 1));
  await visit(page, '/account/loan');
  await page.getByText('協商未成立，案件進入法律程序；您仍可隨時還款或與我們聯絡。').waitFor();
  await page.getByText(/今天轉入全部金額，即可結清。$/).waitFor();
  expect(await textOf(page)).not.toContain(`請於 ${formatDay(payBy)} 前繳清`);
  await visit(investor.page, holding);
  await investor.page.getByText(/催告期限 .* 已過，依契約未到期的本金已全部到期。/).waitFor();
  expect([...complaints, ...investor.complaints]).toEqual([]);
});
