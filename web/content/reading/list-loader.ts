// What a list of reading asks for: one page of one kind, as the address says. Server only.
import type { LoaderFunctionArgs } from 'react-router';
import { articleCategories, type ArticleType } from '#contract/content/shapes.ts';
import { given } from '../../page-context.ts';
import { readingCardOf } from '../cards.ts';

/** Three rows of three. */
const PAGE_SIZE = 9;

/** The page and category of an address; what makes no sense there is left out. */
function askedFor(request: Request, type: ArticleType) {
  const query = new URL(request.url).searchParams;
  const wish = query.get('category');
  const category = articleCategories[type].find((known) => known === wish);
  const number = Number(query.get('page') ?? 1);
  const page = Number.isSafeInteger(number) && number > 0 ? number : 1;
  return { category, page };
}

/** A page beyond the last is not there; cards are null where they could not be read. */
export async function loadList({ context, request }: LoaderFunctionArgs, type: ArticleType) {
  const { api, report } = context.get(given);
  const { category, page } = askedFor(request, type);
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
