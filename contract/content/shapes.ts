// Schemas of public content: pictures, cards, and text with search highlights.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { instantSchema, outputIdSchema } from '../core/lists.ts';

export const articleTypes = ['article', 'news', 'story'] as const;
export type ArticleType = (typeof articleTypes)[number];

/** Categories of each type of article; the first is the default for a new one. */
export const articleCategories = {
  article: ['出資入門', '申貸入門', '風險與權益', '理財觀念'],
  news: ['公告', '功能更新', '防詐提醒', '活動'],
  story: ['借款人', '出資人'],
} as const satisfies Record<ArticleType, readonly string[]>;

export const questionAudiences = ['loan', 'invest', 'member'] as const;
export type QuestionAudience = (typeof questionAudiences)[number];

/** Who the call to action at the end of an article addresses. */
export const articleAudiences = ['loan', 'invest', 'all'] as const;

export const policyCategories = ['條款', '隱私', '契約範本', '收費', '申訴', '無障礙'] as const;

/** Built-in illustrations for covers without an uploaded picture. */
export const drawings = [
  'confluence',
  'split',
  'stones',
  'bridge',
  'lantern',
  'umbrella',
  'riverbed',
  'boat',
  'rain',
  'terrace',
] as const;
export type Drawing = (typeof drawings)[number];

/**
 * Widths in pixels and formats in which every picture is served; the format with smaller files
 * first.
 */
export const pictureWidths = [320, 640, 960, 1280] as const;
export const pictureFormats = ['avif', 'webp'] as const;

/**
 * Picture with the widths it is available in (never wider than the original); `height` belongs to
 * `width`.
 */
export const pictureSchema = z.object({
  id: outputIdSchema,
  /**
   * Base of the URLs `{path}/{width}.avif` and `.webp`. They can be cached forever, because a new
   * picture gets a new path.
   */
  path: z.string(),
  widths: z.array(z.number()),
  width: z.number(),
  height: z.number(),
  alt: z.string(),
  /**
   * Focal point in percent from the left and the top; it stays visible when the picture is cropped.
   */
  focalX: z.number(),
  focalY: z.number(),
});
export type Picture = z.output<typeof pictureSchema>;
export type ServerPicture = ServerSide<typeof pictureSchema>;

export const articleCardSchema = z.object({
  id: outputIdSchema,
  type: z.enum(articleTypes),
  title: z.string(),
  excerpt: z.string(),
  category: z.string(),
  author: z.string(),
  publishedAt: instantSchema,
  /** Time of the last revision; null if unchanged since publication. */
  updatedAt: instantSchema.nullable(),
  readingMinutes: z.number(),
  audience: z.enum(articleAudiences),
  cover: pictureSchema,
  /** For stories only: the person's name, occupation and quotation. */
  person: z.string().nullable(),
  role: z.string().nullable(),
  quote: z.string().nullable(),
});
export type ArticleCard = z.output<typeof articleCardSchema>;
export type ServerArticleCard = ServerSide<typeof articleCardSchema>;

export const tocSchema = z.array(
  z.object({
    /** Id of the heading in the body. */
    id: z.string(),
    text: z.string(),
    level: z.union([z.literal(2), z.literal(3)]),
  }),
);
export type Toc = z.output<typeof tocSchema>;

const neighbour = z.object({ id: outputIdSchema, type: z.enum(articleTypes), title: z.string() });

export const articleSchema = articleCardSchema.extend({
  /** Sanitised HTML; headings carry ids and placeholders are filled with figures. */
  body: z.string(),
  toc: tocSchema,
  related: z.array(articleCardSchema),
  /** Neighbours of the same type: the one published before and the one published after. */
  previous: neighbour.nullable(),
  next: neighbour.nullable(),
  /** Path of the 1200×630 preview picture for sharing. */
  ogImage: z.string(),
});
export type Article = z.output<typeof articleSchema>;
export type ServerArticle = ServerSide<typeof articleSchema>;

/** Text in pieces, each flagged as matching the search (`hit`) or not. */
export const markedSchema = z.array(z.object({ text: z.string(), hit: z.boolean() }));
export type Marked = z.output<typeof markedSchema>;
