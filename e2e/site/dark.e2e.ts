// Dark colours: drawn covers, and the boxes and circles of forms.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useServer } from '../../tests/server.ts';
import { useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { visit } = visitsOf(server);

/** Returns of each cover on the page whether it is the dark one; waits until it is drawn. */
const coversDark = (page: Page) =>
  page.locator('.cover > img').evaluateAll(async (all) => {
    const covers = all as HTMLImageElement[];
    for (const cover of covers) cover.loading = 'eager';
    await Promise.all(covers.map((cover) => cover.decode()));
    return covers.map((cover) => cover.currentSrc.includes('-dark.'));
  });

test('covers follow the colours of the page, chosen by the system or by the user', async () => {
  const { page, complaints } = await pages.open();
  await visit(page, '/knowledge');
  expect(new Set(await coversDark(page))).toEqual(new Set([false]));
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(async () => new Set(await coversDark(page))).toEqual(new Set([true]));
  await page.getByLabel('外觀').selectOption('light');
  await expect.poll(async () => new Set(await coversDark(page))).toEqual(new Set([false]));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByLabel('外觀').selectOption('dark');
  await expect.poll(async () => new Set(await coversDark(page))).toEqual(new Set([true]));
  expect(complaints).toEqual([]);
});

test('boxes and circles have the colours of the design, light and dark', async () => {
  const { page } = await pages.open();
  await visit(page, '/dev/style');
  const inputs = page.locator('input:is([type=checkbox], [type=radio]):not(.chip > input)');
  const stylesOf = () =>
    inputs.evaluateAll((all) =>
      all.map((one) => {
        // A box may stand on a stage of its own colours, so the token is read beside it.
        const colourOf = (name: string) => {
          const probe = one.parentElement!.appendChild(document.createElement('i'));
          probe.style.color = `var(${name})`;
          const { color } = getComputedStyle(probe);
          probe.remove();
          return color;
        };
        const { appearance, backgroundColor } = getComputedStyle(one);
        const { checked, disabled } = one as HTMLInputElement;
        const right = colourOf(disabled ? '--sunken' : checked ? '--primary' : '--card');
        return `${appearance} ${backgroundColor === right ? 'right' : backgroundColor}`;
      }),
    );
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect((await stylesOf()).length).toBeGreaterThan(2);
    await expect.poll(async () => new Set(await stylesOf())).toEqual(new Set(['none right']));
  }
});
