// Public reads: articles, ads, answers and policies as they are today.
import type { content, ServerPolicyRow } from '#contract/content/calls.ts';
import { dayOf, type Day } from '#contract/core/day.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Action } from '../../call.ts';
import {
  type ArticleRow,
  previewOf,
  publishedArticle,
  publishedArticles,
} from './article-queries.ts';
import { renderBody, withFigures } from './body.ts';
import { differences } from './differences.ts';
import { brandFigures, figuresNow } from './figures.ts';
import {
  approvedVersions,
  bodyOfVersion,
  type PolicyVersionRow,
} from '../policy/policy-queries.ts';
import { publishedQuestions, runningAds } from '../answers/support-queries.ts';
import { hashOf } from '../tokens.ts';
import { articleView, cardView, pictureView } from './view.ts';

type Promised = typeof content;

export const listArticles: Action<Promised['listArticles']> = async (context, input) => {
  const { type = null, category = null, item_per_page: limit, offset } = input;
  const rows = await publishedArticles(context.tx, { type, category, limit, offset });
  const figures = await figuresNow(context);
  return {
    data: rows.map((row) => cardView(row, figures, context.now)),
    total: rows[0]?.total ?? 0,
  };
};

/** Refuses ARTICLE_NOT_FOUND if the article is not published or has another type than requested. */
export const getArticle: Action<Promised['getArticle']> = async (context, { id, type }) => {
  const row = await publishedArticle(context.tx, id);
  if (!row || (type && row.type !== type)) throw new Refusal('ARTICLE_NOT_FOUND');
  return { data: await articleView(context, row, await figuresNow(context)) };
};

/** Converts texts back to dates, because the stored preview contains an article's dates as text. */
const revived = (kept: ArticleRow): ArticleRow => ({
  ...kept,
  publishAt: kept.publishAt && new Date(kept.publishAt),
  revisedAt: kept.revisedAt && new Date(kept.revisedAt),
  updatedAt: new Date(kept.updatedAt),
});

export const previewArticle: Action<Promised['previewArticle']> = async (context, { token }) => {
  const kept = await previewOf(context.tx, hashOf(token), context.realNow);
  if (!kept) throw new Refusal('ARTICLE_NOT_FOUND');
  const row = revived(kept.article as ArticleRow);
  return { data: await articleView(context, row, await figuresNow(context)) };
};

export const listAds: Action<Promised['listAds']> = async (context) => {
  const figures = await figuresNow(context);
  const rows = await runningAds(context.tx, context.today);
  return {
    data: rows.map(({ id, title, text, link, label, alt, image }) => ({
      id,
      title: withFigures(title, figures),
      text: withFigures(text, figures),
      link,
      label,
      image: pictureView(image, withFigures(alt, figures)),
    })),
  };
};

export const listQuestions: Action<Promised['listQuestions']> = async (context, input) => {
  const figures = await figuresNow(context);
  const rows = await publishedQuestions(context.tx, input.audience ?? null);
  const data = rows.map(({ slug, updatedAt, ...row }) => ({
    id: slug,
    audience: row.audience,
    category: row.category,
    question: withFigures(row.question, figures),
    answer: renderBody(row.answer, figures).html,
    popular: row.popular,
    updatedOn: dayOf(updatedAt),
  }));
  return { data, total: data.length };
};

const stateOf = (row: PolicyVersionRow, today: Day) =>
  row.current ? 'current' : row.effectiveOn > today ? 'coming' : 'past';

/** Returns a policy in one of its versions; `rows` are all versions, newest first. */
function policyView(rows: readonly PolicyVersionRow[], shownOne: PolicyVersionRow, today: Day) {
  return {
    id: shownOne.policyId,
    slug: shownOne.slug,
    title: shownOne.title,
    category: shownOne.category,
    version: shownOne.number,
    effectiveOn: shownOne.effectiveOn,
    summary: shownOne.summary,
    versions: rows.map((row) => ({
      version: row.number,
      effectiveOn: row.effectiveOn,
      summary: row.summary,
      state: stateOf(row, today),
    })),
  } satisfies ServerPolicyRow;
}

export const listPolicies: Action<Promised['listPolicies']> = async ({ tx, today }) => {
  const all = await approvedVersions(tx, null, today);
  const data = [...Map.groupBy(all, ({ policyId }) => policyId).values()].flatMap((rows) => {
    const current = rows.find((row) => row.current);
    return current ? [policyView(rows, current, today)] : [];
  });
  return { data, total: data.length };
};

/**
 * Returns the text of a policy version exactly as approved; only the brand's details are inserted.
 * Refuses POLICY_NOT_FOUND for a policy or version that was never approved.
 */
export const getPolicy: Action<Promised['getPolicy']> = async (context, { id, version, since }) => {
  const { tx, today, services } = context;
  const rows = await approvedVersions(tx, id, today);
  const numbered = (number: number) => rows.find((row) => row.number === number);
  const wanted = version === undefined ? rows.find((row) => row.current) : numbered(version);
  const earlier = since === undefined ? null : numbered(since);
  if (!wanted || earlier === undefined) throw new Refusal('POLICY_NOT_FOUND');
  const body = await bodyOfVersion(tx, wanted.id);
  const { html, toc } = renderBody(body, brandFigures(services.config.brand));
  return {
    data: {
      ...policyView(rows, wanted, today),
      state: stateOf(wanted, today),
      body: html,
      toc,
      changes: earlier && {
        since: earlier.number,
        paragraphs: differences(await bodyOfVersion(tx, earlier.id), body),
      },
    },
  };
};
