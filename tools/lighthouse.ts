// Runs Lighthouse on public pages as on a phone: scores, times, and the causes of lost points.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from 'chrome-launcher';
import lighthouse, { type Flags, type Result } from 'lighthouse';
import { findChromium, withChineseFont } from '../scripts/tools.ts';
import { type Trace, inProcessorTime } from '../bench/processor-time.ts';

const groups = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Metrics reported beside the scores: times in milliseconds, the layout shift without a unit. */
const figures = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'speed-index': 'speed index',
  'total-blocking-time': 'blocked',
  'cumulative-layout-shift': 'shift',
} as const;

/** The same by the processor's time; see processor-time.ts. */
const ownFigures = ['performance by processor', 'blocked by processor'];
/** The largest paint over that of a page without scripts. */
const TIMES = 'largest paint, times plain';

type Seen = {
  path: string;
  scores: number[];
  own: string[];
  shown: string[];
  lost: string[];
  /** Time of the largest paint in ms. */
  largest: number;
};

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

type Look = { told: Result | undefined; own: Result | undefined };

/**
 * Looks at a page, and scores what was seen twice: by the time that passed (`told`), and by the
 * time of the processor (`own`).
 */
async function look(url: string, flags: Flags): Promise<Look> {
  const folder = mkdtempSync(join(tmpdir(), 'baixi-lighthouse-'));
  const score = async () => (await lighthouse(undefined, { ...flags, auditMode: folder }))?.lhr;
  try {
    await lighthouse(url, { ...flags, gatherMode: folder });
    const told = await score();
    const file = join(folder, 'trace.json');
    const trace = JSON.parse(readFileSync(file, 'utf8')) as Trace;
    writeFileSync(file, JSON.stringify(inProcessorTime(trace)));
    return { told, own: await score() };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const percent = (score: number | null | undefined) => Math.round((score ?? 0) * 100);

function seen(path: string, told: Result, own: Result | undefined): Seen {
  const { audits, categories } = told;
  const lost = groups.flatMap((group) =>
    (categories[group]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`.trim()),
  );
  return {
    path,
    scores: groups.map((group) => percent(categories[group]?.score)),
    own: [
      String(percent(own?.categories['performance']?.score)),
      own?.audits['total-blocking-time']?.displayValue ?? '–',
    ],
    shown: Object.keys(figures).map((id) => audits[id]?.displayValue ?? '–'),
    lost,
    largest: audits['largest-contentful-paint']?.numericValue ?? 0,
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
  paths: readonly string[];
  /** A page without scripts, whose largest paint is the measure of the others'. */
  plain: string;
  /** Number of runs per page; the median run by performance counts. */
  runs: number;
};

/** Runs Lighthouse on each page; returns a Markdown table. */
export async function measurePages(
  { site, front, spki, paths, plain, runs }: Finding,
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
    for (const path of [plain, ...paths]) {
      await warm(site, path);
      const each: Seen[] = [];
      for (let run = 0; run < runs; run += 1) {
        const onlyCategories = [...groups];
        const flags: Flags = {
          port: browser.port,
          onlyCategories,
          logLevel: 'error',
          // By default Lighthouse empties the cache but keeps the local storage, in which a browser
          // notes that its cache has the fonts.
          clearStorageTypes: ['all'],
        };
        const { told, own } = await look(front + path, flags);
        // On a busy machine Lighthouse sometimes cannot read its own trace and gives no score; such
        // a run does not count.
        if (typeof told?.categories['performance']?.score === 'number') {
          each.push(seen(path, told, own));
        }
      }
      const sorted = each.toSorted((a, b) => (a.scores[0] ?? 0) - (b.scores[0] ?? 0));
      const middle = sorted[Math.floor(sorted.length / 2)];
      if (!middle) throw new Error(`Lighthouse says nothing of ${path}`);
      all.push(middle);
      const { scores, own, shown, lost } = middle;
      const runsOf = each.map(({ scores: [performance] }) => performance).join(' ');
      say(
        `${path} ${scores.join(' ')} (${runsOf}) ${shown.join(', ')}; by processor time ` +
          `${own.join(', ')}; lost: ${lost.join(', ')}`,
      );
    }
  } finally {
    browser.kill();
  }
  const heads = ['page', ...groups, ...Object.values(figures), ...ownFigures, TIMES];
  const measure = all[0]?.largest ?? 0;
  return [
    `| ${heads.join(' | ')} |`,
    `|${' --- |'.repeat(heads.length)}`,
    ...all.map(({ path, scores, shown, own, largest }) => {
      const times = (largest / measure).toFixed(2);
      return `| ${[path, ...scores, ...shown, ...own, times].join(' | ')} |`;
    }),
  ].join('\n');
}
