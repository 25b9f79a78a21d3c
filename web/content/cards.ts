// Reduces an article to the fields its card shows, to keep the HTML document small.
import type { ArticleCard } from '#contract/content/shapes.ts';
import { dayOfInstant } from '../ui/format.ts';

export type ReadingCard = ReturnType<typeof readingCardOf>;

export function readingCardOf(card: ArticleCard) {
  const { id, type, title, excerpt, category, cover, readingMinutes } = card;
  const { person, role, quote, publishedAt } = card;
  const day = dayOfInstant(publishedAt);
  return { id, type, title, excerpt, category, cover, readingMinutes, day, person, role, quote };
}

/** What the carousel of stories shows of an article. */
export function storyOf(article: Parameters<typeof readingCardOf>[0]) {
  const { id, type, title, cover, person, role, quote } = readingCardOf(article);
  return { id, type, title, cover, person, role, quote };
}
