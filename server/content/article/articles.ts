// Articles, news and stories in the office: writing, previewing, publishing, unpublishing.
import type { contentLists } from '#contract/content/lists.ts';
import { PREVIEW_MINUTES } from '#contract/content/calls.ts';
import type { ArticleFields, ArticleStatus, contentOffice } from '#contract/content/office.ts';
import { articleCategories, type ArticleType, drawings } from '#contract/content/shapes.ts';
import type { Output } from '#contract/core/endpoint.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Context, FilterOf } from '../../call.ts';
import type { Work } from '../../work.ts';
import { reader, shownAs } from '../../tables/table.ts';
import { assertVersion } from '../../tasks/front.ts';
import {
  type ArticleText,
  countArticles,
  deleteArticle,
  insertArticle,
  keepPreview,
  lockArticle,
  nextArticleId,
  type OfficeArticle,
  officeArticle,
  type OfficeArticleRow,
  officeArticles,
  touchArticle,
  updateArticle,
} from './article-office-queries.ts';
import { imagesById } from './article-queries.ts';
import { cleaned, picturesIn, plain, readingMinutesOf, renderBody, unknownKeys } from './body.ts';
import { assertFigures, recordChange } from '../changes.ts';
import { figureListNow, figuresNow } from './figures.ts';
import { drawnFor } from '../loading.ts';
import { anywhere } from '../rules.ts';
import { putEntry } from '../answers/support-queries.ts';
import { hashOf, newToken } from '../tokens.ts';
import { articleView, pictureView } from './view.ts';
import { wordedHistory } from '../worded-history.ts';
import { openRelease, type Release } from '../release/release-queries.ts';
import {
  authorsOf,
  holdRelease,
  present,
  releaseView,
  returnedRelease,
  supersede,
} from '../release/releases.ts';

type Office = typeof contentOffice & Pick<typeof contentLists, 'listArticles' | 'listImages'>;
type Calls = Omit<Office, 'listImages' | 'uploadImage' | 'saveImage'>;
type Asking = Context<Office['getArticle']>;

const MINUTE_MS = 60_000;
/** Articles that the footer and built-in pages link to by id. */
export const FIXED: readonly number[] = [45, 46, 47];

export const rowView = (row: OfficeArticleRow) => ({
  id: row.id,
  type: row.type,
  title: row.title,
  category: row.category,
  status: row.status,
  publishAt: row.publishAt,
  updatedAt: row.updatedAt,
  updatedBy: row.updatedBy,
  version: row.version,
  isWaiting: row.isWaiting,
  helpful: row.helpful,
});

/** Returns the fields that an editor changes. */
export const fieldsOf = (row: OfficeArticle): ArticleText => ({
  title: row.title,
  excerpt: row.excerpt,
  category: row.category,
  author: row.author,
  audience: row.audience,
  body: row.body,
  coverId: row.coverId,
  related: row.related,
  person: row.person,
  role: row.role,
  quote: row.quote,
});

/** Returns an article with the text and the cover of one of its versions. */
export async function editedArticle(work: Work, row: OfficeArticle, release: Release | null) {
  if (!release) return row;
  const text = release.fields as unknown as ArticleText;
  const [image = row.image] = await imagesById(work.tx, [text.coverId]);
  return { ...row, ...text, image };
}

/** Returns the article as it is edited: the open version, or else the stored one. */
async function fullView(work: Work, id: number): Promise<Output<Office['getArticle']>> {
  const row = await officeArticle(work.tx, id);
  if (!row) throw new Refusal('ARTICLE_NOT_FOUND');
  const release = await openRelease(work.tx, 'article', row.id);
  const edited = await editedArticle(work, row, release);
  return {
    data: {
      ...rowView(edited),
      ...fieldsOf(edited),
      cover: pictureView(edited.image),
      fixed: FIXED.includes(row.id),
      release: releaseView(release),
      history: await wordedHistory(work, 'article', row.id),
    },
  };
}

