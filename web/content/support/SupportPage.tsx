// Page /support: search, audiences, popular questions, policies, contacts, fraud prevention.
import { FileText } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router';
import { type QuestionAudience, questionAudiences } from '#contract/content/shapes.ts';
import { renderContext } from '../../page-context.ts';
import { Go } from '../../site/kit/Go.tsx';
import { headOf } from '../../site/kit/head.ts';
import * as paths from '../../site/kit/paths.ts';
import { ErrorState } from '../../ui/display/Alert.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { audiences, questionPath } from './audiences.ts';
import { AntiFraud, Contact } from '../Contact.tsx';
import { SearchBox } from './SearchBox.tsx';
import '../content.css';
import './support.css';

const POPULAR = 6;
const POLICIES = 4;

/** Each part is loaded independently; null if it could not be read. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { api, report } = context.get(renderContext);
  const orNull = <T,>(answer: Promise<T>) =>
    answer.catch((error: unknown) => {
      report(error);
      return null;
    });
  const [questions, policies] = await Promise.all([
    orNull(api.content.listQuestions({})),
    orNull(api.content.listPolicies({})),
  ]);
  const groups = questionAudiences.map((audience) => {
    const mine = questions?.data.filter((one) => one.audience === audience) ?? [];
    const categories = [...new Set(mine.map((one) => one.category))];
    return { audience, count: mine.length, categories };
  });
  const popular = questions?.data.filter((one) => one.popular).slice(0, POPULAR);
  return {
    groups,
    popular: popular?.map(({ id, audience, question }) => ({ id, audience, question })) ?? null,
    policies: policies?.data.slice(0, POLICIES).map(({ slug, title }) => ({ slug, title })) ?? null,
  };
}

export const meta = (args: MetaArgs) =>
  headOf(args, {
    title: '幫助中心',
    description: '申貸、出資、會員與帳戶的常見問題，平台政策與聯絡方式。搜尋就能找到答案。',
    path: paths.support(),
    image: 'support',
    trail: [{ name: '幫助中心', path: paths.support() }],
  });

type Group = { audience: QuestionAudience; count: number; categories: string[] };

function Groups({ groups }: { groups: readonly Group[] }) {
  return (
    <ul className="support-groups">
      {groups.map(({ audience, count, categories }) => {
        const { name, about, path } = audiences[audience];
        return (
          <Card as="li" key={audience} link>
            <h2 className="text-h3">
              <Go to={path()} className="" data-stretch="">
                {name}
              </Go>
            </h2>
            <p>{about}</p>
            {count > 0 && (
              <p className="support-count">
                {categories.slice(0, 3).join('、')}等 {count} 題
              </p>
            )}
          </Card>
        );
      })}
    </ul>
  );
}

type QuestionLink = { id: string; audience: QuestionAudience; question: string };

function Popular({ questions }: { questions: readonly QuestionLink[] | null }) {
  if (questions?.length === 0) return null;
  return (
    <section aria-labelledby="popular-title">
      <h2 id="popular-title">熱門問題</h2>
      {questions === null ? (
        <ErrorState compact title="常見問題暫時無法載入" onRetry={() => window.location.reload()} />
      ) : (
        <ul className="popular">
          {questions.map(({ id, audience, question }) => (
            <li key={id}>
              <Go to={questionPath(audience, id)} className="">
                <small>{audiences[audience].name}</small>
                {question}
              </Go>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export default function SupportPage() {
  const { groups, popular, policies } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="support-hero">
        <div className="container page">
          <h1>需要什麼協助？</h1>
          <SearchBox label="輸入問題或關鍵字，例如「提前清償」" large />
        </div>
      </div>
      <div className="container support-body">
        <Groups groups={groups} />
        <div className="support-two">
          <Popular questions={popular} />
          <section aria-labelledby="policy-title">
            <h2 id="policy-title">條款與政策</h2>
            <ul className="popular">
              {policies?.map(({ slug, title }) => (
                <li key={slug}>
                  <Go to={paths.policy(slug)} className="">
                    <FileText size={18} aria-hidden="true" />
                    {title}
                  </Go>
                </li>
              ))}
              <li>
                <Go to={paths.policies()} className="">
                  <FileText size={18} aria-hidden="true" />
                  所有條款與政策
                </Go>
              </li>
            </ul>
          </section>
        </div>
        <div className="support-two" data-even="">
          <Contact />
          <AntiFraud />
        </div>
      </div>
    </>
  );
}
