// Tests of the page of progress: what it shows, what it may load, and what other requests get.
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerWith, pageOf } from './page.js';
import { createProgress, shareDone } from './progress.js';
import { lineOf, showProgress, summaryOf } from './terminal.js';

const keys = ['packages', 'server', 'pages', 'database', 'filling', 'opening'] as const;

/** Returns the progress of a start that is in the middle. */
function halfWay() {
  const progress = createProgress(keys, () => {});
  for (const key of ['packages', 'server'] as const) {
    progress.begin(key);
    progress.end(key);
  }
  progress.begin('pages');
  progress.count('pages', 2, 4);
  return progress;
}

let server: Server;
let url: string;
beforeAll(async () => {
  const { parts } = halfWay();
  server = createServer(answerWith(() => parts, '溪 & 河'));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/investment?page=2`;
});
afterAll(() => void server.close());

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test('a browser gets a page that asks again by itself, without a script', async () => {
  const answer = await fetch(url, { headers: html });
  expect(answer.status).toBe(503);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'retry-after': '3',
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
    'x-robots-tag': 'noindex',
    connection: 'close',
  });
  const text = await answer.text();
  expect(text).toContain('<html lang="zh-Hant-TW">');
  expect(text).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
  expect(text).toContain('<meta name="robots" content="noindex">');
  expect(text).toContain('<meta http-equiv="refresh" content="3">');
  expect(text).toContain('準備中｜溪 &#38; 河</title>');
  expect(text).not.toMatch(/<script|\bon\w+=|https?:|url\((?!#)|<link|<img/);
});

test('the policy allows the style of the page and nothing else', async () => {
  const answer = await fetch(url, { headers: html });
  const policy = answer.headers.get('content-security-policy') ?? '';
  const style = /<style>([^]*)<\/style>/.exec(await answer.text())?.[1] ?? '';
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style));
  const hash = Buffer.from(digest).toString('base64');
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
  expect(style).toContain('color-scheme:light dark');
});

test.each([
  ['GET', { accept: 'application/json' }],
  ['GET', {}],
  ['POST', html],
  ['DELETE', html],
])('%s with %j gets one sentence', async (method, headers) => {
  const answer = await fetch(url, { method, headers });
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    503,
    'text/plain; charset=utf-8',
    '溪 & 河準備中，請稍後再試。\n',
  ]);
});

test('HEAD gets the head only', async () => {
  const answer = await fetch(url, { method: 'HEAD', headers: html });
  expect([answer.status, await answer.text()]).toEqual([503, '']);
});

test('the page names each part, with its state in words', () => {
  const text = pageOf(halfWay().parts, '百溪');
  const lines = [...text.matchAll(/<li class="(\w+)">.*?<span>(.*?)<\/span><b>(.*?)<\/b>/g)];
  expect(lines.map(([, ...line]) => line)).toEqual([
    ['done', '安裝套件', '完成'],
    ['done', '建置伺服器', '完成'],
    ['running', '建置網頁', '2／4 項'],
    ['waiting', '準備資料庫', '等待中'],
    ['waiting', '填入示範資料', '等待中'],
    ['waiting', '啟動網站', '等待中'],
  ]);
});

test('the bar grows with each part and never goes back', () => {
  const progress = createProgress(keys, () => {});
  const shares = [shareDone(progress.parts)];
  const note = () => shares.push(shareDone(progress.parts));
  for (const key of keys) {
    progress.begin(key);
    for (const done of [1, 3, 2]) {
      progress.count(key, done, 4);
      note();
    }
    progress.end(key);
    note();
  }
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
});

/** Stands in for a terminal and keeps what is written to it. */
function terminal(isTTY: boolean) {
  let text = '';
  const write = (part: string) => {
    text += part;
    return true;
  };
  return { out: { write, isTTY, columns: 60 } as never, text: () => text };
}

test('without a terminal each part begins and ends on a line of its own', () => {
  const { out, text } = terminal(false);
  const shown = showProgress(out);
  const progress = createProgress(['packages', 'server'], shown.changed);
  shown.begin(progress.parts);
  progress.begin('packages');
  progress.count('packages', 100, 529);
  progress.end('packages');
  shown.say('Another line.');
  shown.end();
  expect(text()).toBe('Installing packages …\nDone: packages, 1 s.\nAnother line.\n');
});

test('in a terminal one line moves, and is as wide as the terminal at most', () => {
  const { out, text } = terminal(true);
  const shown = showProgress(out);
  const progress = createProgress(['pages', 'filling'], shown.changed);
  shown.begin(progress.parts);
  progress.begin('pages');
  progress.begin('filling');
  progress.count('filling', 7, 16);
  shown.say('Another line.');
  shown.end();
  expect(text()).toContain('\r\u001B[KAnother line.\n');
  expect(text().split('\n')).toHaveLength(2);
  for (const line of text().replaceAll('\n', '\r\u001B[K').split('\r\u001B[K')) {
    expect(line.length).toBeLessThan(60);
  }
  expect(lineOf(progress.parts, performance.now())).toMatch(
    /^Building the pages … \d+ s · Filling the demonstration … 7 of 16, \d+ s$/,
  );
});

test('the end says how long each part took', () => {
  expect(summaryOf(halfWay().parts, 61.6)).toBe('Prepared in 62 s: packages 1 s, server 1 s.');
});
