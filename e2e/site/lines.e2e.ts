// The last line of a text is never a single character: questions, answers, excerpts and captions.
import { expect, test } from 'vitest';
import { useServer } from '../../tests/server.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';
import { loneCharacters } from '../kit/lines.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

const paths = ['/support/loan', '/support/invest', '/knowledge/article', '/loan/engineer'];

test.each(paths)('no text of %s ends with a lone character', async (path) => {
  const { page } = await pages.open();
  await page.goto(server.siteUrl + path);
  await hydrated(page);
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  for (const width of [375, 768]) {
    await page.setViewportSize({ width, height: 812 });
    expect(await loneCharacters(page), `at ${width}`).toEqual([]);
  }
});