/** Returns the article under a lock, provided it still has the version the editor loaded. */
async function locked(work: Work, id: number, version: number): Promise<OfficeArticle> {
  await holdRelease(work, 'article', id);
  await lockArticle(work.tx, id);
  const row = await officeArticle(work.tx, id);
  if (!row) throw new Refusal('ARTICLE_NOT_FOUND');
  assertVersion(row, version);
  return row;
}

/** Returns the sanitised text; refuses missing pictures and unknown placeholder keys. */
async function textOf(work: Work, id: number, fields: ArticleFields): Promise<ArticleText> {
  const body = cleaned(fields.body);
  const { title, excerpt } = fields;
  const texts = [title, excerpt, body, fields.quote ?? '', fields.person ?? '', fields.role ?? ''];
  await assertFigures(work, texts);
  const wanted = [...picturesIn(body), ...(fields.coverId ? [fields.coverId] : [])];
  const found = new Set((await imagesById(work.tx, wanted)).map((image) => image.id));
  if (wanted.some((image) => !found.has(image))) throw new Refusal('IMAGE_NOT_FOUND');
  const drawing = drawings[id % drawings.length]!;
  return {
    ...fields,
    body,
    coverId: fields.coverId ?? (await drawnFor(work, drawing, id)),
    related: fields.related.filter((other) => other !== id),
  };
}

/**
 * Refuses CONTENT_INCOMPLETE with the missing fields; a draft needs fewer than a published article.
 */
function assertComplete(type: ArticleType, text: ArticleText, status: ArticleStatus): void {
  const fields: Record<string, string> = {};
  const categories: readonly string[] = articleCategories[type];
  if (!categories.includes(text.category)) fields['category'] = '請選擇分類';
  if (status !== 'draft') {
    if (!text.excerpt) fields['excerpt'] = '請輸入摘要';
    if (plain(text.body) === '') fields['body'] = '請輸入內文';
    if (type === 'story') {
      if (!text.person) fields['person'] = '請輸入稱呼';
      if (!text.role) fields['role'] = '請輸入身分';
      if (!text.quote) fields['quote'] = '請輸入引言';
    }
  }
  if (Object.keys(fields).length > 0) throw new Refusal('CONTENT_INCOMPLETE', { fields });
}

export async function putWords({ tx }: Work, id: number, text: ArticleText): Promise<void> {
  const words = [text.excerpt, text.quote ?? '', plain(text.body)].filter(Boolean).join('\n');
  await putEntry(tx, { kind: 'article', id, title: text.title, body: words });
}

/** Presents a version of an article to a second reader. */
async function presented(
  context: Asking,
  row: OfficeArticle,
  fields: ArticleText,
  publishAt: Date | null,
): Promise<void> {
  const { version } = await touchArticle(context.tx, row.id, context.operator.id);
  await present(context, {
    kind: 'article',
    id: row.id,
    title: fields.title,
    before: { ...fieldsOf(row), publishAt: row.publishAt },
    version,
    fields: { ...fields },
    publishAt,
    authors: row.authors,
  });
}

/** Returns the stored article with changes applied that are not stored in its row. */
async function previewed(
  work: Work,
  row: OfficeArticle,
  fields: Partial<ArticleFields>,
): Promise<OfficeArticle> {
  const text = await textOf(work, row.id, { ...row, ...fields });
  const [image] = await imagesById(work.tx, [text.coverId]);
  return { ...row, ...text, image: image ?? row.image };
}

/** Articles as stored in the database. */
export const articles = reader({
  of: (_work: Work, filter: FilterOf<Office['listArticles']>) => anywhere(filter),
  rows: ({ tx }, of, part) => officeArticles(tx, of, part),
  view: (row: Awaited<ReturnType<typeof officeArticles>>[number]) => row,
  beside: ({ tx }, of) => countArticles(tx, of),
});

