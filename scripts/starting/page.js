// The page that both sites show while a start prepares them, and what other requests get meanwhile.
// @ts-check
import { createHash } from 'node:crypto';
import { shareDone } from './progress.js';

/** @typedef {import('./progress.js').Part} Part */

/** Seconds until the page asks again; then it is the site itself, once that is ready. */
const AGAIN = 3;

const style = `
:root{color-scheme:light dark;--page:light-dark(#faf8f4,#0d1516);--card:light-dark(#fff,#131e1f);
--sunken:light-dark(#f2eee7,#1a2829);--line:light-dark(#e4ded3,#243536);
--ink:light-dark(#1e1b17,#edf3f2);--ink-2:light-dark(#4a443b,#b9c7c5);
--ink-3:light-dark(#625a4e,#91a3a1);--primary:light-dark(#0f6467,#6fc6c3);
--tint:light-dark(#eaf5f4,#16302f)}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:24px 16px;
background:var(--page);color:var(--ink-2);font:16px/1.75 'Roboto','Noto Sans TC','PingFang TC',
'Microsoft JhengHei',sans-serif;text-wrap:pretty;line-break:strict;
font-variant-numeric:tabular-nums}
main{width:100%;max-width:520px}
header{display:flex;align-items:center;gap:12px;margin-bottom:20px;color:var(--ink);
font-size:20px;font-weight:700}
section{padding:28px;border:1px solid var(--line);border-radius:14px;background:var(--card)}
h1{margin:0 0 4px;color:var(--ink);font-size:26px;line-height:1.4;text-wrap:balance}
p{margin:0}
progress{display:block;width:100%;height:10px;margin:20px 0 8px;border:0;border-radius:5px;
overflow:hidden;appearance:none;background:var(--sunken)}
progress::-webkit-progress-bar{background:var(--sunken)}
progress::-webkit-progress-value{background:var(--primary);border-radius:5px}
progress::-moz-progress-bar{background:var(--primary);border-radius:5px}
.share{color:var(--ink-3);font-size:14px}
ol{margin:20px 0 0;padding:0;list-style:none;border-top:1px solid var(--line)}
li{display:flex;align-items:center;gap:12px;padding:10px 0;border-bottom:1px solid var(--line)}
li:last-child{border-bottom:0;padding-bottom:0}
li svg{flex:none}
li span{flex:1}
li b{color:var(--ink-3);font-weight:400;font-size:14px;white-space:nowrap}
.waiting span{color:var(--ink-3)}
.running span{color:var(--ink);font-weight:700}
.running b{color:var(--primary);font-weight:700}
@media (max-width:479px){section{padding:20px}h1{font-size:22px}}
@media (forced-colors:active){progress{border:1px solid}}
`;

/** Only this style may be used: the page needs nothing else. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const logo =
  '<svg width="40" height="40" viewBox="0 0 48 48" aria-hidden="true"><clipPath id="p">' +
  '<path d="M25 2.5C38 2.5 46 12 45.5 25 45 38 36 46 23 45.5 10 45 2.5 36 2.5 24 2.5 11 12 2.5 ' +
  '25 2.5Z"/></clipPath><g clip-path="url(#p)" fill="none" stroke-width="4"><path d="M0 0h48v48' +
  'H0z" fill="#0F6467"/><path d="M-2 14C14 14 12 27 27 28.2S46 36 54 34" stroke="#fff"/><path ' +
  'd="M14-4C14 10 18 22 30 23.9S48 31 56 29" stroke="#F0A178"/><path d="M-4 33C8 30 14 32 26 ' +
  '32.5S44 40 52 39" stroke="#fff"/></g></svg>';

/** A check mark, half a circle, and an empty circle. */
const marks = {
  done: '<circle cx="10" cy="10" r="9" fill="var(--tint)"/><path d="m6 10 3 3 5-6"/>',
  running: '<circle cx="10" cy="10" r="8" stroke="var(--line)"/><path d="M10 2a8 8 0 0 1 8 8"/>',
  waiting: '<circle cx="10" cy="10" r="8" stroke="var(--line)"/>',
};

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @param {Part} part */
function stateOf({ state, done, of, unit }) {
  if (state === 'done') return '完成';
  if (state === 'waiting') return '等待中';
  return of > 0 ? `${done}／${of} ${unit}` : '進行中';
}

/** @param {Part} part */
function lineOf(part) {
  const mark =
    '<svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="var(--primary)" ' +
    `stroke-width="2" stroke-linecap="round" aria-hidden="true">${marks[part.state]}</svg>`;
  return `<li class="${part.state}">${mark}<span>${part.title}</span><b>${stateOf(part)}</b></li>`;
}

/**
 * Returns the page as HTML.
 * @param {readonly Part[]} parts
 * @param {string} name of the site
 */
export function pageOf(parts, name) {
  const percent = Math.floor(shareDone(parts) * 100);
  return (
    '<!doctype html><html lang="zh-Hant-TW"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<meta name="robots" content="noindex"><meta http-equiv="refresh" content="${AGAIN}">` +
    `<title>${percent}% 準備中｜${escaped(name)}</title><style>${style}</style></head><body><main>` +
    `<header>${logo}${escaped(name)}</header><section><h1>網站準備中</h1>` +
    '<p>第一次啟動需要幾分鐘，之後只要幾秒。</p><p>準備好後，這個頁面會自動換成網站。</p>' +
    `<progress max="100" value="${percent}" aria-label="準備進度"></progress>` +
    `<p class="share">已完成 ${percent}%</p><ol>${parts.map(lineOf).join('')}</ol></section>` +
    '</main></body></html>'
  );
}

/**
 * Returns a listener that answers every request with 503: browsers get the page, others a sentence.
 * @param {() => readonly Part[]} parts
 * @param {string} name
 * @returns {import('node:http').RequestListener}
 */
export function answerWith(parts, name) {
  return (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPage = isRead && Boolean(request.headers.accept?.includes('text/html'));
    const body = isPage ? pageOf(parts(), name) : `${name}準備中，請稍後再試。\n`;
    response.writeHead(503, {
      'content-type': `text/${isPage ? 'html' : 'plain'}; charset=utf-8`,
      'content-length': Buffer.byteLength(body),
      'retry-after': String(AGAIN),
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      // The next request opens a connection of its own, which the server may already answer.
      connection: 'close',
    });
    // A body that is still on its way is not read.
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}
