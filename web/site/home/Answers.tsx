// Block of the home page: news, popular questions, and how to recognise fraud in our name.
import { NewsLines } from '../../content/reading/NewsLines.tsx';
import type { ReadingCard } from '../../content/cards.ts';
import { RichText } from '../../content/RichText.tsx';
import { ErrorState } from '../../ui/display/Alert.tsx';
import { Accordion, Card } from '../../ui/display/Card.tsx';
import { Lantern } from '../../ui/drawings/Lantern.tsx';
import { Umbrella } from '../../ui/drawings/Umbrella.tsx';
import { brand } from '../kit/brand.ts';
import { Go } from '../kit/Go.tsx';
import * as paths from '../kit/paths.ts';
import { reload } from './reload.ts';

type Line = Pick<ReadingCard, 'id' | 'type' | 'day' | 'category' | 'title'>;

function News({ news }: { news: readonly Line[] | null }) {
  if (news?.length === 0) return null;
  return (
    <section aria-labelledby="news-title">
      <div className="home-head">
        <h2 id="news-title">最新消息</h2>
        <Go to={paths.newsList()}>所有消息</Go>
      </div>
      {news === null ? (
        <ErrorState compact title="最新消息暫時無法載入" onRetry={reload} />
      ) : (
        <NewsLines news={news} />
      )}
    </section>
  );
}

type QuestionAnswer = { id: string; question: string; answer: string };

function Questions({ questions }: { questions: readonly QuestionAnswer[] | null }) {
  if (questions?.length === 0) return null;
  return (
    <section aria-labelledby="faq-title">
      <div className="home-head">
        <h2 id="faq-title">常見問題</h2>
        <Go to={paths.support()}>幫助中心</Go>
      </div>
      {questions === null ? (
        <ErrorState compact title="常見問題暫時無法載入" onRetry={reload} />
      ) : (
        <div className="border-t border-line">
          {questions.map(({ id, question, answer }) => (
            <Accordion key={id} title={question}>
              <RichText html={answer} />
            </Accordion>
          ))}
        </div>
      )}
    </section>
  );
}

function Safety() {
  return (
    <section className="container home-section" aria-label="風險與防詐">
      <div className="grid gap-6 lg:grid-cols-2">
        <Card className="safety">
          <Umbrella />
          <div>
            <h2 className="text-h3">先看清楚風險</h2>
            <p>
              借款人可能延遲或無法還款，您可能無法收回全部或部分本金。每個案件都標示風險等級與預估損失；請分散出資，並只使用可承受損失的資金。
            </p>
            <Go to={paths.article(47)}>了解風險控管</Go>
          </div>
        </Card>
        <Card className="safety">
          <Lantern />
          <div>
            <h2 className="text-h3">防詐提醒</h2>
            <p>{brand.name}不會要求您先匯保證金、提供提款卡或操作 ATM。收到可疑訊息請撥 165。</p>
            <a className="link" href="tel:165">
              撥打 165 反詐騙專線
            </a>
          </div>
        </Card>
      </div>
    </section>
  );
}

export default function Answers({
  news,
  questions,
}: {
  news: readonly Line[] | null;
  questions: readonly QuestionAnswer[] | null;
}) {
  return (
    <>
      <div className="container home-section grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <Questions questions={questions} />
        <News news={news} />
      </div>
      <Safety />
    </>
  );
}
