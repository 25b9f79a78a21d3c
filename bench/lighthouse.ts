// Runs Lighthouse on public pages as on a phone: scores, times, and the causes of lost points.
import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { findChromium, withChineseFont } from '../scripts/tools.ts';
import { publicPaths } from '../e2e/kit/public-paths.ts';

const groups = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Metrics reported beside the scores: times in milliseconds, the layout shift without a unit. */
const figures = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'speed-index': 'speed index',
  'total-blocking-time': 'blocked',
  'cumulative-layout-shift': 'shift',
} as const;

type Seen = { path: string; scores: number[]; shown: string[]; lost: string[] };

/**
 * Requests each page once beforehand, so that work done only once, such as resizing pictures, is
 * not measured.
 */
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

export type Finding = {
  /**
   * `site` is the site's own address; `front` is the one the browser opens, and `spki` the hash of
   * its key.
   */
  site: string;
  front: string;
  spki: string;
  /** Number of runs per page; the median run by performance counts. */
  runs: number;
};

/** Runs Lighthouse on each page; returns a Markdown table. */
export async function measurePages(
  { site, front, spki, runs }: Finding,
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
    for (const path of publicPaths) {
      await warm(site, path);
      const each: Seen[] = [];
      for (let run = 0; run < runs; run += 1) {
        const onlyCategories = [...groups];
        const flags = { port: browser.port, onlyCategories, logLevel: 'error' as const };
        const told = (await lighthouse(front + path, flags))?.lhr;
        // On a busy machine Lighthouse sometimes cannot read its own trace and gives no score, so
        // the run is repeated.
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
