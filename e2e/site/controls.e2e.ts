// How controls look in rare states: an impossible button under the pointer, a dialog's edge.
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { useServer } from '../../tests/server.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

/** WCAG 2.2, 1.4.3: text of normal size. */
const CONTRAST_MIN = 4.5;

type Rgb = [red: number, green: number, blue: number];

/** Relative luminance by WCAG; channels 0 to 255. */
function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

/** Text and ground of an element as Chromium draws them, once no transition runs any more. */
async function coloursOf(element: Locator): Promise<{ text: Rgb; ground: Rgb }> {
  return element.evaluate(async (node) => {
    await Promise.all(node.getAnimations().map(({ finished }) => finished));
    const drawn = (colour: string): [number, number, number] => {
      const context = document.createElement('canvas').getContext('2d')!;
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
      return [red!, green!, blue!];
    };
    const { color, backgroundColor } = getComputedStyle(node);
    return { text: drawn(color), ground: drawn(backgroundColor) };
  });
}

async function stylePage(scheme: 'light' | 'dark'): Promise<Page> {
  const { page } = await pages.open();
  await page.goto(`${server.siteUrl}/dev/style`);
  await hydrated(page);
  // The page shows everything in both; this way the first of each kind is of the scheme.
  await page.evaluate((theme) => {
    for (const part of document.querySelectorAll('[data-theme]')) {
      part.setAttribute('data-theme', theme);
    }
    document.documentElement.setAttribute('data-theme', theme);
  }, scheme);
  return page;
}

describe.each(['light', 'dark'] as const)('%s', (scheme) => {
  test('an impossible button can be read under the pointer and while pressed', async () => {
    const page = await stylePage(scheme);
    const button = page.locator('button.button[aria-disabled=true]').first();
    for (const look of ['primary', 'secondary', 'quiet', 'danger']) {
      await button.evaluate((node, next) => node.setAttribute('data-look', next), look);
      await button.hover();
      const hovered = await coloursOf(button);
      await page.mouse.down();
      const pressed = await coloursOf(button);
      await page.mouse.up();
      for (const { text, ground } of [hovered, pressed]) {
        expect(contrast(text, ground), look).toBeGreaterThanOrEqual(CONTRAST_MIN);
      }
    }
  });

  test('the shade behind a dialog reaches the edge, also where a scroll bar stood', async () => {
    const page = await stylePage(scheme);
    await page.getByRole('button', { name: '開啟對話框' }).first().click();
    await page.getByRole('dialog').waitFor();
    const { width, height } = page.viewportSize()!;
    const { data } = await sharp(await page.screenshot({ animations: 'disabled' }))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number) => [...data.subarray(3 * (x + width * (height - 40)))].slice(0, 3);
    // Two places of the bare page beside the dialog: left of everything, and in the gutter.
    const [left, gutter] = [at(2), at(width - 3)];
    // The one is mixed by a style sheet, the other by the compositor, which may round otherwise.
    for (const [i, channel] of gutter.entries()) {
      expect(Math.abs(channel - left[i]!), `${gutter} beside ${left}`).toBeLessThanOrEqual(2);
    }
  });
});
