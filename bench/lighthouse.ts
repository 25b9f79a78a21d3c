// Public pages as Lighthouse sees them on a phone: scores, times, and what cost points.
import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { findChromium, withChineseFont } from '../scripts/tools.ts';

const groups = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Ten pages that every visitor may open, of every kind. */
const paths = [
  '/',
  '/about',
  '/loan/alllist',
  '/loan/engineer',
  '/investment',
  '/knowledge',
  '/knowledge/article/45',
  '/support',
  '/support/policy',
  '/sitemap',
];

/** What is told of each run beside the scores, in milliseconds, and the shift as it is. */
const figures = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'speed-index': 'speed index',
  'total-blocking-time': 'blocked',
  'cumulative-layout-shift': 'shift',
} as const;

type Seen = { path: string; scores: number[]; shown: string[]; lost: string[] };

/** Has the server make what it makes but once, such as pictures in each size. */
async function warm(site: string, path: string): Promise<void> {
  const answer = await fetch(site + path);
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`);
  const media = (await answer.text()).match(/\/media\/[\w/.-]+/g) ?? [];
  for (const picture of new Set(media)) await (await fetch(site + picture)).arrayBuffer();
}

function seen(path: string, told: Result): Seen {
  const { audits, categories } = told;
  const lost = groups.flatMap((group) =>
    (categories[group]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`.trim()),
  );
  return {
    path,
    scores: groups.map((group) => Math.round((categories[group]?.score ?? 0) * 100)),
    shown: Object.keys(figures).map((id) => audits[id]?.displayValue ?? '–'),
    lost,
  };
}

export type Looked = {
  /** The site's own address, and the one the browser opens, whose key has this hash. */
  site: string;
  front: string;
  spki: string;
  /** Runs of each page, of which the one in the middle by performance counts. */
  runs: number;
};

/** Looks at each page; answers a Markdown table. */
export async function lookAtPages(
  { site, front, spki, runs }: Looked,
  say: (line: string) => void,
): Promise<string> {
  const chromePath = findChromium();
  if (!chromePath) throw new Error('Chromium is missing: install it, or set CHROMIUM_PATH.');
  const trust = `--ignore-certificate-errors-spki-list=${spki}`;
  const browser = await launch({
    chromePath,
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', trust],
    envVars: { ...process.env, ...withChineseFont() },
  });
  const all: Seen[] = [];
  try {
    for (const path of paths) {
      await warm(site, path);
      const each: Seen[] = [];
      for (let run = 0; run < runs; run += 1) {
        const onlyCategories = [...groups];
        const flags = { port: browser.port, onlyCategories, logLevel: 'error' as const };
        const told = (await lighthouse(front + path, flags))?.lhr;
        // On a busy machine it now and then cannot read its own trace, and scores nothing.
        if (typeof told?.categories['performance']?.score === 'number') {
          each.push(seen(path, told));
        }
      }
      const sorted = each.toSorted((a, b) => (a.scores[0] ?? 0) - (b.scores[0] ?? 0));
      const middle = sorted[Math.floor(sorted.length / 2)];
      if (!middle) throw new Error(`Lighthouse says nothing of ${path}`);
      all.push(middle);
      const { scores, shown, lost } = middle;
      const runsOf = each.map(({ scores: [performance] }) => performance).join(' ');
      say(`${path} ${scores.join(' ')} (${runsOf}) ${shown.join(', ')}; lost: ${lost.join(', ')}`);
    }
  } finally {
    browser.kill();
  }
  const heads = ['page', ...groups, ...Object.values(figures)];
  return [
    `| ${heads.join(' | ')} |`,
    `|${' --- |'.repeat(heads.length)}`,
    ...all.map(({ path, scores, shown }) => `| ${[path, ...scores, ...shown].join(' | ')} |`),
  ].join('\n');
}
