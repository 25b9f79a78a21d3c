// How controls look in rare states: a disabled button under the pointer, a dialog's edge.
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { useServer } from '../../tests/server.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

/** Minimum contrast of normal-size text by WCAG 2.2, 1.4.3. */
const CONTRAST_MIN = 4.5;

type Rgb = [red: number, green: number, blue: number];

/** Relative luminance as defined by WCAG; channels are 0 to 255. */
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

/**
 * Returns the text and background colours of an element as Chromium draws them, after all
 * transitions.
 */
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
  // The style page shows every control in both themes. All of them are set to the given theme, so
  // that the first match of a selector has that theme.
  await page.evaluate((theme) => {
    for (const part of document.querySelectorAll('[data-theme]')) {
      part.setAttribute('data-theme', theme);
    }
    document.documentElement.setAttribute('data-theme', theme);
  }, scheme);
  return page;
}

describe.each(['light', 'dark'] as const)('%s', (scheme) => {
  test('a disabled button is readable under the pointer and while pressed', async () => {
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

  test('the backdrop of a dialog reaches the edge, also in place of a scroll bar', async () => {
    const page = await stylePage(scheme);
    await page.getByRole('button', { name: '開啟對話框' }).first().click();
    await page.getByRole('dialog').waitFor();
    const { width, height } = page.viewportSize()!;
    const { data } = await sharp(await page.screenshot({ animations: 'disabled' }))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number) => [...data.subarray(3 * (x + width * (height - 40)))].slice(0, 3);
    // Two points of the page beside the dialog: at the far left, and in the scrollbar gutter.
    const [left, gutter] = [at(2), at(width - 3)];
    // A stylesheet mixes one of the colours and the compositor the other, and they may round
    // differently.
    for (const [i, channel] of gutter.entries()) {
      expect(Math.abs(channel - left[i]!), `${gutter} beside ${left}`).toBeLessThanOrEqual(2);
    }
  });
});
