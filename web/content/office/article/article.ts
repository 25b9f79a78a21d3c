// Converts an article between the form and the API.
import type { z } from 'zod';
import { contentOffice, type SentArticleFields } from '#contract/content/office.ts';
import { articleCategories, type ArticleType } from '#contract/content/shapes.ts';

export type FullArticle = z.output<typeof contentOffice.getArticle.output>['data'];

export const articleSchema = contentOffice.createArticle.input.omit({ type: true });

export const DEFAULT_AUTHOR = '百溪編輯部';

/** The initial values of a new article. */
export const blankArticle = (type: ArticleType): SentArticleFields => ({
  title: '',
  excerpt: '',
  category: articleCategories[type][0],
  author: DEFAULT_AUTHOR,
  audience: 'all',
  body: '',
  coverId: null,
  related: [],
  person: type === 'story' ? '' : null,
  role: type === 'story' ? '' : null,
  quote: type === 'story' ? '' : null,
});

/** Returns the fields of an article that the form edits. */
export function fieldsOf(article: FullArticle): SentArticleFields {
  const { title, excerpt, category, author, audience, body, coverId, related } = article;
  const { person, role, quote } = article;
  return {
    title,
    excerpt,
    category,
    author,
    audience,
    body,
    coverId,
    related,
    person,
    role,
    quote,
  };
}

/** Sends empty fields of a story as null. */
export const asSent = (fields: SentArticleFields): SentArticleFields => ({
  ...fields,
  person: fields.person || null,
  role: fields.role || null,
  quote: fields.quote || null,
});
