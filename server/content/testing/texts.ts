// Texts for tests: stored as the content loader does, and as an editor's page sends them.
import { day } from '#contract/core/day.ts';
import type { TestServer } from '../../../tests/server.ts';
import { inWork } from '../../work.ts';
import { fromMarkdown, plain } from '../article/body.ts';
import { drawnFor } from '../loading.ts';
import {
  putSeedArticle,
  putSeedPolicy,
  putSeedQuestion,
  putSeedVersion,
  type SeedArticle,
} from '../seed-queries.ts';
import { putEntry } from '../answers/support-queries.ts';

/** The fields of an article as an editor sends them. */
export const sentArticle = {
  title: '一篇新文章',
  excerpt: '一句話的摘要。',
  category: '理財觀念',
  author: '百溪編輯部',
  audience: 'all',
  body: '<p>退款手續費 {{refundFee}}。</p>',
  coverId: null,
  related: [] as string[],
  person: null,
  role: null,
  quote: null,
} as const;

/** The fields of a question as an editor sends them. */
export const sentQuestion = {
  audience: 'loan',
  category: '還款',
  question: '一個新問題？',
  answer: '<p>一個新回答。</p>',
  popular: false,
  published: true,
  position: 9_000,
} as const;

let next = 900_000;

/** Creates a published article from Markdown; returns its id. */
export async function newArticle(
  { services }: TestServer,
  markdown: string,
  more: Partial<SeedArticle> = {},
): Promise<string> {
  const id = (next += 1);
  await inWork(services, async (work) => {
    const title = more.title ?? `第 ${id} 篇`;
    const body = fromMarkdown(markdown);
    await putSeedArticle(work.tx, {
      id,
      type: 'article',
      status: 'published',
      title,
      excerpt: '一句話。',
      category: '理財觀念',
      author: '百溪編輯部',
      audience: 'all',
      body,
      coverId: await drawnFor(work, 'confluence', id),
      related: [],
      person: null,
      role: null,
      quote: null,
      publishAt: work.now,
      revisedAt: null,
      hash: `${id}`,
      ...more,
    });
    await putEntry(work.tx, { kind: 'article', id, title, body: plain(body) });
  });
  return `${id}`;
}

/** Creates a published question; returns its slug. */
export async function newQuestion(
  { services }: TestServer,
  question: string,
  markdown: string,
  audience: 'loan' | 'invest' | 'member' = 'loan',
): Promise<string> {
  const slug = `q-${(next += 1)}`;
  await inWork(services, async ({ tx, now }) => {
    const answer = fromMarkdown(markdown);
    const rest = { category: '還款', popular: false, position: 1, updatedAt: now };
    const put = await putSeedQuestion(tx, {
      slug,
      audience,
      question,
      answer,
      hash: slug,
      ...rest,
    });
    await putEntry(tx, { kind: 'question', id: put!.id, title: question, body: plain(answer) });
  });
  return slug;
}

/**
 * Creates a policy with one version for each text; each version takes effect a year after the
 * previous one. Returns the slug.
 */
export async function newPolicy(
  { services }: TestServer,
  title: string,
  versions: readonly { markdown: string; effectiveOn: string }[],
): Promise<string> {
  const policyId = (next += 1);
  const slug = `p-${policyId}`;
  await inWork(services, async ({ tx, now }) => {
    await putSeedPolicy(tx, { id: policyId, slug, category: '條款' });
    for (const [at, { markdown, effectiveOn }] of versions.entries()) {
      const body = fromMarkdown(markdown);
      const of = { policyId, number: at + 1, title, summary: `第 ${at + 1} 版`, body, now };
      const put = await putSeedVersion(tx, { ...of, effectiveOn: day(effectiveOn) });
      await putEntry(tx, { kind: 'policy', id: put!.id, title, body: plain(body) });
    }
  });
  return slug;
}
