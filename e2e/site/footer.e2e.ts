// Every link of the footer, by its words and target, for visitors and members, whole and short.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newVerifiedMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { visit, enter } = visitsOf(server);

/** What the specification wants in every footer ("Footer"), with the words of the house. */
const links = [
  ['關於我們', '/about'],
  ['人才招募', 'https://jobs.baixi.example/'],
  ['出資流程', '/knowledge/article/45'],
  ['申貸流程', '/knowledge/article/46'],
  ['風險控管', '/knowledge/article/47'],
  ['法律條款', '/support/policy'],
  ['Facebook', 'https://social.baixi.example/'],
  ['LINE', 'https://chat.baixi.example/'],
  ['電子郵件', 'mailto:service@baixi.example'],
  ['Instagram', 'https://photos.baixi.example/'],
  ['YouTube', 'https://videos.baixi.example/'],
] as const;
const words = ['任何借貸皆有風險', 'SSL 憑證', '法律顧問：溪岸法律事務所', '© 2025'];

async function expectEverything(page: Page): Promise<number> {
  const footer = page.getByRole('contentinfo');
  for (const one of await footer.locator('summary:visible').all()) await one.click();
  for (const [name, href] of links) {
    const link = footer.getByRole('link', { name });
    await link.waitFor();
    expect([name, await link.getAttribute('href')]).toEqual([name, href]);
  }
  for (const word of words) await footer.getByText(word).waitFor();
  const { height = 0 } = (await footer.boundingBox()) ?? {};
  return Math.round(height);
}

test.each([1_280, 375])('at %i px visitors and members have every link', async (width) => {
  const { page, complaints } = await pages.open();
  await page.setViewportSize({ width, height: 800 });
  await visit(page, '/member/login');
  await expectEverything(page);
  await visit(page, '/');
  const whole = await expectEverything(page);
  await enter(page, await newVerifiedMember(server), '/about');
  await page.locator('html[data-session=in]').waitFor();
  expect(await expectEverything(page)).toBeGreaterThanOrEqual(whole);
  for (const path of ['/account/profile', '/loan/engineer/apply']) {
    await page.goto(server.siteUrl + path);
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    expect(await expectEverything(page)).toBeLessThan(whole * 0.75);
    await expectAccessible(page);
  }
  const folder = process.env['SHOTS'];
  if (folder) await page.getByRole('contentinfo').screenshot({ path: `${folder}/${width}.png` });
  expect(complaints).toEqual([]);
});
