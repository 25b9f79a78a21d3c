// Public API of content: articles, stories, news, ads, help answers, policies, platform figures.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import {
  articleCardSchema,
  articleSchema,
  articleTypes,
  markedSchema,
  pictureSchema,
  policyCategories,
  questionAudiences,
  tocSchema,
} from './shapes.ts';
import { visitor } from '../core/endpoint.ts';
import { done, idSchema, instantSchema, nothing, outputIdSchema, paging } from '../core/lists.ts';
import { INTEGER_MAX, numberText, countSchema } from '../core/wire.ts';

/** Longest search query in characters; longer texts are rejected. */
export const QUERY_MAX = 60;
/** Minutes for which a preview link to an unpublished text stays valid. */
export const PREVIEW_MINUTES = 30;

const questionSchema = z.object({
  /** Slug of the question; its anchor on the page is `q-{id}`. */
  id: z.string(),
  audience: z.enum(questionAudiences),
  category: z.string(),
  question: z.string(),
  /** Sanitised HTML of the answer. */
  answer: z.string(),
  popular: z.boolean(),
  updatedOn: z.string(),
});

const policyVersion = z.object({
  version: z.number(),
  effectiveOn: z.string(),
  summary: z.string(),
  state: z.enum(['past', 'current', 'coming']),
});

const policySchema = z.object({
  id: outputIdSchema,
  slug: z.string(),
  title: z.string(),
  category: z.enum(policyCategories),
  version: z.number(),
  effectiveOn: z.string(),
  summary: z.string(),
  /** Versions of the policy, newest first, including versions that take effect later. */
  versions: z.array(policyVersion),
});
export type ServerPolicyRow = ServerSide<typeof policySchema>;

/**
 * One paragraph in a comparison of two versions; a changed one lists the characters added and
 * removed.
 */
export const changeSchema = z.object({
  kind: z.enum(['same', 'added', 'removed', 'changed']),
  parts: z.array(z.object({ text: z.string(), kind: z.enum(['same', 'added', 'removed']) })),
});
export type PolicyChange = z.output<typeof changeSchema>;

export const figureKeys = [
  'outstandingPrincipal',
  'realisedReturn',
  'overdueShare',
  'recoveryShare',
] as const;

/**
 * A platform figure calculated from the ledger; a figure that cannot be calculated yet is left out
 * of the list.
 */
const figureSchema = z.object({
  key: z.enum(figureKeys),
  label: z.string(),
  /** NT$ or a percentage with at most two decimals. */
  value: z.number(),
  unit: z.enum(['money', 'percent']),
  /** Of how many loans the figure is a share, because a share of three loans says little. */
  basis: z.string().optional(),
  definition: z.string(),
});
export type PlatformFigure = z.output<typeof figureSchema>;

const articleHit = z.object({
  id: outputIdSchema,
  type: z.enum(articleTypes),
  title: markedSchema,
  snippet: markedSchema,
});

