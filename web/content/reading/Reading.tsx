// Layout of an article, news item or story: the text, table of contents and further links.
import { useLoaderData, type MetaArgs } from 'react-router';
import { titleOf } from '../../site/kit/brand.ts';
import { Go, GoButton } from '../../site/kit/Go.tsx';
import { headOf } from '../../site/kit/head.ts';
import * as paths from '../../site/kit/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { Cover } from './Cover.tsx';
import { Crumbs } from '../Crumbs.tsx';
import { Helpful } from './Helpful.tsx';
import { kinds, readingPath } from './kinds.ts';
import { ReadingCard } from './ReadingCard.tsx';
import type { Reading as Loaded } from './reading-loader.ts';
import { RichText } from '../RichText.tsx';
import { Share } from '../Share.tsx';
import { Toc } from './Toc.tsx';
import '../content.css';
import './reading.css';

type Article = Loaded['article'];

export function headOfReading(args: MetaArgs) {
  const loaded = args.loaderData as Loaded | undefined;
  if (!loaded) return [{ title: titleOf('知識學堂') }];
  const { article, preview, data } = loaded;
  const { title, excerpt, type, category, publishedOn, updatedOn, ogImage } = article;
  const path = readingPath(type, article.id);
  return headOf(args, {
    title,
    description: excerpt,
    path,
    image: `/${ogImage.slice(1)}`,
    article: { publishedOn, updatedOn, section: category },
    trail: [
      { name: '知識學堂', path: paths.knowledge() },
      { name: kinds[type].name, path: kinds[type].list() },
      { name: title, path },
    ],
    data,
    noindex: preview,
  });
}

function Heading({ article }: { article: Article }) {
  const { title, category, author, publishedOn, updatedOn, readingMinutes, excerpt } = article;
  return (
    <header className="reading-head">
      <p className="reading-kind">{category}</p>
      <h1>{title}</h1>
      <p className="reading-lead">{excerpt}</p>
      <p className="reading-when">
        <span>{author}</span>
        <span>
          發布於 <DateText at={publishedOn} />
        </span>
        {updatedOn && (
          <span>
            更新於 <DateText at={updatedOn} />
          </span>
        )}
        <span>閱讀約 {readingMinutes} 分鐘</span>
      </p>
    </header>
  );
}

/** Quotation of the person, at the beginning of a story. */
function Saying({ article: { quote, person, role } }: { article: Article }) {
  if (!quote) return null;
  return (
    <figure className="saying">
      <blockquote>「{quote}」</blockquote>
      <figcaption>
        {person}
        {role && <span>{role}</span>}
      </figcaption>
    </figure>
  );
}

/** Notice about the risks of loans, shown below every text about loans. */
function Disclaimer({ type }: { type: Article['type'] }) {
  if (type === 'news') return null;
  return (
    <p className="disclaimer">
      {type === 'story'
        ? '本文為個別經驗，人物為化名，不代表其他人的結果。'
        : '本文為一般說明，不是對個人的投資或財務建議。'}
      實際額度、利率與費用以審核結果與契約為準。任何借貸皆有風險；出資不是存款，平台不保證本金與收益。
    </p>
  );
}

const calls = {
  loan: { title: '先試算，再決定', text: '選一個適合您職業的方案，看每期還款與總費用年百分率。' },
  invest: {
    title: '看看怎麼開始出資',
    text: '從小額開始，分散到不同案件；先確認自己能承受的損失。',
  },
  all: { title: '接下來', text: '需要用錢，先試算成本；想要出資，先看懂風險。' },
} as const;

/** Call to action for the audience of the text. */
function Call({ audience }: { audience: Article['audience'] }) {
  const { title, text } = calls[audience];
  return (
    <Card as="aside" tone="tint" className="reading-call no-print">
      <div>
        <h2 className="text-h3">{title}</h2>
        <p>{text}</p>
      </div>
      <div className="reading-call-acts">
        {audience !== 'invest' && (
          <GoButton to={paths.plans()} look="primary">
            看申貸方案
          </GoButton>
        )}
        {audience !== 'loan' && (
          <GoButton to={paths.investment()} look={audience === 'all' ? 'secondary' : 'primary'}>
            前往出資專區
          </GoButton>
        )}
      </div>
    </Card>
  );
}

function Neighbours({ article: { previous, next } }: { article: Article }) {
  if (!previous && !next) return null;
  return (
    <nav aria-label="前後篇" className="neighbours no-print">
      {previous && (
        <Go to={readingPath(previous.type, previous.id)} className="" rel="prev">
          <small>上一篇</small>
          {previous.title}
        </Go>
      )}
      {next && (
        <Go to={readingPath(next.type, next.id)} className="" rel="next">
          <small>下一篇</small>
          {next.title}
        </Go>
      )}
    </nav>
  );
}

function Related({ cards }: { cards: Article['related'] }) {
  if (cards.length === 0) return null;
  return (
    <section aria-labelledby="related-title" className="related no-print">
      <h2 id="related-title">延伸閱讀</h2>
      <ul className="reading-grid">
        {cards.map((card) => (
          <ReadingCard key={card.id} of={card} level={3} />
        ))}
      </ul>
    </section>
  );
}

export function Reading() {
  const { article, address, preview } = useLoaderData<Loaded>();
  const { type, title, cover, body, toc } = article;
  return (
    <div className="container page">
      {preview && (
        <div className="mb-6">
          <Alert tone="warn" title="這是預覽">
            內容還沒有發布，只有拿到這個連結的人看得到。
          </Alert>
        </div>
      )}
      <Crumbs
        trail={[
          { name: '知識學堂', to: paths.knowledge() },
          { name: kinds[type].name, to: kinds[type].list() },
          { name: title },
        ]}
      />
      <article className="reading" key={article.id}>
        <Heading article={article} />
        <div className="reading-cover">
          <Cover of={cover} alt={cover.alt} sizes="(min-width: 1280px) 880px, 100vw" eager />
        </div>
        <Toc of={toc} />
        <div className="reading-body">
          <Saying article={article} />
          <RichText html={body} />
          <Disclaimer type={type} />
          <div className="reading-end no-print">
            <Share address={address} title={title} />
            <Helpful kind="article" id={article.id} />
          </div>
        </div>
      </article>
      <Call audience={article.audience} />
      <Neighbours article={article} />
      <Related cards={article.related} />
    </div>
  );
}
