// Page /about: the platform's purpose, what it earns from whom, how money is kept, and who runs it.
import type { ReactNode } from 'react';
import { Landmark, Split, UserCheck } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router';
import { companyFrom } from '#contract/company.ts';
import { renderContext } from '../page-context.ts';
import { brand } from '../site/kit/brand.ts';
import { Go, GoButton } from '../site/kit/Go.tsx';
import { headOf } from '../site/kit/head.ts';
import { MoneyFlow } from '../site/kit/MoneyFlow.tsx';
import { organizationOf } from '../site/kit/linked-data.ts';
import * as paths from '../site/kit/paths.ts';
import { ErrorState } from '../ui/display/Alert.tsx';
import { Card, Facts, Tag } from '../ui/display/Card.tsx';
import { Confluence } from '../ui/drawings/Confluence.tsx';
import { dayOfInstant, formatDay } from '../ui/format.ts';
import { Table } from '../ui/display/Table.tsx';
import { Timeline } from '../ui/display/Timeline.tsx';
import { Umbrella } from '../ui/drawings/Umbrella.tsx';
import { Contact } from './Contact.tsx';
import { borrowerFees, type FeeRow, investorFees } from './fee-rows.ts';
import '../site/kit/flow.css';
import './content.css';
import './about.css';
import './support/support.css';

const company = companyFrom(import.meta.env);

/** News articles shown as the platform's milestones; unpublished ones are left out. */
const MILESTONES = ['101', '102', '103', '104', '105'];

/** The parts of the page load independently: each is null if it could not be read. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { api, report, settings } = context.get(renderContext);
  const orNull = <T,>(answer: Promise<{ data: T }>) =>
    answer.then(
      ({ data }) => data,
      (error: unknown) => {
        report(error);
        return null;
      },
    );
  const [plans, refund, news] = await Promise.all([
    orNull(api.lending.planList({})),
    orNull(api.lending.refundFee({})),
    orNull(api.content.listArticles({ type: 'news' })),
  ]);
  const milestones = news
    ?.filter(({ id }) => MILESTONES.includes(id))
    .map(({ id, title, publishedAt }) => ({ id, title, on: dayOfInstant(publishedAt) }))
    .toSorted((a, b) => a.on.localeCompare(b.on));
  return {
    fees: plans?.length
      ? { borrower: borrowerFees(plans), investor: investorFees(plans, refund) }
      : null,
    milestones: milestones ?? [],
    trustBank: settings.trustBank,
    data: [organizationOf(settings.publicUrl)],
  };
}

export const meta = (args: MetaArgs<typeof loader>) =>
  headOf(args, {
    title: '關於我們',
    description: `${brand.name}做什麼、靠什麼賺錢、資金怎麼保管，以及我們不做的事。`,
    path: paths.about(),
    image: 'about',
    trail: [{ name: '關於我們', path: paths.about() }],
    data: args.loaderData?.data ?? [],
  });

const threads = [7, 4, 11, 5, 9, 3, 8, 12, 6, 10];

function Mission() {
  return (
    <header className="about-head">
      <div className="container page">
        <p className="reading-kind">關於{brand.name}</p>
        <h1>{brand.tagline}</h1>
        <p>
          有穩定工作的人，有時就差一筆不大的錢；有餘錢的人，也想知道錢用到了哪裡。
          {brand.name}
          把兩邊接起來：一筆借款由多位出資人共同支持，利率、費用、風險與每一期的去向，雙方看到的是同一套數字。
        </p>
      </div>
      <Confluence amounts={threads} ratio={1} width={1200} height={120} bleed />
    </header>
  );
}

function FeeTable({ caption, rows }: { caption: string; rows: readonly FeeRow[] }) {
  return (
    <Table
      caption={caption}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        { key: 'name', label: '項目', head: true, cell: ({ name }) => name },
        { key: 'amount', label: '金額', cell: ({ amount }) => amount },
        { key: 'when', label: '何時收取', cell: ({ when }) => when },
      ]}
    />
  );
}

function Earning({ fees }: { fees: { borrower: FeeRow[]; investor: FeeRow[] } | null }) {
  return (
    <section aria-labelledby="earning-title">
      <h2 id="earning-title">我們如何賺錢</h2>
      <p>
        只有兩項收入：撥款成功時向借款人收的平台服務費，與出資人收到利息時的手續費。沒有撥款、沒有收到利息，我們就沒有收入。
      </p>
      {fees ? (
        <div className="about-fees">
          <FeeTable caption="借款人" rows={fees.borrower} />
          <FeeTable caption="出資人" rows={fees.investor} />
        </div>
      ) : (
        <ErrorState compact title="費用暫時無法載入" onRetry={() => window.location.reload()} />
      )}
      <p className="about-note">
        費用均已含營業稅。完整規定請看<Go to={paths.policy('fees')}>收費辦法</Go>。
      </p>
    </section>
  );
}

const principles = [
  {
    title: '先講清楚，再請您決定',
    text: '總費用年百分率、預估損失與每期金額，都在您同意之前列出來，不放在小字裡。',
  },
  {
    title: '動錢的事，兩個人看',
    text: '審核、撥款與減免都由兩位同仁分別核對，每一步留下不能更改的紀錄。',
  },
  {
    title: '不順利的時候也在',
    text: '借款人還不出來，可以提出協商；出資人看得到進度，也參與投票。',
  },
  {
    title: '看不見個人，看得見依據',
    text: '出資人看到的是區間與核對結果，不是借款人的姓名與公司。',
  },
];

/** Marks a fact that is not configured and therefore the demonstration's. */
function Invented({ of }: { of: boolean }) {
  return of && <Tag glyph={false}>示範資料</Tag>;
}

