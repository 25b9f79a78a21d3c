// Loads an article, news item or story, and its metadata for search engines. Server only.
import { type LoaderFunctionArgs, redirect } from 'react-router';
import type { ArticleType } from '#contract/content/shapes.ts';
import { renderContext } from '../../page-context.ts';
import { articleOf } from '../../site/kit/linked-data.ts';
import { dayOfInstant } from '../../ui/format.ts';
import { readingCardOf } from '../cards.ts';
import { readingPath } from './kinds.ts';
import { readable } from '../rich-html.ts';

/** Answers 404 for an unknown id, and redirects to the right URL if the item is of another type. */
export async function loadReading(
  { context, params, request }: LoaderFunctionArgs,
  type: ArticleType,
) {
  const { api, settings } = context.get(renderContext);
  const id = String(params['id']);
  const token = new URL(request.url).searchParams.get('preview');
  if (!/^[1-9]\d{0,17}$/.test(id)) throw new Response(null, { status: 404 });
  const { data: found } = token
    ? await api.content.previewArticle({ token })
    : await api.content.getArticle({ id });
  if (!token && found.type !== type) throw redirect(readingPath(found.type, id), 301);
  const { publishedAt, updatedAt, related, body, ...rest } = found;
  const publishedOn = dayOfInstant(publishedAt);
  const updatedOn = updatedAt ? dayOfInstant(updatedAt) : undefined;
  const path = readingPath(found.type, found.id);
  const { title, excerpt, author } = found;
  const said = { kind: found.type, title, excerpt, author, publishedOn, updatedOn, path };
  const data = [articleOf(settings.publicUrl, { ...said, image: found.ogImage })];
  return {
    article: {
      ...rest,
      body: readable(body),
      publishedOn,
      updatedOn,
      related: related.map(readingCardOf),
    },
    /** Absolute URL of the text, for sharing. */
    address: settings.publicUrl + path,
    preview: token !== null,
    data,
  };
}

export type Reading = Awaited<ReturnType<typeof loadReading>>;
