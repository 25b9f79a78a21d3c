// Push messages in a member's settings: switching them on and off for this browser, and what the
// service worker shows. The browser of the tests reaches no push service, so its subscription is a
// stub; permission, service worker and notifications are the browser's own.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { notices } from '#contract/notices/calls.ts';
import { type Person, newMember } from '../../tests/actors/people.ts';
import { newBrowser } from '../../tests/doubles/push.ts';
import { useServer } from '../../tests/server.ts';
import { vapidKeyOf } from '../../server/adapters/push/encryption.ts';
import { inWork } from '../../server/work.ts';
import { notify } from '../../server/notices/front.ts';
import { expectText, serious } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser({ whole: true });
const { enter } = visitsOf(server);
const SETTINGS = '/account/profile?section=settings';
const ON = '在這個裝置開啟推播';

/**
 * Gives the page a push service; the subscription stays when the page is loaded again. As in a
 * browser there is one, bound to one key of the server.
 */
async function withPushService(page: Page, member: Person): Promise<void> {
  const endpoint = `https://fcm.googleapis.com/fcm/send/${member.id}`;
  await page.addInitScript(
    ([address, keys]) => {
      const kept = 'test-subscription';
      const boundTo = (key: string) => {
        const own = `${address}-${key}`;
        const bytes = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
        return {
          endpoint: own,
          options: { applicationServerKey: Uint8Array.from(bytes, (one) => one.charCodeAt(0)) },
          toJSON: () => ({ endpoint: own, keys }),
          async unsubscribe() {
            localStorage.removeItem(kept);
            return true;
          },
        } as unknown as PushSubscription;
      };
      PushManager.prototype.subscribe = async (options) => {
        const key = options?.applicationServerKey;
        if (!options?.userVisibleOnly || typeof key !== 'string') throw new Error('options');
        const other = localStorage.getItem(kept);
        if (other !== null && other !== key) throw new DOMException('', 'InvalidStateError');
        localStorage.setItem(kept, key);
        return boundTo(key);
      };
      PushManager.prototype.getSubscription = async () => {
        const key = localStorage.getItem(kept);
        return key === null ? null : boundTo(key);
      };
    },
    [endpoint, newBrowser().keys] as const,
  );
}

const devicesOf = async ({ token }: Person) =>
  (await server.ok(notices.channels, {}, { token })).data.push?.devices ?? [];

/** The mark of this browser in the list of devices that get push messages. */
const ownDevice = (page: Page) =>
  page
    .locator('section', { has: page.getByRole('heading', { name: '推播', exact: true }) })
    .last()
    .getByText('這個裝置', { exact: true });

async function openSettings(member: Person, { isAllowed = true } = {}) {
  const watched = await pages.open({ worker: true });
  const { page } = watched;
  if (isAllowed) {
    await page.context().grantPermissions(['notifications'], { origin: server.siteUrl });
  }
  await withPushService(page, member);
  await enter(page, member, SETTINGS);
  return watched;
}

test('a member switches push messages on, chooses categories, and switches them off', async () => {
  const member = await newMember(server);
  const { page, complaints } = await openSettings(member);
  const card = page.locator('section', { has: page.getByRole('heading', { name: '通知設定' }) });
  await card.getByRole('button', { name: ON }).click();
  await ownDevice(page).waitFor();
  expect(await devicesOf(member)).toHaveLength(1);
  await expectAccessible(page);

  // With a third channel the words of the categories still have room on a phone.
  await page.setViewportSize({ width: 375, height: 800 });
  const words = await card.getByRole('rowheader', { name: /^出資/ }).boundingBox();
  expect(words!.width).toBeGreaterThan(95);
  await page.setViewportSize({ width: 1280, height: 900 });

  const loans = card.getByRole('checkbox', { name: /以推播寄送/ }).nth(1);
  expect(await loans.isChecked()).toBe(true);
  const saved = page.waitForResponse((one) => one.request().method() === 'POST');
  await loans.uncheck();
  expect((await saved).status()).toBe(200);
  const { data } = await server.ok(notices.preferences, {}, { token: member.token });
  expect(data.push).toEqual({ invest: true, loan: false, account: true, other: true });

  // After a reload the page recognises its own browser.
  await page.reload();
  await hydrated(page);
  await ownDevice(page).waitFor();
  expect(await card.getByRole('button', { name: ON }).count()).toBe(0);
  await card.getByRole('button', { name: /^關閉「.+」的推播$/ }).click();
  await card.getByRole('button', { name: ON }).waitFor();
  expect(await devicesOf(member)).toEqual([]);
  expect(serious(complaints)).toEqual([]);
});

