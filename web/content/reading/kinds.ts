// The three types of reading with their names and URLs.
import { articleTypeText, readingTitle } from '#contract/content/words.ts';
import type { ArticleType } from '#contract/content/shapes.ts';
import * as paths from '../../site/kit/paths.ts';

export const kinds = {
  article: {
    name: articleTypeText.article,
    list: paths.articles,
    one: paths.article,
    title: readingTitle('article'),
    about: '出資、申貸與風險，用白話講清楚。流程、期限與費用都以目前的規定為準。',
    feed: '/knowledge/article.xml',
  },
  news: {
    name: articleTypeText.news,
    list: paths.newsList,
    one: paths.news,
    title: readingTitle('news'),
    about: '公告、功能更新、防詐提醒與活動。',
    feed: '/knowledge/news.xml',
  },
  story: {
    name: articleTypeText.story,
    list: paths.stories,
    one: paths.story,
    title: readingTitle('story'),
    about: '借款人與出資人怎麼想、怎麼做，包括不順利的時候。人物均為化名，細節經過改寫。',
    feed: null,
  },
} as const satisfies Record<ArticleType, object>;

/** Returns the URL of an article, news item or story. */
export const readingPath = (type: ArticleType, id: string): string => kinds[type].one(id);