export const articleActions: Actions<{ content: Calls }>['content'] = {
  listArticles: {
    async page(context, input) {
      const { data, total } = await articles.page(context, input);
      return { data: data.map(rowView), total };
    },
    // The file contains the text without its markup.
    file: shownAs(articles.file, ({ excerpt = '', author = '', body = '', ...row }) => ({
      ...rowView(row),
      excerpt,
      author,
      body: plain(body),
    })),
  },

  getArticle: (context, { id }) => fullView(context, id),

  async createArticle(context, { type, ...fields }) {
    const { tx, now, operator } = context;
    const id = await nextArticleId(tx);
    const text = await textOf(context, id, fields);
    assertComplete(type, text, 'draft');
    await insertArticle(tx, { ...text, id, type, now, by: operator.id });
    await putWords(context, id, text);
    await recordChange(context, {
      type: 'article',
      id,
      action: 'article.created',
      to: 'draft',
      after: text,
    });
    return fullView(context, id);
  },

  async saveArticle(context, { id, version, at, ...fields }) {
    const { tx, now, operator } = context;
    const row = await locked(context, id, version);
    const returned = await returnedRelease(context, 'article', row.id);
    const text = await textOf(context, row.id, fields);
    assertComplete(row.type, text, row.status);
    if (row.status !== 'draft') {
      const publishAt = row.status === 'scheduled' ? (at ?? row.publishAt) : null;
      await presented(context, row, text, publishAt);
      return fullView(context, row.id);
    }
    await supersede(context, 'article', row.id);
    const authors = authorsOf(row, returned, operator);
    await updateArticle(tx, { ...text, id: row.id, now, by: operator.id, authors });
    await putWords(context, row.id, text);
    const change = { type: 'article' as const, id: row.id, from: row.status, to: row.status };
    const before = row as unknown as Record<string, unknown>;
    await recordChange(context, { ...change, action: 'article.saved', before, after: text });
    return fullView(context, row.id);
  },

  async publishArticle(context, { id, version, at }) {
    const row = await locked(context, id, version);
    const returned = await returnedRelease(context, 'article', row.id);
    if (row.status !== 'draft') throw new Refusal('CONTENT_PUBLISHED');
    const text = { ...fieldsOf(row), ...(returned?.fields as Partial<ArticleText> | undefined) };
    assertComplete(row.type, text, 'published');
    await presented(context, row, text, at && at > context.now ? at : null);
    return fullView(context, row.id);
  },

  async deleteArticle(context, { id, version }) {
    const { tx, now, operator } = context;
    const row = await locked(context, id, version);
    if (FIXED.includes(row.id)) throw new Refusal('CONTENT_FIXED');
    if (row.status !== 'draft') throw new Refusal('CONTENT_PUBLISHED');
    await supersede(context, 'article', row.id);
    await deleteArticle(tx, row.id, now, operator.id);
    const move = {
      type: 'article' as const,
      id: row.id,
      action: 'article.deleted' as const,
      from: row.status,
    };
    await recordChange(context, { ...move, to: 'deleted', before: { title: row.title } });
    return { data: { ok: true } };
  },

  async previewArticle(context, { id, ...fields }) {
    const { tx, realNow } = context;
    const row = await officeArticle(tx, id);
    if (!row) throw new Refusal('ARTICLE_NOT_FOUND');
    const article = await previewed(context, row, fields as Partial<ArticleFields>);
    const token = newToken();
    const expiresAt = new Date(realNow.getTime() + PREVIEW_MINUTES * MINUTE_MS);
    await keepPreview(tx, { token: hashOf(token), article, expiresAt });
    const path = `/knowledge/${row.type}/${row.id}?preview=${token}`;
    return {
      data: {
        article: await articleView(context, article, await figuresNow(context)),
        path,
        url: context.services.config.publicUrl + path,
        token,
        expiresAt,
      },
    };
  },

  async renderBody(context, { body }) {
    const safe = cleaned(body);
    const figures = await figuresNow(context);
    const images = await imagesById(context.tx, picturesIn(safe));
    const pictures = new Map(images.map((image) => [image.id, pictureView(image)]));
    return {
      data: {
        ...renderBody(safe, figures, pictures),
        readingMinutes: readingMinutesOf(safe),
        unknownKeys: unknownKeys([safe], figures),
      },
    };
  },

  async listFigures(context) {
    const list = await figureListNow(context);
    return { data: list.map(([key, value, about]) => ({ key, value, about })) };
  },
};
