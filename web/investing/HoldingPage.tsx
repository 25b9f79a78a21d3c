// /account/invest/ongoing/{id}: one order in full: what came back against what was expected.
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { Holding } from '#contract/investing.ts';
import { ApiFailure, wordsOf, type Answer } from '../api.ts';
import { ConsentCard } from '../servicing/ConsentCard.tsx';
import { PdfButton } from '../servicing/PdfButton.tsx';
import { PollCard } from '../servicing/PollCard.tsx';
import { api, asked } from '../site/api.ts';
import { titleOf } from '../site/brand.ts';
import type { SiteCalls } from '../site/calls.ts';
import { Go, GoButton } from '../site/Go.tsx';
import * as paths from '../site/paths.ts';
import { Alert, EmptyState, ErrorState, Loading, Skeleton } from '../ui/Alert.tsx';
import { DateText, Money, Percent } from '../ui/Amount.tsx';
import { Button } from '../ui/Button.tsx';
import { Card, CardHead, Facts, Tag, type Tone } from '../ui/Card.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { DryRiver } from '../ui/drawings.tsx';
import { Table } from '../ui/Table.tsx';
import { Timeline } from '../ui/Timeline.tsx';
import { Toggletip } from '../ui/Toggletip.tsx';
import { openContract } from './document-window.ts';
import { differenceOf, isTroubled } from './holdings.ts';
import { isUnpaid } from './order-action.ts';
import { Refunds } from './OrderOutcome.tsx';
import { OrderTag } from './words.tsx';
import './investing.css';
import './order.css';

export const meta = () => [{ title: titleOf('出資明細') }, { name: 'robots', content: 'noindex' }];

type Detail = Answer<SiteCalls['investing']['holding']>['data'];
type Row = Detail['instalments'][number];

/** How many instalments that are done stand before the next one. */
const RECENT = 3;

const rowWords: Record<Row['status'], { text: string; tone: Tone }> = {
  upcoming: { text: '未到期', tone: 'neutral' },
  due: { text: '應還款', tone: 'info' },
  partial: { text: '部分收回', tone: 'attention' },
  paid: { text: '已收回', tone: 'done' },
  late: { text: '逾期', tone: 'problem' },
};

function Progress({ holding, xirr }: { holding: Holding; xirr: number | null }) {
  const { amount, receivedPrincipal: back } = holding;
  return (
    <Card as="section">
      <CardHead title="收回進度">
        <span className="num">
          {holding.paidInstallments}／{holding.installments} 期
        </span>
      </CardHead>
      <ProgressBar share={back / amount} label="已收回的本金" />
      <p className="mt-2">
        已收回本金 <Money amount={back} />／<Money amount={amount} />
      </p>
      <div className="key-strip mt-6">
        <Facts
          look="strip"
          facts={[
            { name: '在貸本金', value: <Money amount={holding.outstandingPrincipal} /> },
            { name: '已收利息', value: <Money amount={holding.receivedInterest} /> },
            { name: '遲延利息與違約金', value: <Money amount={holding.receivedLate} /> },
            { name: '手續費', value: <Money amount={holding.fee} /> },
            {
              name: (
                <>
                  實際年化報酬率
                  <Toggletip about="實際年化報酬率" align="end">
                    XIRR：依每筆實際現金流與日期計算，已扣手續費；尚未收回的本金以今天全數收回計。第一次收回後才有數字。
                  </Toggletip>
                </>
              ),
              value: xirr === null ? '—' : <Percent value={xirr} />,
            },
          ]}
        />
      </div>
    </Card>
  );
}

/** What has come or is due, and the next one; the rest on demand. */
function Received({ rows }: { rows: readonly Row[] }) {
  const [all, setAll] = useState(false);
  const next = rows.findIndex(({ status }) => status === 'upcoming');
  const shown =
    all || next < 0
      ? rows
      : rows.filter((row, i) => i <= next && (i >= next - RECENT || row.status !== 'paid'));
  return (
    <div className="grid gap-3">
      <ReceivedTable rows={shown} />
      {(all || shown.length < rows.length) && (
        <div>
          <Button look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? '收起' : `顯示全部 ${rows.length} 期`}
          </Button>
        </div>
      )}
    </div>
  );
}

