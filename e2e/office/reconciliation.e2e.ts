// Browser test of the daily reconciliation: a difference gets an assignee, two persons close the
// day, a late report counts on the next day, and two persons reopen the closed day.
import { expect, test } from 'vitest';
import { type Day, dayOf } from '#contract/core/day.ts';
import type { Role } from '#contract/core/endpoint.ts';
import { askForStatements } from '../../server/banking/reconciliation/reconciliation.ts';
import { updateDifferences } from '../../server/banking/reconciliation/differences.ts';
import { inWork } from '../../server/work.ts';
import { paymentsOn } from '../../tests/actors/payments.ts';
import { useServer } from '../../tests/server.ts';
import { pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { placed, pay } = paymentsOn(server);

const atWork = (...roles: Role[]) => operatorAt(server, pages, roles, '/');
const today = () => dayOf(server.services.clock.now());
const dayPage = (day: Day) => `${server.officeUrl}/money/reconciliation/${day}`;

/**
 * Creates a day that the bank has reported, with an unbooked outgoing payment of half a million.
 */
async function dayWithDifference(): Promise<Day> {
  const day = today();
  await pay(await placed(6_000), 6_000);
  await server.advance(1);
  await askForStatements(server.services);
  await server.rows(
    `with line as (
       insert into banking.bank_line (bank, bank_date, seq, amount, source)
       values ('812', $1, '00000777', -500000, 'statement') returning amount
     )
     update banking.bank_day set closing = closing + line.amount from line where day = $1`,
    [day],
  );
  await inWork(server.services, updateDifferences);
  return day;
}

test('two persons close a day, it accepts nothing more, and two persons reopen it', async () => {
  const day = await dayWithDifference();
  const first = await atWork('finance');
  const { page } = first;

  // The difference becomes a task automatically; while nobody is assigned to it, the day cannot be
  // signed.
  await page.goto(dayPage(day));
  await page.getByText('尚無人承辦').waitFor();
  await page.getByText('每筆差額都要有人承辦').waitFor();
  await expectAccessible(page);
  await pressAnywhere(page, '由我承辦 1 件差異');
  await page.getByText('尚無人承辦').waitFor({ state: 'detached' });
  await page.locator('table').getByRole('link', { name: /測試/ }).click();
  await page.getByText('銀行與帳上相符後自動結束').waitFor();
  await expectAccessible(page);
  // Half a million needs a reason, which the second person confirms with the day.
  await page.getByRole('textbox', { name: '差額為何存在' }).fill('銀行誤扣，已去電更正');
  await pressAnywhere(page, '記下原因');
  await page.getByText('已記下原因，由覆簽的同仁確認').first().waitFor();
  await page.getByRole('link', { name: '當日對帳' }).click();

  // One person signs the day, and then another.
  await page.getByLabel('說明').fill('一筆支出待查，已有人承辦');
  await pressAnywhere(page, '簽核這一天');
  await page.getByText('請由另一位同仁覆簽').waitFor();
  const second = await atWork('approver');
  await second.page.goto(dayPage(day));
  await second.page.getByText('已簽核，等待另一位同仁覆簽').waitFor();
  await second.page.getByLabel('說明').fill('已覆核');
  await expectAccessible(second.page);
  await pressAnywhere(second.page, '覆簽並關帳');
  await second.page.getByText('已由兩人簽核並關帳').waitFor();

  // A late bank report counts on the open day but keeps its own bank date.
  await pay(await placed(5_000), 5_000, { at: `${day}T23:30:00+08:00` });
  await page.goto(dayPage(today()));
  await page.getByText('關帳後才到的紀錄').waitFor();
  await page.getByRole('rowheader', { name: '收款', exact: true }).waitFor();
  await expectAccessible(page);

  // Two persons reopen the day, and the reason stays on its page.
  await page.goto(dayPage(day));
  await page.getByText('關帳後才到的紀錄').waitFor();
  await pressAnywhere(page, '申請重新開啟這一天');
  await page.getByLabel('原因').fill('查明支出後補登');
  await pressAnywhere(page, '申請重新開啟');
  await page
    .getByText(/申請重新開啟$/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: '撤回申請' }).waitFor();
  await second.page.reload();
  await second.page.getByText('查明支出後補登').first().waitFor();
  await expectAccessible(second.page);
  await pressAnywhere(second.page, '同意重新開啟');
  await second.page.getByRole('button', { name: '簽核這一天' }).waitFor();
  expect(await second.page.locator('ol li').allInnerTexts()).toHaveLength(4);
  expect(first.complaints.filter((what) => !what.includes('401'))).toEqual([]);
});

test('the overview and the health page begin with problems of the trust account', async () => {
  await server.advance(6);
  const { page } = await atWork('finance');
  await page.goto(server.officeUrl);
  await page.getByText('信託專戶對帳需要處理').waitFor();
  await page.getByText(/件異常需要處理$/).waitFor();
  await page.getByRole('link', { name: /^對帳差異 1 件$/ }).waitFor();
  await page
    .getByText(/^每日對帳自 .* 起未簽核$/)
    .first()
    .waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: '系統健康' }).click();
  await page.getByText('有需要處理的項目').waitFor();
  await page.getByText(/對帳差異 1 件/).waitFor();
  await page.getByRole('heading', { name: '信託專戶對帳' }).waitFor();
  await expectAccessible(page);
});
