// Test of the app's built-in content: format, figures, links, and what the law requires.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { brandFrom } from '#contract/brand.ts';
import { planSeeds } from '#contract/options.ts';
import { initialNumbers } from '#contract/settings/values.ts';
import { money } from '#contract/core/money.ts';
import { fromMarkdown, plain, unknownKeys } from './article/body.ts';
import { figureList } from './article/figures.ts';
import { readSeedFiles } from './seed-files.ts';

const files = (await readSeedFiles())!;
const brand = brandFrom({});
const span = {
  amountMin: money(1),
  amountMax: money(1),
  amountStep: money(1),
  rateMinBps: 1,
  rateMaxBps: 1,
  termMin: 1,
  termMax: 1,
  platformFeeMin: money(1),
  feeMinBps: 1,
  feeMaxBps: 1,
};
const keys = new Map(figureList(span, initialNumbers, brand).map(([key, value]) => [key, value]));

/** Every text of the built-in content, with its location. */
const texts: [where: string, text: string][] = [
  ...files.articles.map(({ path, title, excerpt, body, quote = '' }): [string, string] => [
    path,
    [title, excerpt, quote, body].join('\n'),
  ]),
  ...files.policies.map(({ path, title, summary, body }): [string, string] => [
    path,
    [title, summary, body].join('\n'),
  ]),
  ...files.questions.map(({ id, question, answer }): [string, string] => [
    `questions.yaml ${id}`,
    `${question}\n${answer}`,
  ]),
  ...files.ads.map(({ id, title, text, alt }): [string, string] => [
    `ads.yaml ${id}`,
    [title, text, alt].join('\n'),
  ]),
];

describe('the built-in content', () => {
  test('has the required number of texts', () => {
    const count = (type: string) => files.articles.filter((row) => row.type === type).length;
    expect(count('article')).toBeGreaterThanOrEqual(12);
    expect(count('story')).toBeGreaterThanOrEqual(6);
    expect(count('news')).toBeGreaterThanOrEqual(8);
    expect(new Set(files.policies.map(({ slug }) => slug)).size).toBeGreaterThanOrEqual(8);
    expect(files.questions.length).toBeGreaterThanOrEqual(40);
    expect(files.ads.length).toBeGreaterThanOrEqual(4);
  });

  test('has its own ids, including the three of the footer', () => {
    const unique = (ids: readonly unknown[]) => expect(new Set(ids).size).toBe(ids.length);
    unique(files.articles.map(({ id }) => id));
    unique(files.questions.map(({ id }) => id));
    unique(files.ads.map(({ id }) => id));
    unique(files.policies.map(({ id, version }) => `${id}@${version}`));
    const articles = files.articles.filter(({ type }) => type === 'article').map(({ id }) => id);
    expect(articles).toEqual(expect.arrayContaining([45, 46, 47]));
    const known = new Set(files.articles.map(({ id }) => id));
    for (const { path, related } of files.articles) {
      expect(
        related.filter((id) => !known.has(id)),
        path,
      ).toEqual([]);
    }
  });

  test('stories have a person, a role and a quotation', () => {
    for (const { path, person, role, quote, type } of files.articles) {
      if (type === 'story') expect([person, role, quote].every(Boolean), path).toBe(true);
    }
  });

  test('versions of a policy follow each other in number and in time', () => {
    for (const [slug, versions] of Map.groupBy(files.policies, (row) => row.slug)) {
      const sorted = versions.toSorted((a, b) => a.version - b.version);
      expect(
        sorted.map(({ version }) => version),
        slug,
      ).toEqual(sorted.map((_, at) => at + 1));
      const days = sorted.map(({ effectiveOn }) => effectiveOn);
      expect(days.toSorted(), slug).toEqual(days);
      expect(new Set(days).size, slug).toBe(days.length);
      expect(new Set(sorted.map(({ id, category }) => `${id} ${category}`)).size, slug).toBe(1);
    }
  });

  test.each(texts)('%s uses only existing figures', (_where, text) => {
    expect(unknownKeys([text], keys)).toEqual([]);
  });

  test.each(texts)('%s guarantees nothing', (_where, text) => {
    const words = plain(fromMarkdown(text));
    const promises =
      /(?<!不|未|無|非|「|不得|沒有|不會|不能|無法)保證(?!金|人|書)|(?<!不|說)保本|零風險|(?<!沒有)穩賺|(?<!「)高報酬/g;
    const found = [...words.matchAll(promises)].map(({ index }) =>
      words.slice(index - 12, index + 12),
    );
    expect(found).toEqual([]);
  });

  test.each(texts)('%s links only to our own pages', (_where, text) => {
    const wrong = [...text.matchAll(/\]\((\/[^)\s]*)\)/g)]
      .map(([, link]) => link!)
      .filter((link) => !leadsSomewhere(link));
    expect(wrong).toEqual([]);
  });

  test('ads link to our own pages', () => {
    expect(files.ads.map(({ link }) => link).filter((link) => !leadsSomewhere(link))).toEqual([]);
  });
});