/** An amount that came; nothing where nothing has come yet. */
function Came({ row, amount }: { row: Row; amount: number }) {
  return row.receivedOn ? <Money amount={amount} /> : <span className="none">—</span>;
}

/** What came, less what was expected by then: nothing to say of what is not due yet. */
function Difference({ row }: { row: Row }) {
  const by = differenceOf(row);
  if (by === null) return <span className="none">—</span>;
  if (by === 0) return <Money amount={0} />;
  return (
    <span className={by < 0 ? 'text-danger' : undefined}>
      <Money amount={by} sign />
    </span>
  );
}

function ReceivedTable({ rows }: { rows: readonly Row[] }) {
  return (
    <Table
      caption="每期應收與實收"
      rows={rows}
      rowKey={(row) => row.no}
      highlight={(row) => row.status === 'late'}
      columns={[
        { key: 'no', label: '期別', head: true, cell: (row) => `第 ${row.no} 期` },
        { key: 'due', label: '應還日', cell: (row) => <DateText at={row.dueOn} /> },
        {
          key: 'expected',
          label: '應收本息',
          numeric: true,
          cell: (row) => <Money amount={row.expectedPrincipal + row.expectedInterest} />,
        },
        {
          key: 'principal',
          label: '實收本金',
          numeric: true,
          cell: (row) => <Came row={row} amount={row.receivedPrincipal} />,
        },
        {
          key: 'interest',
          label: '實收利息',
          numeric: true,
          cell: (row) => <Came row={row} amount={row.receivedInterest + row.receivedLate} />,
        },
        {
          key: 'difference',
          label: '差額',
          numeric: true,
          cell: (row) => <Difference row={row} />,
        },
        {
          key: 'fee',
          label: '手續費',
          numeric: true,
          cell: (row) => <Came row={row} amount={row.fee} />,
        },
        {
          key: 'on',
          label: '收回日',
          cell: (row) =>
            row.receivedOn ? <DateText at={row.receivedOn} /> : <span className="none">—</span>,
        },
        {
          key: 'status',
          label: '狀態',
          cell: (row) => <Tag tone={rowWords[row.status].tone}>{rowWords[row.status].text}</Tag>,
        },
      ]}
    />
  );
}

function Contract({ id }: { id: string }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [link, setLink] = useState<string | null>(null);
  // The same question as that of the decisions beside it: asked once.
  const query = useQuery(asked('servicing', 'investorNegotiation', { invest_id: id }));
  const open = async () => {
    setBusy(true);
    setProblem('');
    try {
      setLink(await openContract(id));
    } catch (error) {
      setProblem(wordsOf(error));
    }
    setBusy(false);
  };
  return (
    <Card as="section">
      <CardHead title="出資契約" />
      <p className="mb-4 text-sm text-ink-3">您個人的契約節本，載明債權金額、利率與各期日期。</p>
      <Button
        busy={busy}
        busyLabel="開啟中……"
        icon={<ExternalLink size={18} aria-hidden="true" />}
        onClick={() => void open()}
      >
        另開契約 PDF
      </Button>
      <p className="mt-3">
        <Go to={paths.myInvestContract(id)}>查看契約資訊</Go>
      </p>
      {link && (
        <p className="mt-3" role="status">
          瀏覽器擋下了新視窗，
          <a className="link" href={link} download="出資契約.pdf">
            直接下載契約
          </a>
        </p>
      )}
      {problem && (
        <div className="mt-3">
          <Alert tone="warn" live title={problem} />
        </div>
      )}
      {query.data?.data.copy && (
        <div className="mt-3 flex flex-wrap gap-3">
          <PdfButton
            label="另開協商契約節本"
            filename="協商契約節本.pdf"
            load={() => api.servicing.investorNegotiationContract({ invest_id: id })}
          />
        </div>
      )}
    </Card>
  );
}

