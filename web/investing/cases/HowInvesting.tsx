// Shown to visitors in place of the case list: how investing works, its costs and its risks.
import type { Answer } from '../../api.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import { GoButton } from '../../site/kit/Go.tsx';
import { MoneyFlow } from '../../site/kit/MoneyFlow.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Money, Percent } from '../../ui/display/Amount.tsx';
import { Card, Facts } from '../../ui/display/Card.tsx';
import { PhoneFold } from '../../ui/display/PhoneFold.tsx';
import { Table } from '../../ui/display/Table.tsx';
import { GradeTable, Highlights, MarketFigures } from '../Market.tsx';
import '../../site/kit/flow.css';

type Info = Answer<SiteCalls['lending']['investorPagePlanInfo']>['data'];

/** The fee deducted from a refund and when it is waived; null if it could not be read. */
export type RefundFee = { refundFee: number; freeWhen: string[] } | null;

const steps = [
  { title: '驗證身分', text: '線上完成身分驗證與風險屬性評估，得到您的出資上限。' },
  { title: '挑選案件', text: '看借款人概況、風險等級與還款試算；每筆小額，分散到不同案件。' },
  { title: '轉帳', text: '每張訂單一組虛擬帳號，由您的本人帳戶轉入銀行信託專戶。' },
  { title: '按期收回', text: '借款人每期還款後，依出資比例撥回您的本人帳戶。' },
];

function Plans({ plans }: { plans: Info['plans'] }) {
  return (
    <Table
      caption="各方案的年化利率與期數"
      hideCaption
      rows={plans}
      rowKey={(plan) => plan.id}
      columns={[
        { key: 'plan', label: '方案', head: true, cell: (plan) => plan.listName },
        {
          key: 'rate',
          label: '年化利率',
          numeric: true,
          at: 'figure',
          cell: (plan) => (
            <span>
              <Percent value={plan.rateMin} />–<Percent value={plan.rateMax} />
            </span>
          ),
        },
        {
          key: 'term',
          label: '期數',
          numeric: true,
          at: 'state',
          cell: (plan) => `${Math.min(...plan.installments)}–${Math.max(...plan.installments)} 期`,
        },
        {
          key: 'amountMax',
          label: '單一案件最高',
          numeric: true,
          at: 'drawn',
          cell: (plan) => (
            <>
              <span className="line-only">最高 </span>
              <Money amount={plan.amountMax} />
            </>
          ),
        },
        {
          key: 'open',
          label: '募集中',
          numeric: true,
          at: 'day',
          cell: (plan) => (
            <>
              <span className="line-only">募集中 </span>
              {plan.openCases} 件
            </>
          ),
        },
      ]}
    />
  );
}

/** Share of the received interest that the platform keeps: its range over all plans. */
function FeeRange({ plans }: { plans: Info['plans'] }) {
  const percents = plans.map((plan) => plan.investorFeePercent);
  const low = Math.min(...percents);
  const high = Math.max(...percents);
  return (
    <>
      實收利息的 <Percent value={low} />
      {high > low && (
        <>
          –<Percent value={high} />
        </>
      )}
    </>
  );
}

function Fees({ plans, refundFee }: { plans: Info['plans']; refundFee: RefundFee }) {
  const fee = plans.length > 0 && <FeeRange plans={plans} />;
  return (
    <PhoneFold id="invest-fees" title="出資人的費用" figure={fee}>
      <Card className="md:mt-4">
        <Facts
          facts={[
            ...(fee ? [{ name: '手續費', value: fee, note: '收到利息時才收取，本金不收費' }] : []),
            { name: '註冊與出資', value: '不收費' },
            ...(refundFee
              ? [
                  {
                    name: '退款手續費',
                    value: (
                      <>
                        每筆 <Money amount={refundFee.refundFee} />
                      </>
                    ),
                    note: `逾期、溢繳的款項退回時收取；${refundFee.freeWhen.join('、')}則免收`,
                  },
                ]
              : []),
          ]}
        />
      </Card>
    </PhoneFold>
  );
}

function Steps() {
  return (
    <PhoneFold id="invest-how" title="四個步驟開始出資">
      <ol
        className="step-stones md:mt-6 max-md:[&_.stone-number]:row-span-2
          max-md:*:grid-cols-[auto_1fr] max-md:*:gap-x-4 max-md:*:gap-y-0"
      >
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
    </PhoneFold>
  );
}

/** The risks in plain language; the text is the same for visitors and members. */
export function RiskText() {
  return (
    <Alert tone="warn" title="出資前請先了解">
      <ul className="list-disc ps-5">
        <li>借款人可能延遲或無法還款，您可能無法收回全部或部分本金。</li>
        <li>案件沒有擔保品，平台不保證本金與收益，也不是存款，不受存款保險保障。</li>
        <li>資金在案件結清前無法提前取回；請只使用可承受損失的資金，並分散到多個案件。</li>
      </ul>
    </Alert>
  );
}

/** `info` is null if it could not be read; the parts that need it are then left out. */
export function HowInvesting({ info, refundFee }: { info: Info | null; refundFee: RefundFee }) {
  return (
    <div className="grid gap-7 md:gap-12">
      <Card
        as="section"
        tone="tint"
        className="grid items-center gap-5 md:grid-cols-[1fr_auto] md:px-9 md:py-8
          [&_h2]:text-inherit [&_p]:mt-1.5 [&_p]:max-w-[36em]"
      >
        <div>
          <h2>登入後查看募集中的案件</h2>
          <p>
            案件含有借款人的概況，只開放會員查看。註冊免費；完成身分驗證與風險屬性評估後即可出資。
          </p>
        </div>
        <div className="flex flex-wrap gap-3 max-md:*:flex-auto">
          <GoButton to={paths.login({ redirectTo: paths.investment() })} look="primary">
            登入查看案件
          </GoButton>
          <GoButton to={paths.register({ redirectTo: paths.investment() })}>註冊</GoButton>
        </div>
      </Card>
      {info && <MarketFigures of={info.figures} />}
      {info && info.highlights.length > 0 && <Highlights cases={info.highlights} />}
      <section aria-labelledby="invest-plans">
        <h2 id="invest-plans">各方案的利率與期數</h2>
        <p className="mb-4 mt-1 text-ink-3">
          年化利率依借款人的信用等級而定，是借款人支付的利率，未扣手續費與可能的損失。
        </p>
        {info === null ? (
          <p className="text-ink-3">方案資料暫時無法載入，請稍後再試。</p>
        ) : (
          <Plans plans={info.plans} />
        )}
      </section>
      {/* On a phone these are one line each, without gaps between them. */}
      <div className="grid md:gap-12">
        {info && <GradeTable grades={info.grades} />}
        <Fees plans={info?.plans ?? []} refundFee={refundFee} />
        <Steps />
        <PhoneFold id="invest-flow" title="資金怎麼走">
          <div className="md:mt-6">
            <MoneyFlow />
          </div>
        </PhoneFold>
      </div>
      <RiskText />
    </div>
  );
}
