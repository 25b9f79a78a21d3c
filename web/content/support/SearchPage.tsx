// Page /support/Search?q=: results among questions, policies and articles, and suggestions.
import type { ReactNode } from 'react';
import { useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router';
import type { Marked } from '#contract/content/shapes.ts';
import { QUERY_MAX } from '#contract/content/calls.ts';
import { renderContext } from '../../page-context.ts';
import { Go } from '../../site/kit/Go.tsx';
import { headOf } from '../../site/kit/head.ts';
import * as paths from '../../site/kit/paths.ts';
import { EmptyState, ErrorState } from '../../ui/display/Alert.tsx';
import { audiences, questionPath } from './audiences.ts';
import { Contact } from '../Contact.tsx';
import { Crumbs } from '../Crumbs.tsx';
import { kinds, readingPath } from '../reading/kinds.ts';
import { SearchBox } from './SearchBox.tsx';
import '../content.css';
import './support.css';

/** An empty query is not sent to the server. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { api, report } = context.get(renderContext);
  const q = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, QUERY_MAX);
  if (!q) return { q, found: null, failed: false };
  try {
    const { data: found } = await api.content.search({ q });
    return { q, found, failed: false };
  } catch (error) {
    report(error);
    return { q, found: null, failed: true };
  }
}

type SearchHits = NonNullable<Awaited<ReturnType<typeof loader>>['found']>;

export const meta = (args: MetaArgs<typeof loader>) => {
  const q = args.loaderData?.q;
  return headOf(args, {
    title: q ? `「${q}」的搜尋結果` : '搜尋幫助中心',
    description: '在常見問題、政策與文章裡搜尋。',
    path: paths.supportSearch(),
    noindex: true,
  });
};

function Marks({ of }: { of: Marked }) {
  return of.map(({ text, hit }, i) => (hit ? <mark key={i}>{text}</mark> : text));
}

type Hit = { key: string; to: string; kind: string; title: Marked; snippet: Marked };

function Results({ title, hits }: { title: string; hits: readonly Hit[] }) {
  if (hits.length === 0) return null;
  return (
    <section className="results" aria-label={title}>
      <h2>
        {title}
        <small>{hits.length} 筆</small>
      </h2>
      <ul>
        {hits.map(({ key, to, kind, title: name, snippet }) => (
          <li key={key}>
            <p className="reading-kind">{kind}</p>
            <h3>
              <Go to={to}>
                <Marks of={name} />
              </Go>
            </h3>
            <p>
              <Marks of={snippet} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function hitsOf(found: SearchHits): { title: string; hits: Hit[] }[] {
  return [
    {
      title: '常見問題',
      hits: found.questions.map(({ id, audience, category, title, snippet }) => {
        const kind = `${audiences[audience].name}・${category}`;
        return { key: id, to: questionPath(audience, id), kind, title, snippet };
      }),
    },
    {
      title: '政策',
      hits: found.policies.map(({ slug, title, snippet }) => {
        return { key: slug, to: paths.policy(slug), kind: '條款與政策', title, snippet };
      }),
    },
    {
      title: '文章',
      hits: found.articles.map(({ id, type, title, snippet }) => {
        return { key: id, to: readingPath(type, id), kind: kinds[type].name, title, snippet };
      }),
    },
  ];
}

function Try({ words, children }: { words: readonly string[]; children: ReactNode }) {
  if (words.length === 0) return null;
  return (
    <div className="search-try">
      <span>{children}</span>
      <ul className="chips">
        {words.map((word) => (
          <li key={word}>
            <Go to={paths.supportSearch(word)} className="chip">
              {word}
            </Go>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Number of results, shown and read out by screen readers. */
function Count({ q, found }: { q: string; found: SearchHits }) {
  const { total, exact, synonyms } = found;
  return (
    <div className="search-count">
      {/* If nothing was found, the content below says so visibly, so this text is only for screen
          readers. */}
      <p role="status" className={total === 0 ? 'visually-hidden' : undefined}>
        {total === 0
          ? `找不到「${q}」`
          : exact
            ? `共 ${total} 筆與「${q}」相關的結果`
            : `沒有完全符合「${q}」的內容，以下 ${total} 筆最接近`}
      </p>
      {total > 0 && synonyms.length > 0 && (
        <p className="search-synonyms">也找了：{synonyms.slice(0, 5).join('、')}</p>
      )}
    </div>
  );
}

function ResultList({ q, found }: { q: string; found: SearchHits }) {
  if (found.total === 0) {
    return (
      <>
        <EmptyState title={`找不到「${q}」`}>
          請檢查有沒有錯字，或換個說法；關鍵字短一點，通常比較容易找到。
        </EmptyState>
        <Try words={found.suggestions}>試試看：</Try>
      </>
    );
  }
  return hitsOf(found).map(({ title, hits }) => <Results key={title} title={title} hits={hits} />);
}

const starters = ['提前清償', '身分驗證', '逾期', '虛擬帳號', '手續費'];

export default function SearchPage() {
  const { q, found, failed } = useLoaderData<typeof loader>();
  return (
    <div className="container page support-page">
      <Crumbs trail={[{ name: '幫助中心', to: paths.support() }, { name: '搜尋' }]} />
      <h1>{q ? '搜尋結果' : '搜尋幫助中心'}</h1>
      <SearchBox label="輸入問題或關鍵字" query={q} large />
      {!q && <Try words={starters}>常有人找：</Try>}
      {failed && <ErrorState title="暫時無法搜尋" onRetry={() => window.location.reload()} />}
      {found && (
        <>
          <Count q={q} found={found} />
          <ResultList q={q} found={found} />
        </>
      )}
      <Contact />
    </div>
  );
}
