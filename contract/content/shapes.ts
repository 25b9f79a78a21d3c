// What public content is made of on the wire: pictures, cards, parts of marked text.
import { z } from 'zod';
import { instantSchema } from '../core/lists.ts';

export const articleTypes = ['article', 'news', 'story'] as const;
export type ArticleType = (typeof articleTypes)[number];

/** Where each kind is filed; the first is what a new one begins as. */
export const articleCategories = {
  article: ['出資入門', '申貸入門', '風險與權益', '理財觀念'],
  news: ['公告', '功能更新', '防詐提醒', '活動'],
  story: ['借款人', '出資人'],
} as const satisfies Record<ArticleType, readonly string[]>;

export const questionAudiences = ['loan', 'invest', 'member'] as const;
export type QuestionAudience = (typeof questionAudiences)[number];

/** Whom the call to action at the end of an article speaks to. */
export const articleAudiences = ['loan', 'invest', 'all'] as const;

export const policyCategories = ['條款', '隱私', '契約範本', '收費', '申訴', '無障礙'] as const;

/** Which picture is drawn where none was uploaded (the vocabulary of the house's motif). */
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

/** Widths every picture is served in, and the two formats, the smaller first. */
export const pictureWidths = [320, 640, 960, 1280] as const;
export const pictureFormats = ['avif', 'webp'] as const;

/** Widths are those the picture is at least as wide as; `height` belongs to `width`. */
export const pictureSchema = z.object({
  id: z.string(),
  /** Served at `{path}/{width}.avif` and `.webp`, for good: another picture has another path. */
  path: z.string(),
  widths: z.array(z.number()),
  width: z.number(),
  height: z.number(),
  alt: z.string(),
  /** Percent from the left and the top: what must stay in sight when the picture is cropped. */
  focalX: z.number(),
  focalY: z.number(),
});
export type Picture = z.output<typeof pictureSchema>;

export const articleCardSchema = z.object({
  id: z.string(),
  type: z.enum(articleTypes),
  title: z.string(),
  excerpt: z.string(),
  category: z.string(),
  author: z.string(),
  publishedAt: instantSchema,
  /** Null where it stands as it was published. */
  updatedAt: instantSchema.nullable(),
  readingMinutes: z.number(),
  audience: z.enum(articleAudiences),
  cover: pictureSchema,
  /** Stories only: what the person is called, what he does, what he says. */
  person: z.string().nullable(),
  role: z.string().nullable(),
  quote: z.string().nullable(),
});
export type ArticleCard = z.output<typeof articleCardSchema>;

export const tocSchema = z.array(
  z.object({
    /** The id of the heading in the body. */
    id: z.string(),
    text: z.string(),
    level: z.union([z.literal(2), z.literal(3)]),
  }),
);
export type Toc = z.output<typeof tocSchema>;

const neighbour = z.object({ id: z.string(), type: z.enum(articleTypes), title: z.string() });

export const articleSchema = articleCardSchema.extend({
  /** Sanitised HTML: headings carry ids, figures are put in. */
  body: z.string(),
  toc: tocSchema,
  related: z.array(articleCardSchema),
  /** Of the same kind: the one published before, and the one after. */
  previous: neighbour.nullable(),
  next: neighbour.nullable(),
  /** Path of a picture of 1200×630 for whoever shares it. */
  ogImage: z.string(),
});
export type Article = z.output<typeof articleSchema>;

/** A piece of a text in which the searched words are marked. */
export const markedSchema = z.array(z.object({ text: z.string(), hit: z.boolean() }));
export type Marked = z.output<typeof markedSchema>;
