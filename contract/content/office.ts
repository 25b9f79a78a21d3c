// Back-office API for editing articles, news, stories and their pictures, and previewing texts.
import { z } from 'zod';
import {
  articleAudiences,
  articleSchema,
  articleTypes,
  pictureSchema,
  tocSchema,
} from './shapes.ts';
import { changeSchema } from './calls.ts';
import { fileRefusals } from '../core/file-refusals.ts';
import { office } from '../core/endpoint.ts';
import { idSchema, instantSchema, nothing, outputIdSchema } from '../core/lists.ts';
import { INTEGER_MAX, zonedInstantSchema, numberText } from '../core/wire.ts';

export const articleStatuses = ['draft', 'scheduled', 'published'] as const;
export type ArticleStatus = (typeof articleStatuses)[number];

/** Longest HTML of a text in characters, measured as the editor sends it, before sanitising. */
export const BODY_MAX = 200_000;
/** Picture formats allowed for uploads: those that every browser can show. */
const uploads = { names: ['image'], max: 1, pdf: false } as const;

export const writers = ['editor', 'admin'] as const;
export const readers = ['editor', 'admin', 'auditor'] as const;

/** History of changes, newest first; `changed` lists the changed field names. */
export const historySchema = z.array(
  z.object({
    at: instantSchema,
    who: z.string(),
    action: z.string(),
    changed: z.array(z.string()),
  }),
);

const plainValue = z.union([z.string(), z.number(), z.boolean()]).nullable();

/**
 * Change of one field: texts are compared paragraph by paragraph, other values as before and after.
 */
export const fieldChange = z.object({
  field: z.string(),
  before: plainValue,
  after: plainValue,
  /** Text changes only; null for numbers, days and choices. */
  changes: z.array(changeSchema).nullable(),
});
export type FieldChange = z.output<typeof fieldChange>;

/**
 * History of content that is edited in place, without versions: each entry contains its changes.
 */
export const wordedHistory = z.array(
  historySchema.element.extend({
    /** Changed fields; empty for creation and deletion. */
    fields: z.array(fieldChange),
  }),
);

/** Version of a text that waits for its second reader, or that came back from them. */
export const openReleaseSchema = z.object({
  /** `returned` without a checker: an editor has recalled the version. */
  state: z.enum(['waiting', 'returned']),
  maker: z.string(),
  checker: z.string().nullable(),
  reason: z.string().nullable(),
  madeAt: instantSchema,
  /** When an article is to appear; null for the moment of its release. */
  publishAt: instantSchema.nullable(),
});
export type OpenRelease = z.output<typeof openReleaseSchema>;

export const text = (max: number) => z.string().trim().max(max);
export const bodySchema = z.string().max(BODY_MAX);
/**
 * Version number the editor loaded; the server answers 409 if someone else has changed it since.
 */
export const versionSchema = z.number().int().min(1).max(INTEGER_MAX);
export const deleted = z.object({ data: z.object({ ok: z.literal(true) }) });

const articleFields = z.strictObject({
  title: text(60).min(1, '請輸入標題'),
  excerpt: text(200),
  category: text(20),
  author: text(20).min(1, '請輸入作者'),
  audience: z.enum(articleAudiences),
  /** HTML; `{{key}}` is a placeholder for a figure. */
  body: bodySchema,
  /** Id of the cover picture; null uses an automatically drawn cover. */
  coverId: idSchema.nullable(),
  related: z.array(idSchema).max(6),
  person: text(20).nullable(),
  role: text(40).nullable(),
  quote: text(80).nullable(),
});
export type ArticleFields = z.output<typeof articleFields>;
/** An article as the office's page sends it. */
export type SentArticleFields = z.input<typeof articleFields>;

export const rowSchema = z.object({
  id: outputIdSchema,
  type: z.enum(articleTypes),
  title: z.string(),
  category: z.string(),
  status: z.enum(articleStatuses),
  /** Time at which the text was published or is scheduled to be. */
  publishAt: instantSchema.nullable(),
  updatedAt: instantSchema,
  /** The last editor; null for content that was shipped with the app. */
  updatedBy: z.string().nullable(),
  version: z.number(),
  /** Whether a version waits for its second reader. */
  isWaiting: z.boolean(),
  helpful: z.object({ yes: z.number(), no: z.number() }),
});

const fullSchema = rowSchema.extend({
  ...articleFields.shape,
  coverId: outputIdSchema.nullable(),
  related: z.array(outputIdSchema),
  cover: pictureSchema,
  /** True if the app links to this id, so that it can be neither deleted nor unpublished. */
  fixed: z.boolean(),
  /** Its text is that of the fields; null if there is no version besides the stored one. */
  release: openReleaseSchema.nullable(),
  history: wordedHistory,
});
const one = z.object({ data: fullSchema });

export const imageSchema = pictureSchema.extend({
  /** `drawn`: shipped with the app; `uploaded`: uploaded by an editor. */
  kind: z.enum(['drawn', 'uploaded']),
  createdAt: instantSchema,
  /** Number of articles and ads that use the picture. */
  uses: z.number(),
  version: z.number(),
  /** Description that waits for its second reader or came back, with its focal point. */
  release: openReleaseSchema
    .extend({ alt: z.string(), focalX: z.number(), focalY: z.number() })
    .nullable(),
});

