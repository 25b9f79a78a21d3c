// Help questions of one audience: categories, and answers that each have a URL.
import { Link, useLoaderData, type MetaArgs } from 'react-router';
import { Go, GoButton } from '../../site/kit/Go.tsx';
import { headOf } from '../../site/kit/head.ts';
import * as paths from '../../site/kit/paths.ts';
import { EmptyState, ErrorState } from '../../ui/display/Alert.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Accordion } from '../../ui/display/Card.tsx';
import { audiences, questionPath } from './audiences.ts';
import { AntiFraud, Contact } from '../Contact.tsx';
import { Crumbs } from '../Crumbs.tsx';
import { Helpful } from '../reading/Helpful.tsx';
import type { Questions as Loaded } from './questions-loader.ts';
import { RichText } from '../RichText.tsx';
import { SearchBox } from './SearchBox.tsx';
import '../content.css';
import './support.css';

export function headOfQuestions(args: MetaArgs, audience: Loaded['audience']) {
  const { title, about, path, name } = audiences[audience];
  const loaded = args.loaderData as Loaded | undefined;
  return headOf(args, {
    title,
    description: about,
    path: path(),
    image: 'support',
    trail: [
      { name: '幫助中心', path: paths.support() },
      { name, path: path() },
    ],
    data: loaded?.data ?? [],
  });
}

type Group = NonNullable<Loaded['groups']>[number];

function Answer({
  of,
  audience,
}: {
  of: Group['questions'][number];
  audience: Loaded['audience'];
}) {
  return (
    <Accordion id={`q-${of.id}`} title={of.question}>
      <RichText html={of.answer} />
      <div className="answer-end">
        <Helpful kind="question" id={of.id} />
        <p className="answer-when">
          更新於 <DateText at={of.updatedOn} />
          <Go to={questionPath(audience, of.id)} aria-label={`本題連結：${of.question}`}>
            本題連結
          </Go>
        </p>
      </div>
    </Accordion>
  );
}

const anchor = (i: number) => `c-${i + 1}`;

function Categories({ groups }: { groups: readonly Group[] }) {
  return (
    <nav aria-label="問題分類" className="question-categories">
      <ul>
        {groups.map(({ category, questions }, i) => (
          <li key={category}>
            <Link to={{ hash: `#${anchor(i)}` }}>
              {category}
              <small>{questions.length}</small>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Links to the help pages of the other two audiences, for visitors who opened the wrong page. */
function Others({ audience }: { audience: Loaded['audience'] }) {
  const others = (Object.keys(audiences) as Loaded['audience'][]).filter((one) => one !== audience);
  return (
    <p className="question-others">
      找別的：
      {others.map((one) => (
        <Go key={one} to={audiences[one].path()}>
          {audiences[one].title}
        </Go>
      ))}
    </p>
  );
}

function Groups({ groups, audience }: { groups: readonly Group[]; audience: Loaded['audience'] }) {
  return (
    <div className="question-page">
      <Categories groups={groups} />
      <div className="question-groups">
        {groups.map(({ category, questions }, i) => (
          <section key={category} aria-labelledby={anchor(i)}>
            <h2 id={anchor(i)}>{category}</h2>
            <div className="question-list">
              {questions.map((one) => (
                <Answer key={one.id} of={one} audience={audience} />
              ))}
            </div>
          </section>
        ))}
        <Others audience={audience} />
      </div>
    </div>
  );
}

export function Questions() {
  const { audience, groups } = useLoaderData<Loaded>();
  const { title, about, name } = audiences[audience];
  return (
    <div className="container page support-page">
      <Crumbs trail={[{ name: '幫助中心', to: paths.support() }, { name }]} />
      <header className="support-head">
        <div>
          <h1>{title}</h1>
          <p>{about}</p>
        </div>
        <SearchBox label="搜尋幫助中心" />
      </header>
      {groups === null ? (
        <ErrorState title="常見問題暫時無法載入" onRetry={() => window.location.reload()} />
      ) : groups.length === 0 ? (
        <EmptyState
          title="這個分類還沒有內容"
          actions={<GoButton to={paths.support()}>回幫助中心</GoButton>}
        />
      ) : (
        <Groups groups={groups} audience={audience} />
      )}
      <div className="support-two" data-even="">
        <Contact />
        <AntiFraud />
      </div>
    </div>
  );
}
