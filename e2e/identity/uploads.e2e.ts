// Uploading photos over a slow, unreliable connection: progress is shown, no chosen file is lost,
// and a retry sends each photo only once.
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { useServer } from '../../tests/server.ts';
import { stepsOn } from '../../tests/actors/verifying.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { enter } = visitsOf(server);
const { memberAt, infoOf } = stepsOn(server);

/**
 * Random noise, so that the file stays large under any compression and takes over a second to
 * upload.
 */
const heavyPicture = () =>
  sharp(randomBytes(1600 * 1200 * 3), { raw: { width: 1600, height: 1200, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();

test('an upload shows its progress and continues after a broken connection', async () => {
  const member = await memberAt(3);
  const { page } = await pages.open({ mobile: true });
  await enter(page, member, '/member/profile/bank');
  await page.getByRole('combobox', { name: '銀行' }).fill('台新');
  await page.getByRole('option', { name: /812/ }).click();
  await page.getByLabel('帳號', { exact: true }).fill('28880012345678');
  const picture = { name: '存摺.jpg', mimeType: 'image/jpeg', buffer: await heavyPicture() };
  await page.locator('#field-image').setInputFiles(picture);
  await page.getByRole('button', { name: '移除「存摺.jpg」' }).waitFor();
  await page.getByRole('checkbox', { name: /我確認此帳戶為本人所有/ }).check();

  await page.route('**/v1/identify/bank-info', (route) => route.abort('connectionreset'), {
    times: 1,
  });
  const send = page.getByRole('button', { name: '送出並開始審核' });
  await send.click();
  await page.getByText('連線不穩定，您的資料已保留，請再試一次').waitFor();
  await expectAccessible(page);
  expect((await infoOf(member)).verifiedIDStage).toBe(3);

  const line = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 150_000 };
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', slow);
  await send.click();
  await page.getByRole('progressbar', { name: '上傳進度' }).waitFor();
  await page.getByRole('button', { name: /上傳中 \d+%/ }).waitFor();
  await page.waitForURL((url) => url.pathname === '/member/profile');
  expect((await infoOf(member)).verifiedIDStage).toBe(4);
  const accounts = await server.rows('select from verification.bank_account where member_id = $1', [
    member.id,
  ]);
  expect(accounts).toHaveLength(1);
});

test('a missing photo leads to the button that opens the camera or the files', async () => {
  const member = await memberAt(2);
  const { page } = await pages.open({ mobile: true });
  await enter(page, member, '/member/profile/id');
  await hydrated(page);
  await page.getByRole('button', { name: '送出證件' }).click();
  await page.getByRole('link', { name: '請上傳證件反面' }).click();
  const focused = page.locator(':focus');
  expect(await focused.evaluate((one) => [one.tagName, one.closest('.drop') !== null])).toEqual([
    'BUTTON',
    true,
  ]);
  // The button says to which field it belongs, because there are four of them.
  const described = await focused.getAttribute('aria-describedby');
  const words = await page
    .locator(
      described!
        .split(' ')
        .map((id) => `[id="${id}"]`)
        .join(),
    )
    .allTextContents();
  expect(words.join(' ')).toMatch(/證件反面.*請上傳證件反面/);
  // The label opens the files too; the browser's own control then has the focus and stays hidden.
  await page.locator('#field-idBack').focus();
  expect((await page.locator('#field-idBack').boundingBox())!.width).toBe(1);
});