function People() {
  return (
    <section aria-labelledby="people-title">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 id="people-title">經營團隊</h2>
        <Invented of={company.invented.people} />
      </div>
      <ul className="mt-5 grid gap-5 md:grid-cols-2 lg:grid-cols-4">
        {company.people.map(({ role, name, about }) => (
          <li key={name} className="flex gap-4">
            <span
              className="grid size-12 shrink-0 place-items-center rounded-full bg-tint text-h3
                font-bold text-on-tint"
              aria-hidden="true"
            >
              {name.slice(0, 1)}
            </span>
            <div>
              <h3 className="text-h3">{name}</h3>
              <p className="text-sm font-bold text-ink-2">{role}</p>
              <p className="text-sm text-ink-3">{about}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Principles() {
  return (
    <section aria-labelledby="team-title">
      <h2 id="team-title">團隊怎麼做事</h2>
      <ul className="about-principles">
        {principles.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <p className="about-note">
        想一起做這件事？請看
        <a className="link" href={brand.recruitment} rel="noopener">
          人才招募
        </a>
        。
      </p>
    </section>
  );
}

const safety = [
  {
    Icon: UserCheck,
    title: '實名',
    text: '借款人與出資人都要完成手機、證件與銀行帳戶驗證，才能申貸或出資。',
  },
  {
    Icon: Landmark,
    title: '同名帳戶',
    text: '款項只從本人帳戶轉入，也只撥回本人帳戶；他人代轉的款項會先查明再退回。',
  },
  {
    Icon: Split,
    title: '客戶資金分開',
    text: '出資款與還款都在銀行信託專戶，與平台自有資金分開，每日與銀行明細對帳。',
  },
];

function Safety({ trustBank }: { trustBank: string }) {
  return (
    <section aria-labelledby="safety-title">
      <h2 id="safety-title">錢怎麼保管</h2>
      <p className="mb-5">
        每一筆出資與還款都進入<b>{trustBank}</b>
        的信託財產專戶。{brand.name}
        不能動用這些錢：撥款與退款由兩位同仁分別核對後，才由銀行執行。
      </p>
      <MoneyFlow />
      <ul className="about-safety mt-5">
        {safety.map(({ Icon, title, text }) => (
          <Card as="li" key={title}>
            <Icon size={26} aria-hidden="true" />
            <h3 className="text-h3">{title}</h3>
            <p>{text}</p>
          </Card>
        ))}
      </ul>
    </section>
  );
}

const nots = [
  { title: '不保證本金與收益', text: '借款人可能還不出來，出資可能損失本金。' },
  { title: '不擔保、不代償', text: '平台不以自己的錢替借款人還款。' },
  { title: '不收存款', text: '沒有儲值帳戶，出資也不受存款保險保障。' },
];

function Nots() {
  return (
    <Card as="section" tone="sunken" className="about-nots">
      <Umbrella />
      <div>
        <h2>我們不做的事</h2>
        <ul>
          {nots.map(({ title, text }) => (
            <li key={title}>
              <b>{title}</b>
              {text}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

type Milestone = { id: string; title: string; on: string };

function Milestones({ of }: { of: readonly Milestone[] }) {
  if (of.length === 0) return null;
  return (
    <section aria-labelledby="milestones-title">
      <h2 id="milestones-title">里程碑</h2>
      <Timeline
        items={of.map(({ id, title, on }) => ({
          title: (
            <Go to={paths.news(id)} className="">
              {title}
            </Go>
          ),
          when: <time dateTime={on}>{formatDay(on)}</time>,
          state: 'done',
        }))}
      />
    </section>
  );
}

/** A fact with its mark if it is the demonstration's. */
const own = (value: ReactNode, isInvented: boolean) => ({
  value: (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      {value}
      <Invented of={isInvented} />
    </span>
  ),
});

function PlatformFacts({ trustBank }: { trustBank: string }) {
  return (
    <Card as="section" aria-labelledby="platform-title">
      <h2 id="platform-title" className="text-h3">
        公司資料
      </h2>
      <Facts
        facts={[
          { name: '公司名稱', ...own(brand.entity, company.invented.entity) },
          {
            name: '統一編號',
            ...own(
              <span className="num">{company.registration}</span>,
              company.invented.registration,
            ),
          },
          { name: '地址', ...own(company.address, company.invented.address) },
          { name: '信託銀行', ...own(trustBank, company.invented.entity) },
          { name: '常年法律顧問', ...own(brand.adviser, company.invented.adviser) },
          { name: '申訴管道', value: <Go to={paths.policy('complaints')}>申訴與爭議處理</Go> },
        ]}
      />
    </Card>
  );
}

export default function AboutPage() {
  const { fees, milestones, trustBank } = useLoaderData<typeof loader>();
  return (
    <>
      <Mission />
      <div className="container about-body">
        <Earning fees={fees} />
        <Safety trustBank={trustBank} />
        <People />
        <Principles />
        <Nots />
        <Milestones of={milestones} />
        <div className="support-two" data-even="">
          <PlatformFacts trustBank={trustBank} />
          <Contact />
        </div>
        <div className="about-acts">
          <GoButton to={paths.plans()} look="primary" size="lg">
            我要申貸
          </GoButton>
          <GoButton to={paths.investment()} size="lg">
            我要出資
          </GoButton>
        </div>
      </div>
    </>
  );
}
