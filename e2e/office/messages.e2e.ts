// Browser test of messages at the office: a new text for a notice is sent to a mail server as a
// test; a broadcast is counted, approved by another person, and sent to each member once.
import { type AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#contract/core/endpoint.ts';
import { notices } from '#contract/notices/calls.ts';
import { createMailer } from '../../server/adapters/mail.ts';
import { sendBroadcasts } from '../../server/messages/broadcasts.ts';
import { drainOutbox } from '../../server/notices/jobs.ts';
import { newMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectToast, pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const atWork = (...roles: Role[]) => operatorAt(server, pages, roles, '/');

const received: { to: string[]; raw: string }[] = [];
const sink = new SMTPServer({
  authOptional: true,
  hideSTARTTLS: true,
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      received.push({ to, raw: Buffer.concat(chunks).toString() });
      done();
    });
  },
});
beforeAll(() => new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise<void>((resolve) => sink.close(() => resolve())));

/** Returns the decoded parts of the mails that the mail server received for an address. */
async function mailsTo(address: string): Promise<string[]> {
  const { port } = sink.server.address() as AddressInfo;
  const mailer = createMailer({ url: `smtp://127.0.0.1:${port}`, from: '<no-reply@a.example>' });
  while ((await drainOutbox({ ...server.services, mailer })) > 0);
  mailer.close();
  return received
    .filter(({ to }) => to.includes(address))
    .map(({ raw }) => {
      const text = raw.replace(/(?:^[A-Za-z0-9+/=]{4,76}\r?\n)+/gm, (part) =>
        Buffer.from(part, 'base64').toString(),
      );
      const bytes = text
        .replace(/=\r?\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
      return text + Buffer.from(bytes, 'latin1').toString();
    });
}

/** Ignores the 401 that the office answers first when nobody is signed in. */
const own = (complaints: readonly string[]) => complaints.filter((what) => !/\b401\b/.test(what));

test('a notice’s text is tested, agreed to by a second person, and put back by one', async () => {
  const { operator, page, complaints } = await atWork('editor');
  await page.getByRole('link', { name: '通知範本' }).click();
  await page.getByRole('textbox', { name: '名稱' }).fill('暫停使用');
  await pressAnywhere(page, '篩選');
  await page.getByText('共 1 種').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: '帳戶暫停使用' }).click();
  await page.getByRole('tab', { name: '電子郵件' }).click();
  // Only the form of an e-mail has a subject; until then, the form of the other way is shown.
  await page.getByRole('textbox', { name: '主旨' }).waitFor();
  const body = page.getByRole('textbox', { name: '內文' });
  await body.fill('原因是 {{nobody}}。');
  await pressAnywhere(page, '測試寄送');
  await page.getByText('不認得的變數 {{nobody}}').first().waitFor();
  await body.fill('原因是 {{reason}}，請改匯 812-3456789。');
  await pressAnywhere(page, '測試寄送');
  await page.getByText('6 位以上的數字只能用變數，請移除 812-3456789').first().waitFor();
  await body.fill('改寫後的內文，原因是 {{reason}}。');
  await page.getByText('改寫後的內文，原因是 帳戶資料待確認。').waitFor();
  await pressAnywhere(page, '測試寄送');
  await expectToast(page, '已寄到您的電子郵件');
  const mails = await mailsTo(operator.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('改寫後的內文，原因是 帳戶資料待確認。');
  await page.getByRole('textbox', { name: '變更原因' }).fill('說得更清楚');
  await expectAccessible(page);
  await pressAnywhere(page, '送交覆核');
  await expectToast(page, '已送交覆核');
  await page.getByText('第 1 版').waitFor();
  await page.getByText('等待覆核', { exact: true }).waitFor();
  const second = await atWork('admin');
  await second.page.goto(`${server.officeUrl}/tasks?kind=wording_check`);
  await second.page.getByRole('link', { name: '帳戶暫停使用（電子郵件）' }).click();
  for (const title of ['變更前', '變更後', '變更後（填入範例）']) {
    await second.page.getByRole('heading', { name: title, exact: true }).waitFor();
  }
  await second.page.getByText('改寫後的內文，原因是 {{reason}}。').waitFor();
  await second.page.getByText('改寫後的內文，原因是 帳戶資料待確認。').waitFor();
  await expectAccessible(second.page);
  await second.page.getByRole('radio', { name: /^通過/ }).check();
  await second.page.getByRole('button', { name: '通過' }).click();
  await second.page.getByText('已通過').first().waitFor();
  await page.reload();
  await page.getByText('現行', { exact: true }).waitFor();
  await pressAnywhere(page, '回復預設');
  const dialog = page.getByRole('dialog', { name: '回復預設內容' });
  await dialog.getByRole('textbox', { name: '原因' }).fill('還是原本的好');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '回復預設' }).click();
  await expectToast(page, '已回復，並通知全部管理同仁');
  await page.getByText('第 2 版').waitFor();
  expect(own(complaints)).toEqual([]);
});

test('a broadcast is counted, approved by another person, and sent once to each', async () => {
  const members = [await newMember(server), await newMember(server)];
  const maker = await atWork('editor');
  const { page } = maker;
  await page.getByRole('link', { name: '群發' }).click();
  await page.getByText('還沒有群發訊息').waitFor();
  await page.getByRole('link', { name: '新增群發' }).click();
  await page.getByText('2 位會員').waitFor();
  await page.getByRole('combobox', { name: '會員' }).selectOption('borrowers');
  await page.getByText('0 位會員').waitFor();
  await page.getByRole('combobox', { name: '會員' }).selectOption('all');
  await page.getByRole('textbox', { name: '標題' }).fill('週日凌晨系統維護');
  await page.getByRole('textbox', { name: '內文' }).fill('本週日凌晨維護兩小時，期間無法登入。');
  await expectAccessible(page);
  await pressAnywhere(page, '儲存並送交覆核');
  await page.getByText('等待另一位同仁覆核').waitFor();
  await expectAccessible(page);

  const checker = await atWork('approver');
  await checker.page.goto(`${server.officeUrl}/tasks?kind=broadcast_approval`);
  await checker.page.locator('[data-row]').first().click();
  await checker.page.getByText('本週日凌晨維護兩小時').waitFor();
  await expectAccessible(checker.page);
  await checker.page.getByRole('radio', { name: /^通過/ }).check();
  await pressAnywhere(checker.page, '通過');
  await checker.page.getByRole('heading', { level: 2, name: '已通過' }).waitFor();
  await Promise.all([sendBroadcasts(server.services), sendBroadcasts(server.services)]);
  for (const { email, token } of members) {
    expect((await mailsTo(email)).filter((mail) => mail.includes('本週日凌晨'))).toHaveLength(1);
    const { data } = await server.ok(notices.listNotices, {}, { token });
    expect(data.filter(({ title }) => title === '週日凌晨系統維護')).toHaveLength(1);
  }
  await page.reload();
  await page.getByText('已寄完').waitFor();
  await expectAccessible(page);

  const auditor = await atWork('auditor');
  await auditor.page.goto(`${server.officeUrl}/deliveries?about=messages.broadcast`);
  await auditor.page.getByText('已寄出').nth(1).waitFor();
  expect(await auditor.page.getByText(members[0]!.email).count()).toBe(0);
  await expectAccessible(auditor.page);
  expect(own([...maker.complaints, ...checker.complaints, ...auditor.complaints])).toEqual([]);
});
