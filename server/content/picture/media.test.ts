// Tests of pictures, feeds, sitemap and robots.txt: exact bytes and headers.
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { content } from '#contract/content/calls.ts';
import { drawings, pictureFormats, pictureWidths } from '#contract/content/shapes.ts';
import { lending } from '#contract/lending/calls.ts';
import { textOf } from '../../../tests/files/pdf-text.ts';
import { useServer } from '../../../tests/server.ts';
import { blocksOf } from '../article/blocks.ts';
import { plain } from '../article/body.ts';
import { draw } from './drawing.ts';
import { newArticle } from '../testing/texts.ts';
import { hashOf } from '../tokens.ts';

const server = useServer();
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.siteUrl + path, { headers });

describe('pictures', () => {
  test('are drawn the same from the same seed and differently from another', () => {
    for (const drawing of drawings) {
      expect(draw(drawing, 7)).toBe(draw(drawing, 7));
      expect(draw(drawing, 7)).not.toBe(draw(drawing, 8));
    }
  });

  test('are served in each width and format, cacheable for good', async () => {
    const id = await newArticle(server, '內文');
    const { data } = await server.ok(content.getArticle, { id });
    expect(data.cover.widths).toEqual([...pictureWidths]);
    for (const format of pictureFormats) {
      const answer = await get(`${data.cover.path}/640.${format}`);
      expect(answer.headers.get('content-type')).toBe(`image/${format}`);
      expect(answer.headers.get('cache-control')).toContain('immutable');
      const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect([width, height]).toEqual([640, 360]);
    }
    const kept = await server.rows(
      'select from content.rendition where image_id = $1 and width = 640',
      [data.cover.id],
    );
    expect(kept).toHaveLength(2);
  });

  test('have a dark palette in which no light colour is left', async () => {
    const id = await newArticle(server, '內文');
    const { path } = (await server.ok(content.getArticle, { id })).data.cover;
    const bytesOf = async (file: string) =>
      Buffer.from(await (await get(`${path}/${file}`)).arrayBuffer());
    const lightness = async (file: string) => {
      const { channels } = await sharp(await bytesOf(file)).stats();
      const [red, green, blue] = channels;
      return (red!.mean + green!.mean + blue!.mean) / 3;
    };
    for (const format of pictureFormats) {
      expect(await lightness(`320.${format}`)).toBeGreaterThan(120);
      expect(await lightness(`320-dark.${format}`)).toBeLessThan(90);
    }
    for (const drawing of drawings) {
      for (const seed of [0, 1, 2, 3]) {
        const light = draw(drawing, seed).match(/#\w{6}/g) ?? [];
        const dark = draw(drawing, seed, { dark: true }).match(/#\w{6}/g) ?? [];
        expect(dark).toHaveLength(light.length);
        expect(dark.filter((hex, at) => hex === light[at])).toEqual([]);
      }
    }
  });

  test('are not made in widths or formats that are not offered', async () => {
    const id = await newArticle(server, '內文');
    const { path } = (await server.ok(content.getArticle, { id })).data.cover;
    const wrong = [`${path}/641.avif`, `${path}/640.gif`, '/media/0/640.avif', '/media/x/640.avif'];
    for (const each of wrong) expect((await get(each)).status, each).toBe(404);
  });

  test('for shared links show the title of a published text', async () => {
    const id = await newArticle(server, '內文', { title: '一個要分享的標題' });
    const { data } = await server.ok(content.getArticle, { id });
    const answer = await get(data.ogImage);
    expect(answer.headers.get('content-type')).toBe('image/png');
    const bytes = Buffer.from(await answer.arrayBuffer());
    const { width, height } = await sharp(bytes).metadata();
    expect([width, height]).toEqual([1200, 630]);
    const other = await newArticle(server, '內文', { title: '另一個標題' });
    const otherBytes = Buffer.from(await (await get(`/og/article/${other}.png`)).arrayBuffer());
    expect(otherBytes.equals(bytes)).toBe(false);
    expect((await get('/og/article/1.png')).status).toBe(404);
    expect((await get('/og/article/45.svg')).status).toBe(404);
  });

  test('exist for each plan, policy and public page, and for nothing else', async () => {
    const seen = new Set<string>();
    for (const of of ['page/support', 'page/plans', 'plan/engineer', 'policy/fees']) {
      const answer = await get(`/og/${of}.png`);
      expect(answer.headers.get('content-type'), of).toBe('image/png');
      const bytes = Buffer.from(await answer.arrayBuffer());
      const { width, height } = await sharp(bytes).metadata();
      expect([width, height], of).toEqual([1200, 630]);
      seen.add(hashOf(bytes.toString('base64')).toString('hex'));
    }
    expect(seen.size).toBe(4);
    for (const of of ['page/none', 'page/toString', 'plan/none', 'policy/6', 'else/fees']) {
      expect((await get(`/og/${of}.png`)).status, of).toBe(404);
    }
  });
});

describe('the PDF of a policy', () => {
  const signs = (text: string) => text.replace(/\s/g, '');
  /** Returns the document's own text without the text that every page repeats. */
  async function wordsOf(pdf: Buffer, title: string): Promise<string> {
    const { entity, name } = server.services.config.brand;
    return (await textOf(pdf))
      .replace(/第\d+頁，共\d+頁/g, '')
      .replace(/https?:\/\/[\w.:/-]+\?version=\d+/g, '')
      .replaceAll(new RegExp(`${name}${title}第\\d+版，[\\d/]+生效`, 'g'), '')
      .replaceAll(new RegExp(`${entity}(?!（)`, 'g'), '');
  }

  test('has the text of its page, the same bytes each time, and an ETag', async () => {
    const { data } = await server.ok(content.getPolicy, { id: 'fees', version: 2 });
    const answer = await get('/support/policy/fees/2.pdf');
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const bytes = Buffer.from(await answer.arrayBuffer());
    const tag = answer.headers.get('etag') ?? '';
    const again = await get('/support/policy/fees/2.pdf', { 'if-none-match': tag });
    expect(again.status).toBe(304);
    const text = await wordsOf(bytes, data.title);
    for (const line of plain(data.body).split('\n')) {
      for (const part of line.split(/[\s、]/).map(signs)) expect(text).toContain(part);
    }
    expect(text).toContain('第2版');
    // Each row of a table stays in one line, so that each fee is next to its amount.
    const blocks = blocksOf(data.body);
    expect(blocks.filter(({ kind }) => kind === 'table')).toHaveLength(3);
  });

  test('exists for every approved version and for no other', async () => {
    const { data } = await server.ok(content.listPolicies, {});
    for (const { slug, versions } of data) {
      for (const { version } of versions) {
        const answer = await get(`/support/policy/${slug}/${version}.pdf`);
        expect(answer.status, `${slug} ${version}`).toBe(200);
      }
    }
    for (const file of ['fees/9', 'none/1', 'fees/0', '6/1']) {
      expect((await get(`/support/policy/${file}.pdf`)).status, file).toBe(404);
    }
  });
});

describe('machine-readable content', () => {
  test('feeds contain the newest texts in full, and nothing unpublished', async () => {
    const id = await newArticle(server, '看[方案](/loan/alllist)。', {
      type: 'news',
      title: '甲&乙',
    });
    const later = {
      type: 'news',
      status: 'scheduled',
      title: '孔雀魚的消息',
      publishAt: '2099-01-01',
    };
    await newArticle(server, '內文', later as never);
    const answer = await get('/knowledge/news.xml');
    expect(answer.headers.get('content-type')).toContain('application/atom+xml');
    const xml = await answer.text();
    const origin = server.services.config.publicUrl;
    expect(xml).toContain(`${origin}/knowledge/news/${id}`);
    expect(xml).toContain(`href="${origin}/loan/alllist"`);
    expect(xml).not.toContain('孔雀魚的消息');
    expect(await (await get('/knowledge/article.xml')).text()).not.toContain('甲&乙');
  });

  test('the site map lists public pages with dates; robots.txt excludes the others', async () => {
    const id = await newArticle(server, '內文');
    const xml = await (await get('/sitemap.xml')).text();
    expect(xml).toContain(`/knowledge/article/${id}</loc><lastmod>`);
    expect(xml).toContain('/loan/alllist</loc>');
    expect(xml).not.toContain('/account');
    const robots = await (await get('/robots.txt')).text();
    for (const path of ['/account', '/member']) expect(robots).toContain(`Disallow: ${path}\n`);
    expect(robots).toContain('/sitemap.xml');
  });

  test('security.txt names an address and a day at most a year from now', async () => {
    const answer = await get('/.well-known/security.txt');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await answer.text();
    expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
    const [, expires = ''] = /^Expires: (.+)$/m.exec(text) ?? [];
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(100);
    expect(days).toBeLessThan(365);
  });
});

describe('public answers', () => {
  test('have an ETag: 304 until something changes, and then at once the new answer', async () => {
    const id = await newArticle(server, '內文');
    const path = `${content.getArticle.path}?id=${id}`;
    const first = await get(path);
    expect(first.headers.get('cache-control')).toBe('public, no-cache');
    const tag = first.headers.get('etag') ?? '';
    const again = await get(path, { 'if-none-match': tag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    await server.rows('update content.article set title = $2 where id = $1', [id, '改過']);
    const changed = await get(path, { 'if-none-match': tag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(tag);
  });

  test('figures are cached for a minute; plans, refusals and previews are not', async () => {
    const figures = await get(content.platformFigures.path);
    expect(figures.headers.get('cache-control')).toContain('max-age=60');
    expect(figures.headers.get('etag')).toBeTruthy();
    for (const { path } of [lending.planMenu, lending.planList]) {
      expect((await get(path)).headers.get('cache-control')).toBe('public, no-cache');
    }
    const missing = await get(`${content.getArticle.path}?id=999999999`);
    expect(missing.headers.get('cache-control')).toBe('no-store');
    const preview = await get(`${content.previewArticle.path}?token=${'a'.repeat(32)}`);
    expect(preview.headers.get('cache-control')).toBe('no-store');
  });
});
