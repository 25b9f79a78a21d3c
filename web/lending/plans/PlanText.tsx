// Text of a plan: on its public page, and in the office's preview.
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Plan } from '#contract/lending/calls.ts';
import { Accordion, Card, Facts } from '../../ui/display/Card.tsx';
import { formatMoney, formatPercent, formatTerm } from '../../ui/format.ts';
import { Timeline } from '../../ui/display/Timeline.tsx';
import { Toggletip } from '../../ui/overlay/Toggletip.tsx';
import { remittanceFeeOf } from './estimate.ts';
import { percentRange, termRange, wanRange } from './figures.ts';
import { PaperSamples } from '../signing/PaperSample.tsx';
import { PlanFees, type RefundFee } from './PlanFees.tsx';
import { PlanRules } from './PlanRules.tsx';

function KeyFacts({ plan }: { plan: Plan }) {
  return (
    <Facts
      look="strip"
      pairs
      facts={[
        { name: '額度', value: wanRange(plan.amountMin, plan.amountMax) },
        { name: '年化利率', value: percentRange(plan.rateMin, plan.rateMax) },
        { name: '期數', value: termRange(plan.installments) },
        {
          name: '最快撥款',
          value: `${plan.fastestDays} 個營業日`,
          note: '募集當日滿額時',
        },
      ]}
    />
  );
}

function Fitting({ plan }: { plan: Plan }) {
  return (
    <section aria-labelledby="fit-title">
      <h2 id="fit-title">您是否符合</h2>
      <ul className="check-list">
        {plan.eligibility.map((line) => (
          <li key={line}>
            <CircleCheck size={20} aria-hidden="true" />
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Example({ plan }: { plan: Plan }) {
  const { example } = plan;
  return (
    <Card tone="tint" as="section" aria-label="代表性範例">
      <h3 className="text-base">
        代表性範例
        <Toggletip about="總費用年百分率怎麼算">
          總費用年百分率：把平台服務費與匯費從撥款金額扣除後，使每期還款的現值等於實際撥款金額的年利率，每年以
          12 期計（內部報酬率法）。
        </Toggletip>
      </h3>
      <p className="mt-1">
        借款 {formatMoney(example.amount)}、{formatTerm(example.installments)}、年化利率{' '}
        {formatPercent(example.annualRate)}、平台服務費 {formatMoney(example.platformFee)}、匯費{' '}
        {formatMoney(remittanceFeeOf(plan))}：每期還款 <b>{formatMoney(example.instalment)}</b>
        ，實際撥款 {formatMoney(example.netPayout)}，總費用年百分率約{' '}
        <b>{formatPercent(example.apr)}</b>。
      </p>
    </Card>
  );
}

function Documents({ plan }: { plan: Plan }) {
  return (
    <section aria-labelledby="documents-title">
      <h2 id="documents-title">應備文件</h2>
      <PaperSamples lines={plan.requiredDocuments} />
      <p className="mt-3 text-sm text-ink-3">
        手機拍照即可；財力證明可以在送件之後再提供，收到後才會開始審核。
      </p>
    </section>
  );
}

function Way({ plan }: { plan: Plan }) {
  return (
    <section aria-labelledby="way-title">
      <h2 id="way-title" className="mb-5">
        從申請到撥款
      </h2>
      <Timeline items={plan.steps.map(({ title, text, time }) => ({ title, when: time, text }))} />
    </section>
  );
}

function Questions({ plan }: { plan: Plan }) {
  return (
    <section aria-labelledby="faq-title">
      <h2 id="faq-title" className="mb-2">
        常見問題
      </h2>
      {plan.faqs.map(({ question, answer }) => (
        <Accordion key={question} title={question}>
          {answer}
        </Accordion>
      ))}
    </section>
  );
}

export function PlanHead({
  plan,
  level = 1,
  children,
}: {
  plan: Plan;
  level?: 1 | 2;
  /** Content placed below the key facts. */
  children?: ReactNode;
}) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <header className="plan-head">
      <p className="font-bold text-accent">{plan.listName}</p>
      <Heading>
        {plan.title.split(/(?<=的)(?=[^的]*$)/).map((part) => (
          <span key={part}>{part}</span>
        ))}
      </Heading>
      <p className="text-ink-3">{plan.subtitle}</p>
      <p className="max-w-prose">{plan.description}</p>
      <KeyFacts plan={plan} />
      {children}
    </header>
  );
}

export function PlanText({
  plan,
  refund,
  children,
}: {
  plan: Plan;
  refund: RefundFee | null;
  /** Content placed before the questions. */
  children?: ReactNode;
}) {
  return (
    <div className="plan-text">
      <Fitting plan={plan} />
      <section aria-labelledby="fees-title" className="grid gap-4">
        <h2 id="fees-title">費用一次看清</h2>
        <PlanFees plan={plan} refund={refund} />
        <Example plan={plan} />
      </section>
      <PlanRules plan={plan} />
      <Documents plan={plan} />
      <Way plan={plan} />
      {children}
      <Questions plan={plan} />
    </div>
  );
}
