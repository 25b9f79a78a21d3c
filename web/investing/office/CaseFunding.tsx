// Fundraising of a case at the office: progress, acts, and a preview as an investor sees it.
import { add, subtract, wholePercentOf } from '#contract/core/money.ts';
import { useQuery } from '@tanstack/react-query';
import type { OfficeCase } from '#contract/investing/office.ts';
import { queryOf } from '../../office/api.ts';
import { Answered } from '../../office/kit/Answered.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Accordion, Card, CardHead, Facts, Tag } from '../../ui/display/Card.tsx';
import { ProgressBar } from '../../ui/display/ProgressBar.tsx';
import { RiskSection } from '../cases/CaseRisk.tsx';
import {
  BorrowerSection,
  ChecksSection,
  FundingRiver,
  KeyStrip,
  OrdersSection,
} from '../cases/CaseSections.tsx';
import { CaseActs } from './CaseActs.tsx';
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

/** What investors see of the case, without their actions. */
function Preview({ of: { preview } }: { of: OfficeCase }) {
  return (
    <Accordion title="出資人看到的內容">
      <div className="grid gap-5">
        <p className="text-ink-3">以區間與遮罩姓名呈現；試算與出資按鈕不在預覽中。</p>
        <Card as="section" className="key-strip" aria-label="案件重點">
          <KeyStrip of={preview} />
        </Card>
        <FundingRiver of={preview} />
        <BorrowerSection of={preview} />
        <ChecksSection of={preview} />
        <RiskSection of={preview} />
        <OrdersSection of={preview} />
      </div>
    </Accordion>
  );
}

const useCase = (id: string) => useQuery(queryOf('investing', 'officeCase', { id }));

/** The acts on a listed case that is being funded. */
export function FundingActs({ id }: { id: string }) {
  const of = useCase(id).data?.data;
  return of ? <CaseActs of={of} /> : null;
}

/** Loads the case of a listed loan and renders its fundraising. */
export function CaseFunding({ id }: { id: string }) {
  return (
    <Answered query={useCase(id)} what="募集資料">
      {({ data }) => <Funding of={data} />}
    </Answered>
  );
}

/** What investors see of the case of a listed loan. */
export function CasePreview({ id }: { id: string }) {
  const of = useCase(id).data?.data;
  return of ? <Preview of={of} /> : null;
}
