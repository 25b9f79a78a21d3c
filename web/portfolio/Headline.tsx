// The portfolio's four key figures, each with an explanation, and the value of the principal.
import { sum } from '#contract/core/money.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Holding } from '#contract/investing/calls.ts';
import { valuationStates, valuationText } from '#contract/law/valuation.ts';
import { ApiFailure, type Answer } from '../api.ts';
import { queryOf } from '../site/kit/api.ts';
import type { SiteCalls } from '../site/kit/calls.ts';
import { ErrorState, Loading, Skeleton } from '../ui/display/Alert.tsx';
import { DateText, Money, Percent } from '../ui/display/Amount.tsx';
import { Button } from '../ui/Button.tsx';
import { Card, CardHead, Tag } from '../ui/display/Card.tsx';
import { ShareBars } from '../ui/display/ShareBars.tsx';
import { dayIn } from '../ui/clock.ts';
import { formatInstant } from '../ui/format.ts';
import { type KeyFigure, KeyFigures } from '../ui/display/KeyFigures.tsx';
import { Table } from '../ui/display/Table.tsx';
import { Toggletip } from '../ui/overlay/Toggletip.tsx';
import { EVER, periodOf } from '../investing/order/order-list.ts';
import { Fold } from './Fold.tsx';
import { countOutstanding } from './holdings.ts';

type Summary = Answer<SiteCalls['investing']['ongoingSummary']>['data'];

const lateText = [
  { key: 'receivedLateInterest', text: '遲延利息' },
  { key: 'receivedPenalty', text: '違約金' },
  { key: 'receivedPrepaymentFee', text: '提前清償分配' },
] as const;

/**
 * The return from payments so far. It is always shown with the expected return, which assumes that
 * overdue loans end as their loss rates predict.
 */
export function Yields({ of }: { of: { xirr: number | null; xirrExpected: number | null } }) {
  const rate = (value: number | null) => (value === null ? '—' : <Percent value={value} />);
  return (
    <span className="grid gap-1">
      <span>
        {rate(of.xirr)} <small className="whitespace-nowrap">依目前收付</small>
      </span>
      <span className="text-sm font-normal text-ink-3">
        {rate(of.xirrExpected)} <small>逾期依預估收回</small>
      </span>
    </span>
  );
}

/** Colour of each state, in the order of the states from paid on time to written off. */
const looks = [
  'fill-water',
  'fill-water-thin',
  'fill-kaki',
  'fill-warn',
  'fill-danger',
  'fill-ink-3',
];

/** What is still owed: outstanding principal, and what is written off but may still come. */
const principalOf = (of: Summary) => sum(of.valuation.map(({ principal }) => principal));

/** The principal still owed by days late, each state as a bar of the whole. */
function ValuationBars({ of }: { of: Summary }) {
  const all = principalOf(of);
  return (
    <ShareBars
      caption={
        <>
          在貸本金 <Money amount={of.outstandingPrincipal} />
          ，預估價值 <Money amount={of.expectedValue} />
        </>
      }
      rows={of.valuation.map(({ state, holdings, principal, value }) => ({
        name: `${valuationText[state]}（${holdings} 筆）`,
        share: all > 0 ? principal / all : 0,
        look: looks[valuationStates.indexOf(state)] ?? '',
        value: (
          <>
            <Money amount={principal} />
            <span className="ms-3 text-sm text-ink-3">
              估 <Money amount={value} />
            </span>
          </>
        ),
      }))}
    />
  );
}

/** The outstanding principal by days late, at its expected value; drawn, or as a table. */
function Valuation({ of }: { of: Summary }) {
  const [asTable, setAsTable] = useState(false);
  return (
    <Card as="section" className="mt-6" aria-label="在貸本金估價">
      <CardHead
        title={
          <span className="inline-flex items-center gap-1">
            在貸本金估價
            <Toggletip about="在貸本金估價" align="start">
              依逾期程度，用平台目前的預估損失率扣除可能收不回的部分。這是估計，實際可能更多或更少。已轉銷的本金已列為損失，這裡估的是日後可能追回的金額。
            </Toggletip>
          </span>
        }
      >
        <Button size="sm" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? '以圖表顯示' : '以表格顯示'}
        </Button>
      </CardHead>
      {asTable ? <ValuationTable of={of} /> : <ValuationBars of={of} />}
    </Card>
  );
}

