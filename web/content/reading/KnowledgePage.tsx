// Page /knowledge: recommended reading, and the newest of each type.
import { useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router';
import type { ArticleType } from '#contract/content/shapes.ts';
import { renderContext } from '../../page-context.ts';
import { Go } from '../../site/kit/Go.tsx';
import { headOf } from '../../site/kit/head.ts';
import * as paths from '../../site/kit/paths.ts';
import { DateText } from '../../ui/display/Amount.tsx';
import { ErrorState } from '../../ui/display/Alert.tsx';
import { readingCardOf, type ReadingCard as Card } from '../cards.ts';
import { Cover } from './Cover.tsx';
import { kinds, readingPath } from './kinds.ts';
import { NewsLines } from './NewsLines.tsx';
import { ReadingCard } from './ReadingCard.tsx';
import { SearchBox } from '../support/SearchBox.tsx';
import '../content.css';
import './reading.css';

/** Number of cards in a row. */
const RAIL = 3;

/** Each row is loaded independently; null if it could not be read. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { api, report } = context.get(renderContext);
  const newest = (type: ArticleType, count: number) =>
    api.content.listArticles({ type, item_per_page: count }).then(
      ({ data }) => data.map(readingCardOf),
      (error: unknown) => {
        report(error);
        return null;
      },
    );
  const [articles, news, stories] = await Promise.all([
    newest('article', RAIL + 1),
    newest('news', RAIL + 1),
    newest('story', RAIL),
  ]);
  return { articles, news, stories };
}

export const meta = (args: MetaArgs) =>
  headOf(args, {
    title: '知識學堂',
    description: '出資、申貸與風險的白話文章，平台最新消息，以及借款人與出資人的真實經驗。',
    path: paths.knowledge(),
    image: 'knowledge',
    trail: [{ name: '知識學堂', path: paths.knowledge() }],
  });

function Featured({ card }: { card: Card }) {
  return (
    <article className="card card-link featured" data-flush="">
      <Cover of={card.cover} sizes="(min-width: 1024px) 640px, 100vw" eager />
      <div className="reading-words">
        <p className="reading-kind">{card.category}</p>
        <h2>
          <Go to={readingPath(card.type, card.id)} className="" data-stretch="">
            {card.title}
          </Go>
        </h2>
        <p>{card.excerpt}</p>
        <p className="reading-when">
          <DateText at={card.day} />
          <span>閱讀約 {card.readingMinutes} 分鐘</span>
        </p>
      </div>
    </article>
  );
}

const reload = () => window.location.reload();

function RailHead({ type }: { type: ArticleType }) {
  return (
    <div className="rail-head">
      <h2 id={`rail-${type}`}>{kinds[type].name}</h2>
      <Go to={kinds[type].list()}>
        所有{kinds[type].name}
        <span aria-hidden="true"> ›</span>
      </Go>
    </div>
  );
}

function Rail({ type, cards }: { type: ArticleType; cards: readonly Card[] | null }) {
  if (cards?.length === 0) return null;
  return (
    <section aria-labelledby={`rail-${type}`}>
      <RailHead type={type} />
      {cards === null ? (
        <ErrorState compact title={`${kinds[type].name}暫時無法載入`} onRetry={reload} />
      ) : (
        <ul className="reading-grid" data-look="rail">
          {cards.map((card) => (
            <ReadingCard key={card.id} of={card} level={3} />
          ))}
        </ul>
      )}
    </section>
  );
}

export default function KnowledgePage() {
  const { articles, news, stories } = useLoaderData<typeof loader>();
  const [first, ...rest] = articles ?? [];
  return (
    <div className="container page knowledge">
      <header className="knowledge-head">
        <div>
          <h1>知識學堂</h1>
          <p>借錢和出資之前，值得先弄懂的事。每一篇都寫清楚流程、費用與可能的損失。</p>
        </div>
        <SearchBox label="搜尋文章與常見問題" />
      </header>
      {first && <Featured card={first} />}
      <Rail type="article" cards={articles && rest} />
      {news?.length !== 0 && (
        <section aria-labelledby="rail-news" className="rail-news">
          <RailHead type="news" />
          {news === null ? (
            <ErrorState compact title="最新消息暫時無法載入" onRetry={reload} />
          ) : (
            <NewsLines news={news} />
          )}
        </section>
      )}
      <Rail type="story" cards={stories} />
    </div>
  );
}
