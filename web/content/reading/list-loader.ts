// Loads one page of a reading list, as the URL requests it. Server only.
import type { LoaderFunctionArgs } from 'react-router';
import { articleCategories, type ArticleType } from '#contract/content/shapes.ts';
import { renderContext } from '../../page-context.ts';
import { readingCardOf, storyOf } from '../cards.ts';

/** Number of cards on one page: three rows of three. */
const PAGE_SIZE = 9;

/** Reads page and category from the URL; invalid values are ignored. */
function listInput(request: Request, type: ArticleType) {
  const query = new URL(request.url).searchParams;
  const wish = query.get('category');
  const category = articleCategories[type].find((known) => known === wish);
  const number = Number(query.get('page') ?? 1);
  const page = Number.isSafeInteger(number) && number > 0 ? number : 1;
  return { category, page };
}

/**
 * Loads a list; answers 404 for a page number after the last page. The cards are null if they could
 * not be read.
 */
export async function loadList({ context, request }: LoaderFunctionArgs, type: ArticleType) {
  const { api, report } = context.get(renderContext);
  const { category, page } = listInput(request, type);
  const categories: readonly string[] = articleCategories[type];
  const place = { type, category: category ?? null, page, categories };
  const wanted = { type, category, item_per_page: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const answer = await api.content.listArticles(wanted).catch((error: unknown) => {
    report(error);
    return null;
  });
  if (!answer) return { ...place, cards: null, pages: 1, total: 0 };
  if (answer.data.length === 0 && page > 1) throw new Response(null, { status: 404 });
  const pages = Math.ceil(answer.total / PAGE_SIZE);
  return { ...place, cards: answer.data.map(readingCardOf), pages, total: answer.total };
}

export type ReadingList = Awaited<ReturnType<typeof loadList>>;

/** Loads all stories for the carousel above which no category is chosen; none if that fails. */
export async function loadStories({ context }: LoaderFunctionArgs) {
  const { api, report } = context.get(renderContext);
  const answer = await api.content.listArticles({ type: 'story' }).catch((error: unknown) => {
    report(error);
    return null;
  });
  return answer?.data.map(storyOf) ?? [];
}
