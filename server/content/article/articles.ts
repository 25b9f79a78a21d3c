// Articles, news and stories in the office: writing, previewing, publishing, unpublishing.
import { PREVIEW_MINUTES } from '#contract/content/calls.ts';
import type { ArticleFields, ArticleStatus, contentOffice } from '#contract/content/office.ts';
import { articleCategories, type ArticleType, drawings } from '#contract/content/shapes.ts';
import type { Output } from '#contract/core/endpoint.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Context, FilterOf, Work } from '../../action.ts';
import { reader } from '../../tables/table.ts';
import { assertVersion } from '../../tasks/actions.ts';
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
  setArticleStatus,
  updateArticle,
} from './article-office-queries.ts';
import { type ArticleRow, imagesById } from './article-queries.ts';
import { cleaned, picturesIn, plain, readingMinutesOf, renderBody, unknownKeys } from './body.ts';
import { assertFigures, recordChange } from '../changes.ts';
import { figureListNow, figuresNow } from './figures.ts';
import { drawnFor } from '../loading.ts';
import { anywhere } from '../rules.ts';
import { putEntry } from '../answers/support-queries.ts';
import { hashOf, newToken } from '../tokens.ts';
import { articleView, pictureView } from './view.ts';
import { wordedHistory } from '../worded-history.ts';

type Office = typeof contentOffice;
type Calls = Omit<Office, 'listImages' | 'uploadImage' | 'saveImage'>;
type Asking = Context<Office['getArticle']>;

const MINUTE_MS = 60_000;
/** Articles that the footer and built-in pages link to by id. */
const FIXED: readonly number[] = [45, 46, 47];

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
  helpful: row.helpful,
});

async function fullView(work: Work, id: number): Promise<Output<Office['getArticle']>> {
  const row = await officeArticle(work.tx, id);
  if (!row) throw new Refusal('ARTICLE_NOT_FOUND');
  return {
    data: {
      ...rowView(row),
      excerpt: row.excerpt,
      author: row.author,
      audience: row.audience,
      body: row.body,
      coverId: row.coverId,
      related: row.related,
      person: row.person,
      role: row.role,
      quote: row.quote,
      cover: pictureView(row.image),
      fixed: FIXED.includes(row.id),
      history: await wordedHistory(work, 'article', row.id),
    },
  };
}

/** Returns the article under a lock, provided it still has the version the editor loaded. */
async function locked(work: Work, id: number, version: number): Promise<OfficeArticle> {
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

async function putWords({ tx }: Work, id: number, text: ArticleText): Promise<void> {
  const words = [text.excerpt, text.quote ?? '', plain(text.body)].filter(Boolean).join('\n');
  await putEntry(tx, { kind: 'article', id, title: text.title, body: words });
}

async function moved(
  context: Asking,
  row: OfficeArticle,
  to: ArticleStatus,
  publishAt: Date | null,
): Promise<void> {
  const { tx, now, operator } = context;
  await setArticleStatus(tx, { id: row.id, status: to, publishAt, now, by: operator.id });
  await recordChange(context, {
    type: 'article',
    id: row.id,
    action: to === 'draft' ? 'article.withdrawn' : `article.${to}`,
    from: row.status,
    to,
    before: { publishAt: row.publishAt },
    after: { publishAt },
  });
}

/** Returns the stored article with the editor's unsaved changes applied. */
async function previewed(
  work: Work,
  row: OfficeArticle,
  fields: Partial<ArticleFields>,
): Promise<ArticleRow> {
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
  async listArticles(context, input) {
    const { data, total } = await articles.page(context, input);
    return { data: data.map(rowView), total };
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

  async saveArticle(context, { id, version, ...fields }) {
    const { tx, now, operator } = context;
    const row = await locked(context, id, version);
    const text = await textOf(context, row.id, fields);
    assertComplete(row.type, text, row.status);
    await updateArticle(tx, { ...text, id: row.id, now, by: operator.id });
    await putWords(context, row.id, text);
    const change = { type: 'article' as const, id: row.id, from: row.status, to: row.status };
    const before = row as unknown as Record<string, unknown>;
    await recordChange(context, { ...change, action: 'article.saved', before, after: text });
    return fullView(context, row.id);
  },

  async publishArticle(context, { id, version, at }) {
    const row = await locked(context, id, version);
    assertComplete(row.type, row, 'published');
    const when = at ?? context.now;
    const later = when > context.now;
    // An already published article keeps its publication date.
    const now = row.status === 'published' ? row.publishAt : context.now;
    await moved(context, row, later ? 'scheduled' : 'published', later ? when : now);
    return fullView(context, row.id);
  },

  async unpublishArticle(context, { id, version }) {
    const row = await locked(context, id, version);
    if (FIXED.includes(row.id)) throw new Refusal('CONTENT_FIXED');
    await moved(context, row, 'draft', null);
    return fullView(context, row.id);
  },

  async deleteArticle(context, { id, version }) {
    const { tx, now, operator } = context;
    const row = await locked(context, id, version);
    if (FIXED.includes(row.id)) throw new Refusal('CONTENT_FIXED');
    if (row.status !== 'draft') throw new Refusal('CONTENT_PUBLISHED');
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
