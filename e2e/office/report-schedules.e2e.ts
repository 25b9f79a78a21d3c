// Browser test of sending a report by mail: it is scheduled on the report's page, paused, changed,
// sent by the job, opened from the mail, and deleted.
import { expect, test } from 'vitest';
import { type Day, day, startOfDay } from '#contract/core/day.ts';
import { sendScheduledReports } from '../../server/reports/schedules/sending.ts';
import { messagesTo, newOperator } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

const nextDay = async (): Promise<Day> => {
  const [row] = await server.rows<{ on: string }>(
    'select next_on::text as on from reports.schedule order by id desc limit 1',
  );
  return day(row!.on);
};
const sendAt = (on: Day) => {
  const now = new Date(Date.parse(startOfDay(on)) + 8 * 3_600_000);
  return sendScheduledReports({
    ...server.services,
    clock: { now: () => now, realNow: () => now },
  });
};

test('finance has a report sent, pauses, changes, reads the mail and deletes', async () => {
  const colleague = await newOperator(server, ['auditor']);
  const { operator, page, complaints } = await operatorAt(
    server,
    pages,
    ['finance'],
    '/reports/cash-flow',
  );
  await page.getByRole('button', { name: '定期寄送' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('收件人').first().waitFor();
  await expectAccessible(page);
  await dialog.getByText('每週', { exact: true }).click();
  await dialog.getByLabel('星期').selectOption('週五');
  await dialog.getByRole('button', { name: '儲存' }).click();
  await page
    .getByText(/已儲存，下次寄送/)
    .first()
    .waitFor();

  await page.getByRole('link', { name: '寄送排程' }).click();
  const row = page.getByRole('row', { name: /現金流量/ });
  await row.getByText('每週五').waitFor();
  await expectAccessible(page);
  await row.getByRole('button', { name: '暫停' }).click();
  await row.getByRole('button', { name: '恢復' }).waitFor();
  const paused = await nextDay();
  await sendAt(paused);
  expect(await messagesTo(server, operator.email)).toEqual([]);
  await row.getByRole('button', { name: '恢復' }).click();
  await row.getByRole('button', { name: '暫停' }).waitFor();

  await row.getByRole('button', { name: '修改' }).click();
  await dialog.getByText('每月', { exact: true }).click();
  await dialog.getByLabel('日期').selectOption('3 日');
  await dialog.getByText(`測試 ${colleague.email}`).click();
  await dialog.getByRole('button', { name: '儲存' }).click();
  await row.getByText('每月 3 日').waitFor();
  await row.getByText(colleague.email).waitFor();

  await sendAt(await nextDay());
  await page.reload();
  await row.getByText('2 封').waitFor();
  const [mail] = await messagesTo(server, colleague.email);
  expect(mail?.subject).toContain('現金流量：');
  expect(mail?.body).toContain('淨額：');
  const link = /\/reports\/cash-flow\?from=(\S+)&to=\S+/.exec(mail?.body ?? '');
  await page.goto(server.officeUrl + link![0]);
  await page.getByRole('heading', { level: 1, name: '現金流量' }).waitFor();
  expect(new URL(page.url()).searchParams.get('from')).toBe(link![1]);

  await page.getByRole('link', { name: '寄送排程' }).click();
  await row.getByRole('button', { name: '刪除' }).click();
  await page.getByRole('button', { name: '確認刪除' }).click();
  await page.getByText('還沒有寄送排程').waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});