function ValuationTable({ of }: { of: Summary }) {
  return (
    <Table
      caption="在貸本金依逾期程度的估價"
      hideCaption
      rows={of.valuation}
      rowKey={({ state }) => state}
      columns={[
        {
          key: 'state',
          label: '狀態',
          head: true,
          cell: ({ state }) => valuationText[state],
          foot: '合計',
        },
        {
          key: 'holdings',
          label: '筆數',
          numeric: true,
          cell: ({ holdings }) => `${holdings} 筆`,
        },
        {
          key: 'principal',
          label: '未收回本金',
          numeric: true,
          cell: ({ principal }) => <Money amount={principal} />,
          foot: <Money amount={principalOf(of)} />,
        },
        {
          key: 'rate',
          label: '預估損失率',
          numeric: true,
          cell: ({ lossRate }) => <Percent value={lossRate} />,
        },
        {
          key: 'value',
          label: '預估價值',
          numeric: true,
          cell: ({ value }) => <Money amount={value} />,
          foot: <Money amount={of.expectedValue} />,
        },
      ]}
    />
  );
}

/** The state of the principal that is no longer outstanding, and the expected value of the rest. */
function Became({ of }: { of: Summary }) {
  return (
    <>
      <span className="mt-1 block">
        已收回本金 <Money amount={of.returnedPrincipal} />
        {of.lostPrincipal > 0 && (
          <>
            ，損失 <Money amount={of.lostPrincipal} />
          </>
        )}
      </span>
      <span className="mt-1 block">
        逾期依預估收回，價值 <Money amount={of.expectedValue} />
      </span>
    </>
  );
}

const figuresOf = (of: Summary, waiting: number): KeyFigure[] => [
  {
    name: '在貸本金',
    about: '已撥款而尚未收回的本金，含逾期的案件，不含等待撥款的出資。',
    value: <Money amount={of.outstandingPrincipal} />,
    note: (
      <>
        {countOutstanding(of)} 筆在貸
        {waiting > 0 && (
          <>
            ，另有 <Money amount={waiting} /> 等待撥款
          </>
        )}
        <Became of={of} />
      </>
    ),
  },
  {
    name: '已收利息',
    about: '借款人已付、依出資比例分給您的利息，尚未扣除手續費。',
    value: <Money amount={of.receivedInterest} />,
    note: (
      <>
        手續費 <Money amount={of.fee} />
        {lateText.map(
          ({ text, key }) =>
            of[key] > 0 && (
              <span key={key} className="mt-1 block">
                另收{text} <Money amount={of[key]} />
              </span>
            ),
        )}
      </>
    ),
  },
  {
    name: '逾期本金',
    about:
      '寬限、逾期、違約與法律程序中的案件尚未收回的全部本金，可能延後或無法收回；' +
      '協商中的案件另計，已轉銷的列為損失。',
    value: <Money amount={of.overduePrincipal} />,
    note: (
      <>
        {of.overdueCount === 0 ? '沒有逾期的案件' : <Tag tone="problem">{of.overdueCount} 筆</Tag>}
        {of.negotiatingCount > 0 && (
          <span className="mt-1 block">
            另有 <Money amount={of.negotiatingPrincipal} />（{of.negotiatingCount} 筆）協商中
          </span>
        )}
      </>
    ),
  },
  {
    name: '實際年化報酬率',
    about: [
      `XIRR：依每筆實際現金流計算，已扣手續費與已認列損失，截至 ${formatInstant(of.asOf)}。`,
      '「依目前收付」把尚未收回的本金當作今天全數收回，已轉銷的不計；',
      '「逾期依預估收回」依逾期程度扣除預估損失，見下方估價表。',
    ].join(''),
    value: <Yields of={of} />,
    note: of.xirr === null ? '出資滿 30 天並收回款項後才有數字' : '過去的結果不代表未來',
  },
];

export function Headline({ holdings }: { holdings: readonly Holding[] }) {
  const query = useQuery(
    queryOf('investing', 'ongoingSummary', periodOf({ from: EVER, to: dayIn() })),
  );
  const failure = query.error instanceof ApiFailure ? query.error : null;
  const waiting = sum(holdings.filter(({ status }) => status === 15).map(({ amount }) => amount));
  if (query.isLoadingError) {
    return (
      <Card>
        <ErrorState
          compact
          title="總覽數字載入失敗"
          onRetry={() => void query.refetch()}
          requestId={failure?.requestId}
        />
      </Card>
    );
  }
  return (
    <section aria-label="總覽">
      {query.isPending ? (
        <Loading>
          <Skeleton shape="block" className="h-102 lg:h-36" />
        </Loading>
      ) : (
        <>
          <KeyFigures figures={figuresOf(query.data.data, waiting)} />
          <p className="mt-2 text-sm text-ink-3">
            截至 <DateText at={query.data.data.asOf} />
          </p>
          {query.data.data.valuation.length > 0 && (
            <Fold title="在貸本金估價">
              <Valuation of={query.data.data} />
            </Fold>
          )}
        </>
      )}
    </section>
  );
}