const focal = numberText(z.int().min(0).max(100));
const alt = text(200).min(1, '請描述圖片內容，看不見圖片的人靠它知道');

export const articleFilter = {
  type: z.enum(articleTypes).optional(),
  status: z.enum(articleStatuses).optional(),
  q: text(60).optional(),
};
export type ArticleFilter = z.output<z.ZodObject<typeof articleFilter>>;

export const contentOffice = {
  getArticle: office.read({
    path: '/ops/v1/articles/:id',
    summary: 'One article as it is edited, with who changed what',
    input: z.strictObject({ id: idSchema }),
    output: one,
    refusals: ['ARTICLE_NOT_FOUND'],
    roles: readers,
  }),
  createArticle: office.command({
    path: '/ops/v1/articles',
    summary: 'Begin an article, a news item or a story, as a draft',
    input: articleFields.extend({ type: z.enum(articleTypes) }),
    output: one,
    refusals: ['CONTENT_INCOMPLETE', 'FIGURE_UNKNOWN', 'IMAGE_NOT_FOUND'],
    roles: writers,
  }),
  saveArticle: office.command({
    path: '/ops/v1/articles/:id',
    summary: 'Change a draft; a change of a public article is presented to a second reader',
    input: articleFields.extend({
      id: idSchema,
      version: versionSchema,
      /** New time of a scheduled article; a time that has passed means at its release. */
      at: zonedInstantSchema.optional(),
    }),
    output: one,
    refusals: [
      'ARTICLE_NOT_FOUND',
      'CONTENT_CHANGED',
      'CONTENT_WAITING',
      'CONTENT_INCOMPLETE',
      'FIGURE_UNKNOWN',
      'IMAGE_NOT_FOUND',
    ],
    roles: writers,
  }),
  publishArticle: office.command({
    path: '/ops/v1/articles/:id/publish',
    summary: 'Ask a second reader to release an article, for now or for a time to come',
    input: z.strictObject({
      id: idSchema,
      version: versionSchema,
      at: zonedInstantSchema.optional(),
    }),
    output: one,
    refusals: [
      'ARTICLE_NOT_FOUND',
      'CONTENT_CHANGED',
      'CONTENT_WAITING',
      'CONTENT_PUBLISHED',
      'CONTENT_INCOMPLETE',
    ],
    roles: writers,
  }),
  deleteArticle: office.command({
    path: '/ops/v1/articles/:id/delete',
    summary: 'Delete a draft',
    input: z.strictObject({ id: idSchema, version: versionSchema }),
    output: deleted,
    refusals: ['ARTICLE_NOT_FOUND', 'CONTENT_CHANGED', 'CONTENT_FIXED', 'CONTENT_PUBLISHED'],
    roles: writers,
  }),
  previewArticle: office.token({
    path: '/ops/v1/articles/:id/preview',
    summary: 'The article as the public would see it, and a short-lived link to it on the site',
    input: articleFields.partial().extend({ id: idSchema }),
    output: z.object({
      data: z.object({
        article: articleSchema,
        /** `path` is the preview's path on the member site; `url` is its absolute address. */
        path: z.string(),
        url: z.string(),
        token: z.string(),
        expiresAt: instantSchema,
      }),
    }),
    refusals: ['ARTICLE_NOT_FOUND', 'FIGURE_UNKNOWN', 'IMAGE_NOT_FOUND'],
    roles: writers,
  }),
  renderBody: office.token({
    path: '/ops/v1/content/render',
    summary: 'Any text as the public would see it, unsaved',
    input: z.strictObject({ body: bodySchema }),
    output: z.object({
      data: z.object({
        html: z.string(),
        toc: tocSchema,
        readingMinutes: z.number(),
        /** Placeholder keys in the text that match no known figure. */
        unknownKeys: z.array(z.string()),
      }),
    }),
    roles: writers,
  }),
  listFigures: office.read({
    path: '/ops/v1/content/figures',
    summary: 'Every key that may stand in a text, with what it says today',
    input: nothing,
    output: z.object({
      data: z.array(z.object({ key: z.string(), value: z.string(), about: z.string() })),
    }),
    roles: readers,
  }),
  uploadImage: office.command({
    path: '/ops/v1/images',
    summary: 'Keep a picture, with what it shows and what must stay in sight',
    input: z.strictObject({ alt, focalX: focal.default(50), focalY: focal.default(50) }),
    output: z.object({ data: imageSchema }),
    files: uploads,
    refusals: [...fileRefusals, 'IMAGE_SMALL'],
    roles: writers,
  }),
  saveImage: office.command({
    path: '/ops/v1/images/:id',
    summary: 'Change what a picture is said to show, and its focal point; read by two if in use',
    input: z.strictObject({
      id: idSchema,
      version: versionSchema,
      alt,
      focalX: focal,
      focalY: focal,
    }),
    output: z.object({ data: imageSchema }),
    refusals: ['IMAGE_NOT_FOUND', 'CONTENT_CHANGED', 'CONTENT_WAITING'],
    roles: writers,
  }),
} as const;
