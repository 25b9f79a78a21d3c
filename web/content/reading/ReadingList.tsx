// List of one type of reading: introduction, categories, cards and paging.
import { Rss } from 'lucide-react';
import { useLoaderData, type MetaArgs } from 'react-router';
import { Go, GoButton } from '../../site/kit/Go.tsx';
import { headOf } from '../../site/kit/head.ts';
import { Pages } from '../../site/kit/Pages.tsx';
import * as paths from '../../site/kit/paths.ts';
import { EmptyState, ErrorState } from '../../ui/display/Alert.tsx';
import { Crumbs } from '../Crumbs.tsx';
import { kinds } from './kinds.ts';
import type { ReadingList as Loaded } from './list-loader.ts';
import { ReadingCard } from './ReadingCard.tsx';
import '../content.css';
import './reading.css';

export function headOfList(args: MetaArgs, type: keyof typeof kinds) {
  const { title, about, feed } = kinds[type];
  const loaded = args.loaderData as Loaded | undefined;
  const path = kinds[type].list({
    category: loaded?.category ?? undefined,
    page: loaded && loaded.page > 1 ? loaded.page : undefined,
  });
  const words = [title, loaded?.category, loaded && loaded.page > 1 && `第 ${loaded.page} 頁`];
  return [
    ...headOf(args, {
      title: words.filter(Boolean).join('・'),
      description: about,
      path,
      image: type,
      trail: [
        { name: '知識學堂', path: paths.knowledge() },
        { name: title, path: kinds[type].list() },
      ],
    }),
    ...(feed
      ? [{ tagName: 'link', rel: 'alternate', type: 'application/rss+xml', title, href: feed }]
      : []),
  ];
}

function Categories({ of }: { of: Loaded }) {
  const all = [null, ...of.categories];
  return (
    <nav aria-label="分類">
      <ul className="chips">
        {all.map((category) => (
          <li key={category}>
            <Go
              to={kinds[of.type].list({ category: category ?? undefined })}
              className="chip"
              aria-current={category === of.category ? 'page' : undefined}
            >
              {category ?? '全部'}
            </Go>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function ReadingList() {
  const list = useLoaderData<Loaded>();
  const { title, about, feed } = kinds[list.type];
  return (
    <div className="container page reading-list">
      <Crumbs trail={[{ name: '知識學堂', to: paths.knowledge() }, { name: title }]} />
      <header className="reading-list-head">
        <div>
          <h1>{title}</h1>
          <p>{about}</p>
        </div>
        {feed && (
          <a className="feed-link" href={feed}>
            <Rss size={18} aria-hidden="true" />
            訂閱 RSS
          </a>
        )}
      </header>
      <Categories of={list} />
      {list.cards === null ? (
        <ErrorState title={`${title}暫時無法載入`} onRetry={() => window.location.reload()} />
      ) : list.cards.length === 0 ? (
        <EmptyState
          title="這個分類還沒有內容"
          actions={<GoButton to={paths.knowledge()}>回知識學堂</GoButton>}
        >
          換一個分類，或到知識學堂看看其他文章。
        </EmptyState>
      ) : (
        <>
          <ul className="reading-grid">
            {list.cards.map((card, i) => (
              <ReadingCard key={card.id} of={card} {...(i < 3 && { eager: true })} />
            ))}
          </ul>
          <Pages page={list.page} pages={list.pages} />
        </>
      )}
    </div>
  );
}