/** Orders of loans that were ever in violation have had their investors asked. */
function Decisions({ order }: { order: Detail['order'] }) {
  const query = useQuery({
    ...asked('servicing', 'investorNegotiation', { invest_id: order.id }),
    enabled: order.status >= 20,
  });
  const of = query.data?.data;
  return (
    <>
      {of?.proposal && <ConsentCard of={of} />}
      {of?.poll && <PollCard poll={of.poll} wish={of.wish} />}
    </>
  );
}

function Found({ of }: { of: Detail }) {
  const { order, holding, instalments, xirr, events } = of;
  const troubled = holding !== null && isTroubled(holding);
  return (
    <>
      <div className="case-head">
        <p className="text-sm text-ink-3">
          訂單 <span className="num">{order.orderNo}</span>　案件{' '}
          <span className="num">{order.caseNo}</span>
        </p>
        <div className="case-head-title">
          <h1>{order.planName}</h1>
          <OrderTag status={order.status} />
        </div>
      </div>
      <div className="holding-columns">
        <div className="my-tables grid gap-6">
          {isUnpaid(order) && (
            <Alert tone="warn" title="這筆出資還沒付款">
              <GoButton to={paths.bankTransfer({ order: order.id })} size="sm">
                查看匯款資訊
              </GoButton>
            </Alert>
          )}
          {holding && <Decisions order={order} />}
          {holding && <Progress holding={holding} xirr={xirr} />}
          {holding && instalments.length === 0 && (
            <Alert title="案件尚未撥款">撥款後會列出每期的應還日與您可收回的金額。</Alert>
          )}
          {instalments.length > 0 && <Received rows={instalments} />}
          <Refunds order={order} />
        </div>
        <div className="grid gap-6">
          <Card as="section">
            <CardHead title="出資內容" />
            <Facts
              align="end"
              facts={[
                { name: '出資金額', value: <Money amount={order.amount} /> },
                { name: '年化利率', value: <Percent value={order.annualRate} /> },
                { name: '期數', value: `${order.installments} 期` },
                { name: '成立時間', value: <DateText at={order.createdAt} /> },
                ...(order.paidAt
                  ? [{ name: '入帳時間', value: <DateText at={order.paidAt} /> }]
                  : []),
              ]}
            />
            <p className="mt-2">
              <Go to={paths.investCase(order.caseId)}>查看案件內容</Go>
            </p>
          </Card>
          {holding && order.status >= 20 && <Contract id={order.id} />}
          <Card as="section">
            <CardHead title="經過" />
            <Timeline
              items={events.toReversed().map(({ at, title }, i) => ({
                title,
                when: <DateText at={at} />,
                state: i > 0 ? 'done' : troubled ? 'problem' : 'now',
              }))}
            />
          </Card>
        </div>
      </div>
    </>
  );
}

export default function HoldingPage() {
  const { id = '' } = useParams();
  const valid = /^[1-9]\d{0,17}$/.test(id);
  const query = useQuery({
    ...asked('investing', 'holding', { invest_id: id }),
    enabled: valid,
  });
  const failure = query.error instanceof ApiFailure ? query.error : null;
  const none = !valid || failure?.code === 'ORDER_NOT_FOUND';
  return (
    <div className="container page">
      <Go to={paths.myOngoing()} className="back-link">
        <ChevronLeft size={18} aria-hidden="true" />
        進行中的出資
      </Go>
      {!query.data && <h1 className="visually-hidden">出資明細</h1>}
      {none && (
        <EmptyState
          title="找不到這筆出資"
          drawing={<DryRiver />}
          actions={<GoButton to={paths.myInvest()}>查看出資訂單</GoButton>}
        />
      )}
      {valid && query.isPending && (
        <Loading>
          <Skeleton className="mb-6 h-9 w-1/3" />
          <Skeleton shape="block" className="h-72" />
        </Loading>
      )}
      {query.isLoadingError && !none && (
        <ErrorState onRetry={() => void query.refetch()} requestId={failure?.requestId} />
      )}
      {query.data && <Found of={query.data.data} />}
    </div>
  );
}
