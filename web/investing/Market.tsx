// The part of the market that visitors see: figures, the meaning of each grade, anonymous cases.
import type { Answer } from '../api.ts';
import type { SiteCalls } from '../site/kit/calls.ts';
import { DateText, Money, Percent } from '../ui/display/Amount.tsx';
import { KeyFigures } from '../ui/display/KeyFigures.tsx';
import { Table } from '../ui/display/Table.tsx';
import { PhoneFold } from '../ui/display/PhoneFold.tsx';
import { HighlightCard } from './HighlightCard.tsx';
import { Grade } from './words.tsx';

type Info = Answer<SiteCalls['lending']['investorPagePlanInfo']>['data'];

export function MarketFigures({ of }: { of: Info['figures'] }) {
  const figures = [
    {
      name: '募集中的案件',
      about: '現在可以出資的案件數；還缺的金額是這些案件尚未被保留或付款的部分。',
      value: `${of.openCases} 件`,
      note: (
        <>
          尚餘 <Money amount={of.openAmount} />
        </>
      ),
    },
    {
      name: '在貸本金',
      about: '已撥款、借款人尚未還清的本金合計，含逾期的案件；每月月底統計，四捨五入至百萬元。',
      value: of.outstandingPrincipal === 0 ? '—' : <Money amount={of.outstandingPrincipal} />,
      note: '每月月底統計',
    },
    {
      name: '逾期超過 30 天',
      about:
        '逾期超過 30 天的案件，其未還本金占全部在貸本金的比例，每月月底統計。少於 5 位借款人時不公布。',
      value: of.overdueShare === null ? '—' : <Percent value={of.overdueShare} />,
      note:
        of.overdueShare === null
          ? '少於 5 位借款人'
          : `借款人 ${of.outstandingLoans} 位中 ${of.overdueLoans} 位`,
    },
  ];
  return (
    <section aria-labelledby="market-figures">
      <div className="card-head">
        <h2 id="market-figures">平台現況</h2>
        <p className="text-sm text-ink-3">
          募集中的案件截至 <DateText at={of.asOf} />
          ，其餘見平台統計
        </p>
      </div>
      <KeyFigures figures={figures} />
    </section>
  );
}

export function Highlights({ cases }: { cases: Info['highlights'] }) {
  return (
    <section aria-labelledby="market-highlights">
      <h2 id="market-highlights">募集中的案件</h2>
      <p className="mb-4 mt-1 text-ink-3">不含借款人的任何資料；登入後可查看概況與試算。</p>
      <ul className="case-grid">
        {cases.map((one) => (
          <HighlightCard key={one.id} of={one} />
        ))}
      </ul>
    </section>
  );
}

export function GradeTable({ grades }: { grades: Info['grades'] }) {
  return (
    <PhoneFold id="market-grades" title="風險等級">
      <p className="mb-4 mt-1 text-ink-3">
        等級依收入、年資、負債比與文件評分；預估年損失率是估計，實際損失可能更高。
      </p>
      <Table
        caption="各等級的利率與預估年損失率"
        hideCaption
        rows={grades}
        rowKey={({ grade }) => grade}
        columns={[
          { key: 'grade', label: '等級', head: true, cell: ({ grade }) => <Grade grade={grade} /> },
          {
            key: 'rate',
            label: '年化利率',
            numeric: true,
            at: 'figure',
            cell: ({ rate }) => <Percent value={rate} />,
          },
          {
            key: 'loss',
            label: '預估年損失率',
            numeric: true,
            at: 'day',
            cell: ({ expectedLoss }) => (
              <>
                <span className="line-only">預估年損失 </span>
                <Percent value={expectedLoss} />
              </>
            ),
          },
          {
            key: 'max',
            label: '借款最高',
            numeric: true,
            at: 'state',
            cell: ({ amountMax }) => (
              <>
                <span className="line-only">借款最高 </span>
                <Money amount={amountMax} />
              </>
            ),
          },
        ]}
      />
    </PhoneFold>
  );
}
