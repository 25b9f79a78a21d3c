// The home page: what this is, for whom, at what cost and risk, in the order people ask.
import { useState } from 'react';
import type { LoaderFunctionArgs, MetaArgs } from 'react-router';
import { useLoaderData } from 'react-router';
import type { Plan } from '#contract/lending.ts';
import { given } from '../page-context.ts';
import { ErrorState } from '../ui/Alert.tsx';
import { Accordion, Card } from '../ui/Card.tsx';
import { Lantern } from '../ui/Lantern.tsx';
import { Umbrella } from '../ui/Umbrella.tsx';
import { formatPercent, formatWan } from '../ui/format.ts';
import { Tabs } from '../ui/Tabs.tsx';
import { brand } from './brand.ts';
import { Go, GoButton } from './Go.tsx';
import { headOf } from './head.ts';
import { HeroRiver } from './HeroRiver.tsx';
import { organizationOf, websiteOf } from './linked-data.ts';
import { MoneyFlow } from './MoneyFlow.tsx';
import { PlanCard } from './PlanCard.tsx';
import * as paths from './paths.ts';

/** Each block stands alone: without plans the rest of the page still shows. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { api, report, settings } = context.get(given);
  const data = [organizationOf(settings.publicUrl), websiteOf(settings.publicUrl)];
  try {
    const { data: plans } = await api.lending.planList({});
    return { plans, data };
  } catch (error) {
    report(error);
    return { plans: null, data };
  }
}

export const meta = (args: MetaArgs<typeof loader>) =>
  headOf(args, {
    title: `${brand.name}｜${brand.tagline}`,
    whole: true,
    description: brand.description,
    path: paths.home(),
    data: args.loaderData?.data ?? [],
  });

function Hero({ plans }: { plans: Plan[] | null }) {
  const min = plans?.length ? Math.min(...plans.map((plan) => plan.amountMin)) : null;
  const max = plans?.length ? Math.max(...plans.map((plan) => plan.amountMax)) : null;
  return (
    <section className="hero">
      <HeroRiver />
      <div className="container hero-text">
        <h1>
          百條小溪，
          <br />
          匯成您的下一步
        </h1>
        <p className="hero-sub">
          {min !== null && max !== null && `${formatWan(min)}至 ${formatWan(max)}元線上申貸，`}
          由多位出資人共同支持。全程線上申請、線上簽約。
        </p>
        <div className="hero-actions">
          <GoButton to={paths.plans()} look="primary" size="lg">
            我要申貸
          </GoButton>
          <GoButton to={paths.investment()} look="secondary" size="lg">
            我要出資
          </GoButton>
        </div>
        <p className="hero-note">任何借貸皆有風險，平台不保證本金與收益。</p>
      </div>
    </section>
  );
}

function Plans({ plans }: { plans: Plan[] | null }) {
  return (
    <section className="container home-section" aria-labelledby="plans-title">
      <div className="home-head">
        <h2 id="plans-title">依您的職業，找到適合的方案</h2>
        <Go to={paths.plans()}>比較所有方案</Go>
      </div>
      {plans === null ? (
        <ErrorState compact title="方案暫時無法載入" onRetry={() => window.location.reload()} />
      ) : (
        <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-3 lg:gap-6">
          {plans.map((plan) => (
            <PlanCard key={plan.id} plan={plan} />
          ))}
        </ul>
      )}
      {plans !== null && plans[0] && <Example plan={plans[0]} />}
    </section>
  );
}

function Example({ plan }: { plan: Plan }) {
  const { example } = plan;
  const dollars = (amount: number) => `$ ${amount.toLocaleString('en-US')}`;
  return (
    <p className="mt-6 text-sm text-ink-3">
      代表性範例（{plan.listName}）：借款 {dollars(example.amount)}、{example.installments}{' '}
      期、年化利率 {formatPercent(example.annualRate)}、平台服務費 {dollars(example.platformFee)}
      ：每期還款 {dollars(example.instalment)}，總費用年百分率約 {formatPercent(example.apr)}
      。實際條件依審核為準。
    </p>
  );
}

const borrowSteps = [
  { title: '註冊並驗證身分', text: '手機、基本資料、身分證件與本人銀行帳戶，線上完成。' },
  { title: '填寫申貸資料', text: '選擇方案與金額，附上財力證明；資料隨填隨存。' },
  { title: '審核後確認條件', text: '核准金額、利率、每期還款與總費用一次列清，同意後才開始募集。' },
  { title: '募滿、簽約、撥款', text: '線上對保簽約後，款項撥入您的本人帳戶。' },
];
const investSteps = [
  { title: '註冊並驗證身分', text: '完成身分驗證與風險承受度問卷，了解自己的上限。' },
  { title: '挑選案件', text: '看借款人概況、風險等級與還款試算，小額分散。' },
  { title: '轉帳至虛擬帳號', text: '每張訂單一組帳號，由您的本人帳戶轉入信託專戶。' },
  { title: '每期收回本息', text: '依出資比例分配，次一營業日撥回您的銀行帳戶。' },
];

function HowItWorks() {
  const [tab, setTab] = useState('borrow');
  return (
    <section className="home-band" aria-labelledby="how-title">
      <div className="container">
        <div className="home-head">
          <h2 id="how-title">四個步驟，全程線上</h2>
        </div>
        <Tabs
          label="流程"
          look="segments"
          value={tab}
          onValueChange={setTab}
          tabs={[
            {
              id: 'borrow',
              label: '我要申貸',
              panel: <StepList steps={borrowSteps} />,
            },
            {
              id: 'invest',
              label: '我要出資',
              panel: <StepList steps={investSteps} />,
            },
          ]}
        />
      </div>
    </section>
  );
}

function StepList({ steps }: { steps: { title: string; text: string }[] }) {
  return (
    <ol className="step-stones">
      {steps.map((step, i) => (
        <li key={step.title}>
          <span className="stone-number" aria-hidden="true">
            {i + 1}
          </span>
          <h3>{step.title}</h3>
          <p>{step.text}</p>
        </li>
      ))}
    </ol>
  );
}

function Flow() {
  return (
    <section className="container home-section" aria-labelledby="flow-title">
      <div className="home-head">
        <h2 id="flow-title">資金怎麼走</h2>
      </div>
      <MoneyFlow />
      <ul className="flow-vows">
        <li>平台不收受存款</li>
        <li>不代客操作</li>
        <li>不保證收益</li>
      </ul>
    </section>
  );
}

function Safety() {
  return (
    <section className="container home-section" aria-label="風險與防詐">
      <div className="grid gap-6 lg:grid-cols-2">
        <Card shape="pebble" className="safety">
          <Umbrella />
          <div>
            <h2 className="text-h3">先看清楚風險</h2>
            <p>
              借款人可能延遲或無法還款，您可能無法收回全部或部分本金。每個案件都標示風險等級與預估損失；請分散出資，並只使用可承受損失的資金。
            </p>
            <Go to={paths.article(47)}>了解風險控管</Go>
          </div>
        </Card>
        <Card shape="pebble" className="safety">
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

const questions = [
  {
    question: '申請需要付費嗎？',
    answer:
      '申請與審核不收費。核准並成功撥款時，才收取平台服務費與匯費，金額與總費用年百分率會在您同意條件前列清。',
  },
  {
    question: '沒有募滿會怎樣？',
    answer: '期限內未募滿的案件不會成立，出資款項全額退回出資人的本人帳戶，不收手續費。',
  },
  {
    question: '可以提前清償嗎？',
    answer: '隨時可以，部分或全部都行。系統會先算出當天應付的金額與費用，您確認後再轉帳。',
  },
  {
    question: '出資的錢放在哪裡？',
    answer: '放在銀行的信託專戶，與平台自有資金分開，每日對帳；平台不收受存款，也沒有儲值帳戶。',
  },
  {
    question: '借款人遲繳時怎麼處理？',
    answer:
      '寬限期內繳清不另計費；逾期後依法計收遲延利息與違約金，分配給出資人，必要時由出資人投票決定協商或委託法律程序。',
  },
];

function Questions() {
  return (
    <section className="container home-section" aria-labelledby="faq-title">
      <div className="grid gap-x-12 gap-y-4 lg:grid-cols-[1fr_2fr]">
        <div>
          <h2 id="faq-title">常見問題</h2>
          <p className="mt-2">
            更多說明請見<Go to={paths.support()}>幫助中心</Go>
          </p>
        </div>
        <div className="border-t border-line">
          {questions.map(({ question, answer }) => (
            <Accordion key={question} title={question}>
              {answer}
            </Accordion>
          ))}
        </div>
      </div>
    </section>
  );
}

export default function HomePage() {
  const { plans } = useLoaderData<typeof loader>();
  return (
    <>
      <Hero plans={plans} />
      <Plans plans={plans} />
      <HowItWorks />
      <Flow />
      <Safety />
      <Questions />
    </>
  );
}
