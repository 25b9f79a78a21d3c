// Page /account/invest/ongoing/{id}: one order in full, with received and expected amounts.
import { useQuery } from '@tanstack/react-query';
import { ExternalLink, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { Holding } from '#contract/investing/calls.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import { courtWordsOf } from '#contract/servicing/late-words.ts';
import { valuationText } from '#contract/law/valuation.ts';
import { ApiFailure, type Answer } from '../api.ts';
import { ProofCard } from '../proofs/ProofCard.tsx';
import { ConsentCard } from '../servicing/ConsentCard.tsx';
import { PollCard } from '../servicing/PollCard.tsx';
import { api, queryOf } from '../site/kit/api.ts';
import { deferredApi } from '../site/kit/deferred-calls.ts';
import { titleOf } from '../site/kit/brand.ts';
import type { SiteCalls } from '../site/kit/calls.ts';
import { Back } from '../site/kit/Back.tsx';
import { Go, GoButton } from '../site/kit/Go.tsx';
import * as paths from '../site/kit/paths.ts';
import { useTitle } from '../site/use-title.ts';
import { Alert, EmptyState, ErrorState, Loading, Skeleton } from '../ui/display/Alert.tsx';
import { DateText, Money, Percent } from '../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../ui/display/Card.tsx';
import { dayIn, useNow } from '../ui/clock.ts';
import { formatPercent } from '../ui/format.ts';
import { FirstReceipt, HomeAgain, Peak } from '../ui/drawings/Peaks.tsx';
import { ProgressBar } from '../ui/display/ProgressBar.tsx';
import { DryRiver } from '../ui/drawings/drawings.tsx';
import { Timeline } from '../ui/display/Timeline.tsx';
import { Toggletip } from '../ui/overlay/Toggletip.tsx';
import { Fold } from './Fold.tsx';
import { Yields } from './Headline.tsx';
import { isTroubled, principalParts } from './holdings.ts';
import { actionOf, AWAITING_BANK, awaitsBank, isUnpaid } from '../investing/order/order-action.ts';
import { Refunds } from '../investing/order/OrderOutcome.tsx';
import { Received } from './Received.tsx';
import { CaseName, OrderTag } from '../investing/order/order-words.tsx';
import { pdfWindow } from '../document-window.ts';
import { DocumentButton } from '../ui/DocumentButton.tsx';
import '../investing/own.css';

export const meta = () => [{ title: titleOf('出資明細') }, { name: 'robots', content: 'noindex' }];

type Detail = Answer<SiteCalls['investing']['holding']>['data'];

function Principal({ holding }: { holding: Holding }) {
  return (
    <ul className="principal-parts">
      {principalParts(holding).map(({ name, amount, share }) => (
        <li key={name}>
          {name} <Money amount={amount} />（<span data-share={share}>{share}%</span>）
        </li>
      ))}
    </ul>
  );
}

/** Amounts that most holdings never receive; shown only if there are any. */
const extrasOf = (holding: Holding) =>
  [
    { name: '遲延利息', amount: holding.receivedLateInterest },
    { name: '違約金', amount: holding.receivedPenalty },
    { name: '提前清償分配', amount: holding.receivedPrepaymentFee },
  ]
    .filter(({ amount }) => amount > 0)
    .map(({ name, amount }) => ({ name, value: <Money amount={amount} /> }));

type Yielding = Pick<Detail, 'xirr' | 'xirrExpected'>;

/** What the rest is worth today, as a key figure; before the disbursement it has no value. */
const valueOf = ({ valuation }: Holding) =>
  valuation && {
    name: valuation.state === 'writtenOff' ? '預估可追回' : '在貸本金預估價值',
    value: <Money amount={valuation.value} />,
    note: (
      <>
        {valuationText[valuation.state]}，預估損失 <Percent value={valuation.lossRate} />
      </>
    ),
  };

/** The return of a year; nothing in the first 30 days, in which it would jump. */
const yieldOf = (yields: Yielding) =>
  yields.xirr === null && yields.xirrExpected === null
    ? null
    : {
        name: (
          <>
            實際年化報酬率
            <Toggletip about="實際年化報酬率" align="end">
              XIRR：依每筆實際現金流與日期計算，已扣手續費。「依目前收付」把尚未收回的本金當作今天全數收回，已轉銷的不計；「逾期依預估收回」依逾期程度扣除預估損失。
            </Toggletip>
          </>
        ),
        value: <Yields of={yields} />,
      };

/** While the borrower is behind, the expected value leads, and the return is one fact of many. */
function Progress({ holding, yields }: { holding: Holding; yields: Yielding }) {
  const { amount, receivedPrincipal: back } = holding;
  const [came] = principalParts(holding);
  const troubled = isTroubled(holding);
  const value = valueOf(holding);
  const rate = yieldOf(yields);
  const received = [
    { name: '已收利息', value: <Money amount={holding.receivedInterest} /> },
    ...extrasOf(holding),
    { name: '手續費', value: <Money amount={holding.fee} /> },
  ];
  return (
    <Card as="section">
      <CardHead title={troubled && came ? `已收回 ${came.share}%` : '收回進度'}>
        <span className="num">
          {holding.paidInstallments}／{holding.installments} 期
        </span>
      </CardHead>
      {troubled && value && (
        <div className="mb-5 [&_dd>data]:text-h1">
          <Facts look="strip" facts={[value]} />
        </div>
      )}
      <ProgressBar share={back / amount} label="已收回的本金" />
      <Principal holding={holding} />
      <div className="key-strip mt-6">
        <Facts
          look="strip"
          facts={[
            ...(value && !troubled ? [value] : []),
            ...received,
            ...(rate && !troubled ? [rate] : []),
          ]}
        />
      </div>
      {troubled && rate && (
        <div className="mt-4 text-sm">
          <Facts facts={[rate]} />
        </div>
      )}
    </Card>
  );
}

/** The first money that came back, or the end of the holding; nothing in between. */
function Moment({ holding }: { holding: Holding }) {
  const { status, receivedPrincipal, receivedInterest, paidInstallments } = holding;
  if (status === 40 && receivedPrincipal === holding.amount) {
    return (
      <Peak drawing={<HomeAgain />} title="這筆出資已經結清">
        <p>
          本金 <Money amount={receivedPrincipal} /> 全數收回，利息共收{' '}
          <Money amount={receivedInterest} />。
        </p>
      </Peak>
    );
  }
  if (status !== 20 || paidInstallments !== 1) return null;
  return (
    <Peak drawing={<FirstReceipt />} title="第一筆款項回來了">
      <p>
        本金 <Money amount={receivedPrincipal} /> 與利息 <Money amount={receivedInterest} />
        ，撥回您驗證過的本人帳戶。
      </p>
    </Peak>
  );
}

function Contract({ id }: { id: string }) {
  // The decisions section makes the same query, so it is requested only once.
  const query = useQuery(queryOf('servicing', 'investorNegotiation', { invest_id: id }));
  return (
    <Card as="section">
      <CardHead title="出資契約" />
      <p className="mb-4 text-sm text-ink-3">您個人的契約節本，載明債權金額、利率與各期日期。</p>
      <DocumentButton
        icon={<ExternalLink size={18} aria-hidden="true" />}
        filename="出資契約.pdf"
        open={pdfWindow(() => api.investing.investorContract({ invest_id: id }))}
      >
        另開契約 PDF
      </DocumentButton>
      <p className="mt-3">
        <Go to={paths.myInvestContract(id)}>查看契約資訊</Go>
      </p>
      {query.data?.data.copy && (
        <div className="mt-3 flex flex-wrap gap-3">
          <DocumentButton
            icon={<FileText size={18} aria-hidden="true" />}
            filename="協商契約節本.pdf"
            open={pdfWindow(() =>
              deferredApi.servicing.investorNegotiationContract({ invest_id: id }),
            )}
          >
            另開協商契約節本
          </DocumentButton>
        </div>
      )}
    </Card>
  );
}

/** Polls and agreements, which exist for loans that were ever in violation. */
function Decisions({ order }: { order: Detail['order'] }) {
  const query = useQuery({
    ...queryOf('servicing', 'investorNegotiation', { invest_id: order.id }),
    enabled: order.status >= 20,
  });
  const of = query.data?.data;
  const court = of && courtWordsOf({ ...of, status: of.status as LoanStatus, today: dayIn() });
  return (
    <>
      {court && (
        <Alert tone="warn" title={court.title}>
          {court.notice && `${court.notice}。`}
        </Alert>
      )}
      {of?.proposal && <ConsentCard of={of} about={<CaseName of={order} />} />}
      {of?.poll && <PollCard poll={of.poll} wish={of.wish} about={<CaseName of={order} />} />}
    </>
  );
}

function OrderFacts({ order }: { order: Detail['order'] }) {
  const { original } = order;
  return (
    <Card as="section">
      <CardHead title="出資內容" />
      <Facts
        align="end"
        facts={[
          { name: '出資金額', value: <Money amount={order.amount} /> },
          {
            name: '年化利率',
            value: <Percent value={order.annualRate} />,
            ...(original && {
              note: `協商前 ${formatPercent(original.annualRate)}`,
            }),
          },
          {
            name: '期數',
            value: `${order.installments} 期`,
            ...(original && { note: `協商前 ${original.installments} 期` }),
          },
          { name: '成立時間', value: <DateText at={order.createdAt} /> },
          ...(order.paidAt ? [{ name: '入帳時間', value: <DateText at={order.paidAt} /> }] : []),
        ]}
      />
      <p className="mt-2">
        <Go to={paths.investCase(order.caseId)}>查看案件內容</Go>
      </p>
    </Card>
  );
}

/**
 * The amount that an order still lacks. After the deadline the order accepts no more money, but a
 * payment made in time may still be reported.
 */
function Unpaid({ order }: { order: Detail['order'] }) {
  const now = useNow();
  const late = awaitsBank(order, now);
  const lacks = order.status === 0 ? '這筆出資還沒付款' : '這筆出資還沒付足';
  return (
    <Alert
      tone={late ? 'info' : 'warn'}
      title={late ? `已過匯款期限，${AWAITING_BANK.text}` : lacks}
    >
      <GoButton to={paths.bankTransfer({ order: order.id })} size="sm">
        {actionOf(order, now).label}
      </GoButton>
    </Alert>
  );
}

/**
 * What stands beside the instalments. While the investor decides something, a narrow window shows
 * only the titles below it.
 */
function Details({ of: { order, holding, events } }: { of: Detail }) {
  const troubled = holding !== null && isTroubled(holding);
  const decides = order.status === 30 || order.status === 35;
  const folded = (title: string, children: ReactNode) =>
    decides ? <Fold title={title}>{children}</Fold> : children;
  return (
    <div className={`grid gap-6 ${decides ? 'max-lg:gap-0' : ''}`}>
      {folded('出資內容', <OrderFacts order={order} />)}
      {holding && order.status >= 20 && folded('出資契約', <Contract id={order.id} />)}
      {holding && folded('公開紀錄', <ProofCard id={order.id} orderNo={order.orderNo} />)}
      {folded(
        '經過',
        <Card as="section">
          <CardHead title="經過" />
          <Timeline
            items={events.toReversed().map(({ at, title }, i) => ({
              title,
              when: <DateText at={at} />,
              state: i > 0 ? 'done' : troubled ? 'problem' : 'now',
            }))}
          />
        </Card>,
      )}
    </div>
  );
}

function Content({ of }: { of: Detail }) {
  const { order, holding, instalments } = of;
  useTitle(`${order.planName} 訂單 ${order.orderNo}`);
  return (
    <>
      <div className="mb-6">
        <p className="text-sm text-ink-3">
          {order.planName}　訂單 <span className="num">{order.orderNo}</span>
        </p>
        <div className="flex flex-wrap gap-x-4 gap-y-1.5 items-center">
          <h1>
            <CaseName of={order} />
          </h1>
          <OrderTag {...order} />
        </div>
      </div>
      <div className="holding-columns xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="my-tables grid gap-6">
          {isUnpaid(order) && <Unpaid order={order} />}
          {holding && <Moment holding={holding} />}
          {holding && <Decisions order={order} />}
          {holding && <Progress holding={holding} yields={of} />}
          {holding && instalments.length === 0 && (
            <Alert title="案件尚未撥款">撥款後會列出每期的應還日與您可收回的金額。</Alert>
          )}
          {instalments.length > 0 && <Received rows={instalments} />}
          <Refunds order={order} />
        </div>
        <Details of={of} />
      </div>
    </>
  );
}

export default function HoldingPage() {
  const { id = '' } = useParams();
  const valid = /^[1-9]\d{0,17}$/.test(id);
  const query = useQuery({
    ...queryOf('investing', 'holding', { invest_id: id }),
    enabled: valid,
  });
  const failure = query.error instanceof ApiFailure ? query.error : null;
  const none = !valid || failure?.code === 'ORDER_NOT_FOUND';
  const of = query.data?.data;
  // A poll comes by another call, and would push down whatever is shown before it.
  const hasDecisions = of?.holding != null && of.order.status > 20;
  const decisions = useQuery({
    ...queryOf('servicing', 'investorNegotiation', { invest_id: id }),
    enabled: hasDecisions,
  });
  const isPending = query.isPending || (hasDecisions && decisions.isPending);
  return (
    <div className="container page">
      <Back to={paths.myOngoing()}>進行中的出資</Back>
      {(!of || isPending) && <h1 className="visually-hidden">出資明細</h1>}
      {none && (
        <EmptyState
          title="找不到這筆出資"
          drawing={<DryRiver />}
          actions={<GoButton to={paths.myInvest()}>查看出資訂單</GoButton>}
        />
      )}
      {valid && isPending && (
        <Loading>
          <Skeleton className="mb-6 h-9 w-1/3" />
          <Skeleton shape="block" className="h-72" />
        </Loading>
      )}
      {query.isLoadingError && !none && (
        <ErrorState onRetry={() => void query.refetch()} requestId={failure?.requestId} />
      )}
      {of && !isPending && <Content of={of} />}
    </div>
  );
}
