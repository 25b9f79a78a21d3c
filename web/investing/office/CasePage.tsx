// Office page of one case: its orders, its changes, and a preview as an investor sees it.
import { add, subtract, wholePercentOf } from '#contract/core/money.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import type { OfficeCase } from '#contract/investing/office.ts';
import { isLoanStatus, loanWordsForOffice } from '#contract/lending/loan-status.ts';
import { queryOf } from '../../office/api.ts';
import { Answered } from '../../office/kit/Answered.tsx';
import { PageTitle } from '../../office/kit/PageTitle.tsx';
import * as paths from '../../office/paths.ts';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag } from '../../ui/display/Card.tsx';
import { ProgressBar } from '../../ui/display/ProgressBar.tsx';
import { Timeline } from '../../ui/display/Timeline.tsx';
import { actionText } from '#contract/core/action-words.ts';
import { RiskSection } from '../cases/CaseRisk.tsx';
import {
  BorrowerSection,
  ChecksSection,
  FundingRiver,
  KeyStrip,
  OrdersSection,
} from '../cases/CaseSections.tsx';
import { CaseTag } from '../words.tsx';
import { CaseActs } from './CaseActs.tsx';
import { CaseOrders } from './CaseOrders.tsx';
import '../investing.css';
import '../cases/case.css';

function Funding({ of }: { of: OfficeCase }) {
  const funded = add(of.reserved, of.paid);
  const percent = wholePercentOf(funded, of.target);
  return (
    <Card as="section">
      <CardHead title="募集進度">{of.pinned && <Tag tone="info">精選</Tag>}</CardHead>
      <div className="mb-2">
        <ProgressBar share={percent / 100} label={`已募 ${percent}%`} />
      </div>
      <Facts
        align="end"
        facts={[
          { name: '目標', value: <Money amount={of.target} /> },
          { name: '已付款', value: <Money amount={of.paid} /> },
          { name: '已保留，待付款', value: <Money amount={of.reserved} /> },
          { name: '尚餘', value: <Money amount={subtract(of.target, funded)} /> },
          { name: '出資人', value: `${of.investors} 位、${of.orders} 筆訂單` },
          { name: '上架', value: <DateText at={of.listedAt} /> },
          { name: '募集截止', value: <DateText at={of.endsAt} /> },
          ...(of.extendableTo
            ? [{ name: '最晚可延長至', value: <DateText at={of.extendableTo} /> }]
            : []),
        ]}
      />
    </Card>
  );
}

function Changes({ of }: { of: OfficeCase }) {
  return (
    <Card as="section">
      <CardHead title="經過" />
      <Timeline
        items={of.changes.map(({ at, action, to, who, reason }, i) => {
          const status = Number(to);
          const arrived =
            to !== null && isLoanStatus(status) ? loanWordsForOffice(status).text : null;
          return {
            title: actionText(action),
            when: <DateText at={at} />,
            text: [arrived, who, reason].filter(Boolean).join('，'),
            state: i === 0 ? ('now' as const) : ('done' as const),
          };
        })}
      />
    </Card>
  );
}

/** The case's page as investors see it, without its actions. */
function Preview({ of: { preview } }: { of: OfficeCase }) {
  return (
    <section aria-labelledby="case-preview" className="grid gap-5">
      <div>
        <h2 id="case-preview">出資人看到的內容</h2>
        <p className="text-ink-3">以區間與遮罩姓名呈現；試算與出資按鈕不在預覽中。</p>
      </div>
      <Card as="section" className="key-strip" aria-label="案件重點">
        <KeyStrip of={preview} />
      </Card>
      <FundingRiver of={preview} />
      <BorrowerSection of={preview} />
      <ChecksSection of={preview} />
      <RiskSection of={preview} />
      <OrdersSection of={preview} />
    </section>
  );
}

function Content({ of }: { of: OfficeCase }) {
  return (
    <>
      <PageTitle>{`募集 ${of.caseNo}`}</PageTitle>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="num">{of.caseNo}</h1>
        <CaseTag status={of.status} />
      </div>
      <CaseActs of={of} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Funding of={of} />
        <Changes of={of} />
      </div>
      <CaseOrders id={of.id} />
      <Preview of={of} />
    </>
  );
}

export function CasePage() {
  const { id = '' } = useParams();
  const query = useQuery(queryOf('investing', 'officeCase', { id }));
  return (
    <div className="grid gap-5">
      <Link
        to={paths.fundedCases()}
        className="inline-flex items-center justify-self-start gap-1.5 min-h-8 text-primary
          font-bold text-sm"
      >
        <ArrowLeft size={18} aria-hidden="true" />
        募集管理
      </Link>
      <Answered query={query} what="這個案件" missing="它可能還沒有上架。">
        {({ data }) => <Content of={data} />}
      </Answered>
    </div>
  );
}