/** The app's own pages that the specification does not list. */
const own = [
  '/sitemap',
  '/account/profile/suitability',
  '/account/invest/reports',
  '/account/invoices',
  '/account/trust',
  '/account/mandate',
  '/account/webhooks',
];
const routes = JSON.parse(readFileSync('tests/data/routes.json', 'utf8')) as string[];

/**
 * Returns whether a link leads to a page of the specification and to an existing plan, article or
 * policy.
 */
function leadsSomewhere(link: string): boolean {
  const path = link.replace(/[?#].*$/, '');
  const article = /^\/knowledge\/(article|news|story)\/(\d+)$/.exec(path);
  if (article) {
    const [, type, id] = article;
    return files.articles.some((row) => row.type === type && row.id === Number(id));
  }
  const policy = /^\/support\/policy\/([^/]+)$/.exec(path)?.[1];
  if (policy && policy !== 'allPolicies') {
    return files.policies.some(({ id, slug }) => slug === policy || String(id) === policy);
  }
  const plan = /^\/loan\/([a-z]+)$/.exec(path)?.[1];
  if (plan && planSeeds.some(({ slug }) => slug === plan)) return true;
  return routes.includes(path) || own.includes(path);
}

/**
 * Variables promised to the writers of content; none may be removed, because editors' texts may use
 * them.
 */
const promised = `amountMin amountMax amountMinWan amountMaxWan amountStep termMin termMax rateMin
  rateMax platformFeeMin platformFeePercentMin platformFeePercentMax remittanceFee refundFee
  investorFeePercent prepaymentFeePercent prepaymentFeeTerms
  prepaymentFeeGoesTo investMin investStep payWithinHours
  fundraisingDays fundraisingDaysMax offerDays signingDays signingBanDays coolingOffDays
  supplementDays graceDays overdueFromDay violationFromDay accelerationNoticeDays pollDays
  pollTurnout negotiationBorrowerDays negotiationInvestorDays negotiationShare payoutMin reapplyMax
  capRate writeOffDays penaltyPercentEarly penaltyPercentLate linkMinutes smsMinutes noticeDays
  ageMin ageMax capCaseConservative capTotalConservative capCaseBalanced capTotalBalanced
  capCaseActive capTotalActive statementDocsMax fileSizeMb brand entity phone hours email`;

test('every placeholder has a value, none of which is typed in', () => {
  expect([...keys.keys()].toSorted()).toEqual(promised.split(/\s+/).toSorted());
  for (const [key, value] of keys) expect(value, key).not.toBe('');
  const source = readFileSync('server/content/article/figures.ts', 'utf8');
  const typed = [...source.matchAll(/\['(\w+)', (?:['`][^'`$]*\d|String\(\d)/g)];
  expect(typed.map(([, key]) => key)).toEqual([]);
});