export const content = {
  listArticles: visitor.read({
    path: '/v1/articles/list',
    specified: true,
    summary: 'Published articles and news, or the stories with type=story; newest first',
    input: z.strictObject({
      type: z.enum(articleTypes).optional(),
      category: z.string().max(20).optional(),
      item_per_page: paging.item_per_page.default(100),
      offset: paging.offset,
    }),
    output: z.object({ data: z.array(articleCardSchema), total: countSchema }),
  }),
  getArticle: visitor.read({
    path: '/v1/articles/get',
    specified: true,
    summary: 'One published article, news item or story with its neighbours',
    input: z.strictObject({ id: idSchema, type: z.enum(articleTypes).optional() }),
    output: z.object({ data: articleSchema }),
    refusals: ['ARTICLE_NOT_FOUND'],
  }),
  previewArticle: visitor.read({
    path: '/v1/articles/preview',
    summary: 'What an editor is about to publish, for whoever holds his short-lived link',
    input: z.strictObject({ token: z.string().max(80) }),
    output: z.object({ data: articleSchema }),
    refusals: ['ARTICLE_NOT_FOUND'],
    perMinute: 60,
  }),
  listAds: visitor.read({
    path: '/v1/ad/list',
    specified: true,
    summary: 'The advertisements that run today, in their order',
    input: nothing,
    output: z.object({
      data: z.array(
        z.object({
          id: outputIdSchema,
          title: z.string(),
          text: z.string(),
          link: z.string(),
          label: z.string(),
          image: pictureSchema,
        }),
      ),
    }),
  }),
  listQuestions: visitor.read({
    path: '/v1/support/list',
    summary: 'The questions of the help center, of one audience or all, in their order',
    input: z.strictObject({ audience: z.enum(questionAudiences).optional() }),
    output: z.object({ data: z.array(questionSchema), total: countSchema }),
  }),
  search: visitor.read({
    path: '/v1/support/search',
    summary: 'Questions, policies and articles in which all words, or their synonyms, stand',
    input: z.strictObject({ q: z.string().trim().max(QUERY_MAX) }),
    output: z.object({
      data: z.object({
        query: z.string(),
        /** Synonyms that were searched for as well. */
        synonyms: z.array(z.string()),
        /** False if nothing contains all the words and the nearest matches are shown instead. */
        exact: z.boolean(),
        total: countSchema,
        questions: z.array(
          z.object({
            id: z.string(),
            audience: z.enum(questionAudiences),
            category: z.string(),
            title: markedSchema,
            snippet: markedSchema,
          }),
        ),
        policies: z.array(
          z.object({
            id: outputIdSchema,
            slug: z.string(),
            title: markedSchema,
            snippet: markedSchema,
          }),
        ),
        articles: z.array(articleHit),
        /** Slug of a question or id of an article; `kind` says which. */
        suggestions: z.array(z.string()),
      }),
    }),
    perMinute: 120,
  }),
  voteHelpful: visitor.command({
    path: '/v1/support/helpful',
    summary: 'Whether an answer or an article helped; once a visitor, who may think again',
    input: z.strictObject({
      kind: z.enum(['question', 'article']),
      /** Slug of a question or id of an article. */
      id: z.string().min(1).max(80),
      helpful: z.boolean(),
      /**
       * Random id that the visitor's browser creates and stores; the server stores only its hash.
       */
      visitor: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/),
    }),
    output: done,
    refusals: ['ARTICLE_NOT_FOUND', 'QUESTION_NOT_FOUND'],
    perMinute: 30,
  }),
  listPolicies: visitor.read({
    path: '/v1/policies/list',
    summary: 'Every policy in the version that is in force',
    input: nothing,
    output: z.object({ data: z.array(policySchema), total: countSchema }),
  }),
  getPolicy: visitor.read({
    path: '/v1/policies/get',
    summary: 'A policy by id or slug, in any version; with what changed since another',
    input: z.strictObject({
      id: z.string().min(1).max(60),
      version: numberText(z.int().min(1).max(INTEGER_MAX)).optional(),
      /** Earlier version of the same policy to compare with. */
      since: numberText(z.int().min(1).max(INTEGER_MAX)).optional(),
    }),
    output: z.object({
      data: policySchema.extend({
        state: policyVersion.shape.state,
        body: z.string(),
        toc: tocSchema,
        /** Changes against the version `since`; null unless `since` was given in the request. */
        changes: z.object({ since: z.number(), paragraphs: z.array(changeSchema) }).nullable(),
      }),
    }),
    refusals: ['POLICY_NOT_FOUND'],
  }),
  platformFigures: visitor.read({
    path: '/v1/platform/figures',
    summary: 'How the platform does, counted from the books with a definition each',
    input: nothing,
    output: z.object({
      data: z.object({
        asOf: instantSchema,
        /** Figures that can be calculated; if the list is empty, the page shows nothing. */
        figures: z.array(figureSchema),
      }),
    }),
  }),
} as const;
