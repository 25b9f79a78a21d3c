// What the release of an article by a second person shows, changes and hides.
import { articleView } from './view.ts';
import {
  type ArticleText,
  lockArticle,
  officeArticle,
  setArticleStatus,
  updateArticle,
} from './article-office-queries.ts';
import { editedArticle, fieldsOf, FIXED, putWords } from './articles.ts';
import { figuresNow } from './figures.ts';
import { recordChange } from '../changes.ts';
import type { Release } from '../release/release-queries.ts';
import type { Releasable } from '../release/releases.ts';

const textOf = ({ fields }: Release) => fields as unknown as ArticleText;

export const articleRelease: Releasable = {
  notFound: 'ARTICLE_NOT_FOUND',

  async lock({ tx }, id) {
    await lockArticle(tx, id);
    const row = await officeArticle(tx, id);
    return (
      row && {
        version: row.version,
        updatedBy: row.updatedBy,
        fields: { ...fieldsOf(row) },
        isPublic: row.status !== 'draft',
        isFixed: FIXED.includes(row.id),
      }
    );
  },

  async preview(work, release) {
    const row = await officeArticle(work.tx, release.subjectId);
    if (!row) return {};
    const publishAt = row.publishAt ?? release.publishAt;
    const shown = { ...(await editedArticle(work, row, release)), publishAt };
    return { article: await articleView(work, shown, await figuresNow(work)) };
  },

  /** An article keeps its publication day; a time that has passed meanwhile means at once. */
  async release(work, release) {
    const { tx, now } = work;
    const row = await officeArticle(tx, release.subjectId);
    if (!row) return;
    const text = textOf(release);
    const by = release.makerId;
    await updateArticle(tx, { ...text, id: row.id, now, by, authors: [] });
    await putWords(work, row.id, text);
    const later = release.publishAt !== null && release.publishAt > now;
    const isPublished = row.status === 'published';
    const status = !isPublished && later ? 'scheduled' : 'published';
    const publishAt = isPublished ? row.publishAt : later ? release.publishAt : now;
    if (!isPublished) await setArticleStatus(tx, { id: row.id, status, publishAt, now, by });
    await recordChange(work, {
      type: 'article',
      id: row.id,
      action: 'content.released',
      from: row.status,
      to: status,
      before: { ...fieldsOf(row), publishAt: row.publishAt },
      after: { ...text, publishAt },
    });
  },

  async hide({ tx, now, operator }, id) {
    await setArticleStatus(tx, { id, status: 'draft', publishAt: null, now, by: operator.id });
  },
};