test('the service worker shows once what was sent, with the page of the notice', async () => {
  const member = await newMember(server);
  const { page } = await openSettings(member);
  await page.getByRole('button', { name: ON }).click();
  await ownDevice(page).waitFor();
  await inWork(server.services, (work) =>
    notify(work, {
      memberId: member.id,
      category: 'loan',
      title: '審核進度',
      body: '您申請的金額已核准。',
      link: '/account/loan',
    }),
  );
  const [row] = await server.rows<{ letter: string; recipientHash: string }>(
    `select letter, recipient_hash as "recipientHash" from notices.outbox
     where channel = 'push' order by id desc limit 1`,
  );
  const { secrets } = server.services;
  const sealed = secrets.decrypt('notices.outbox.letter', row!.recipientHash, row!.letter);
  const { subject: title, text: body, path } = JSON.parse(sealed) as Record<string, string>;
  const cdp = await page.context().newCDPSession(page);
  const origin = new URL(server.siteUrl).origin;
  let registrationId = '';
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const found = registrations.find((one) => !one.isDeleted && one.scopeURL.startsWith(origin));
    if (found) ({ registrationId } = found);
  });
  await cdp.send('ServiceWorker.enable');
  await expect.poll(() => registrationId).not.toBe('');
  const data = JSON.stringify({ title, body, path, tag: 'one' });
  const deliver = () =>
    cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const all = await registration.getNotifications();
      return all.map(({ title: name, body: words, data: more }) => [name, words, more.path]);
    });
  const once = [['審核進度', '有新的通知，請登入查看。', '/account/loan']];
  // The browser loses what it delivers before the worker is active; a repetition shows no second.
  await expect.poll(() => deliver().then(shown)).toEqual(once);
  await deliver();
  await expect.poll(shown).toEqual(once);
});

test('a browser that forbids notifications says where to allow them', async () => {
  const member = await newMember(server);
  const { page } = await openSettings(member, { isAllowed: false });
  await page.getByRole('button', { name: ON }).click();
  await expectText(page, '瀏覽器不允許本站顯示通知');
  expect(await devicesOf(member)).toEqual([]);
});

test('a browser without push messages is told so', async () => {
  const member = await newMember(server);
  const { page } = await pages.open();
  await page.addInitScript(() => {
    delete (window as unknown as Record<string, unknown>)['PushManager'];
  });
  await enter(page, member, SETTINGS);
  await expectText(page, '這個瀏覽器不支援推播');
  expect(await page.getByRole('button', { name: ON }).count()).toBe(0);
});

const isSubscribed = (page: Page) =>
  page.evaluate(() => localStorage.getItem('test-subscription') !== null);
const rowsOf = ({ id }: Person) =>
  server.rows('select from notices.push_device where member_id = $1', [id]);

async function switchedOn(member: Person) {
  const watched = await openSettings(member);
  await watched.page.getByRole('button', { name: ON }).click();
  await ownDevice(watched.page).waitFor();
  return watched;
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: '會員選單' }).click();
  await page.locator('.disclosure').getByRole('button', { name: '登出' }).click();
}

test('after another key of the server, a member switches them on again', async () => {
  const member = await newMember(server);
  const { page } = await switchedOn(member);
  const push = server.services.push!;
  const { publicKey } = push;
  const [former] = await devicesOf(member);
  push.publicKey = vapidKeyOf(Buffer.alloc(32, 7)).publicKey;
  try {
    await page.reload();
    await hydrated(page);
    await page.getByRole('button', { name: ON }).click();
    await ownDevice(page).waitFor();
    const devices = await devicesOf(member);
    expect(devices).toHaveLength(1);
    expect(devices[0]!.digest).not.toBe(former!.digest);
  } finally {
    push.publicKey = publicKey;
  }
});

test.each(['menu', 'page'])(
  'a logout from the %s ends them until asked for again',
  async (from) => {
    const member = await newMember(server);
    const { page } = await switchedOn(member);
    if (from === 'menu') await logOut(page);
    else await page.getByRole('main').getByRole('button', { name: '登出', exact: true }).click();
    // The page that follows has loaded, so that nothing else navigates from here on.
    const next = from === 'menu' ? '/' : '/member/login';
    await page.waitForURL(({ pathname }) => pathname === next);
    await page.locator('html[data-session="out"]').waitFor();
    await expect.poll(() => isSubscribed(page)).toBe(false);
    await expect.poll(() => rowsOf(member)).toEqual([]);
    await enter(page, member, SETTINGS);
    await page.getByRole('button', { name: ON }).waitFor();
    expect(await rowsOf(member)).toEqual([]);
  },
);

test('a logout that the server does not answer still ends them in the browser', async () => {
  const member = await newMember(server);
  const { page } = await switchedOn(member);
  await page.route('**/v1/users/logout', (route) => route.abort());
  await logOut(page);
  await page.locator('html[data-session="out"]').waitFor();
  await expect.poll(() => isSubscribed(page)).toBe(false);
});

test('a logout of a session that has ended still ends them in the browser', async () => {
  const member = await newMember(server);
  const { page } = await switchedOn(member);
  await server.rows('update identity.session set ended_at = now() where member_id = $1', [
    member.id,
  ]);
  await logOut(page);
  await page.locator('html[data-session="out"]').waitFor();
  await expect.poll(() => isSubscribed(page)).toBe(false);
});
