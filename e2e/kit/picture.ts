// Compares a page's screenshot with the stored picture that a person last approved.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import sharp, { type Sharp } from 'sharp';
import { expect } from 'vitest';

const pictureFolder = new URL('../pictures/', import.meta.url);
const results = join(tmpdir(), 'baixi-pictures');

/**
 * Reference pictures are stored at a quarter of the page's size, because another build of Chromium
 * may smooth letters differently, although it moves no line.
 */
const SCALE = 4;
/**
 * How much the colours of a pixel may differ (0 to 1), and the share of pixels that may differ by
 * more than that.
 */
const COLOUR_MAX = 0.15;
const DOTS_MAX = 0.005;

type Dots = { data: Buffer; info: { width: number; height: number } };
const dotsOf = (picture: Sharp): Promise<Dots> =>
  picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });

/**
 * In the page: whether each picture shows the drawing of the present colour scheme. The browser
 * fetches it some time after the scheme changes, and `decode()` waits for the earlier one only.
 */
function inScheme(): boolean {
  return [...document.querySelectorAll('picture')].every((picture) => {
    const sources = [...picture.querySelectorAll('source')];
    const source = sources.find((one) => matchMedia(one.media).matches);
    const shown = picture.querySelector('img')?.currentSrc;
    return !source || (shown ? source.srcset.includes(new URL(shown).pathname) : false);
  });
}

/**
 * Takes a screenshot of the whole page at rest, including what is laid out later. Parts that
 * move or change daily are covered.
 */
async function drawn(page: Page): Promise<Buffer> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const image of document.images) image.loading = 'eager';
  });
  await page.waitForFunction(inScheme);
  await page.evaluate(async () => {
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
  const shot = await page.screenshot({
    fullPage: true,
    animations: 'disabled',
    mask: [page.locator('time'), page.locator('[aria-roledescription]')],
    maskColor: '#808080',
  });
  const { width = 0 } = await sharp(shot).metadata();
  const small = sharp(shot).resize({ width: Math.floor(width / SCALE) });
  return small.png({ palette: true, colours: 32, dither: 0 }).toBuffer();
}

/** Returns between which vertical positions of the page, in pixels, the differing pixels lie. */
function bandOf(marks: Uint8Array, width: number): string {
  const rows: number[] = [];
  for (let i = 3; i < marks.length; i += 4) {
    if (marks[i]) rows.push(Math.floor((i - 3) / 4 / width) * SCALE);
  }
  return `between ${rows[0]} and ${(rows.at(-1) ?? 0) + SCALE} px`;
}

/**
 * Fails if the page differs from `e2e/pictures/<name>.png`, and says where; with PICTURES=new in
 * the environment it stores the current picture.
 */
export async function expectPicture(page: Page, name: string): Promise<void> {
  const file = new URL(`${name}.png`, pictureFolder);
  const now = await drawn(page);
  if (process.env['PICTURES'] === 'new') return writeFile(file, now);
  const before = await dotsOf(sharp(await readFile(file)));
  const { width, height } = before.info;
  const after = await dotsOf(sharp(now));
  const tall = Math.abs(after.info.height - height);
  const same = { width, height, fit: 'cover', position: 'top' } as const;
  const fitted = await dotsOf(sharp(now).resize(same));
  const marks = new Uint8Array(before.data.length);
  const options = { threshold: COLOUR_MAX, diffMask: true };
  const differing = pixelmatch(before.data, fitted.data, marks, width, height, options);
  if (tall <= 1 && differing <= width * height * DOTS_MAX) return;
  await mkdir(results, { recursive: true });
  const shown = join(results, `${name}.png`);
  await writeFile(shown, now);
  const share = Math.ceil((differing / (width * height)) * 1000) / 10;
  expect.fail(
    `${name} is drawn otherwise: ${share} % of its dots, ${bandOf(marks, width)}; ` +
      `${after.info.height * SCALE} px high, ${height * SCALE} before. As it is now: ${shown}. ` +
      'If that is meant: PICTURES=new npx vitest run --project browser e2e/site/looks.e2e.ts',
  );
}
