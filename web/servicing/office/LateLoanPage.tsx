// One loan in collection: exact debt, contacts, promises, decisions and measures.
import { add } from '#contract/core/money.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { LateLoan } from '#contract/servicing/collections.ts';
import { noticeStateOn } from '#contract/law/late.ts';
import { isLoanStatus, loanWords } from '#contract/lending/loan-status.ts';
import { pollStateAt, pollWords } from '#contract/servicing/poll.ts';
import { queryOf } from '../../office/api.ts';
import { Answered } from '../../office/kit/Answered.tsx';
import { DetailHead } from '../../office/kit/DetailHead.tsx';
import { EntriesCard } from '../../office/deciding/EntriesCard.tsx';
import * as paths from '../../office/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText, Money, Percent } from '../../ui/display/Amount.tsx';
import { dayIn, now } from '../../ui/clock.ts';
import { Card, CardHead, Facts, Tag } from '../../ui/display/Card.tsx';
import { formatDay, formatMoney } from '../../ui/format.ts';
import { Table, type Column } from '../../ui/display/Table.tsx';
import { Timeline } from '../../ui/display/Timeline.tsx';
import { actionText, actorWords } from '#contract/core/action-words.ts';
import { LoanStatusTag } from './CollectionsPage.tsx';
import { CollectionActs } from './CollectionActs.tsx';
import {
  contactChannelText,
  measureWords,
  measureKindText,
  contactOutcomeText,
  promiseWords,
} from '#contract/servicing/words.ts';

type Instalment = LateLoan['instalments'][number];

function Arrears({ loan: { arrears, prepaid, outstanding, account } }: { loan: LateLoan }) {
  const strong = (amount: number) => (
    <strong className="text-h3">
      <Money amount={amount} />
    </strong>
  );
  return (
    <Card as="section">
      <CardHead title="今天應還">
        {arrears.lateDays > 0 && <Tag tone="problem">逾期 {arrears.lateDays} 天</Tag>}
      </CardHead>
      <Facts
        align="end"
        facts={[
          ...(arrears.courtCosts > 0
            ? [{ name: '代墊訴訟費用', value: <Money amount={arrears.courtCosts} /> }]
            : []),
          { name: '到期利息', value: <Money amount={arrears.interest} /> },
          { name: '遲延利息', value: <Money amount={arrears.lateInterest} /> },
          { name: '到期本金', value: <Money amount={arrears.principal} /> },
          { name: '違約金', value: <Money amount={arrears.penalty} /> },
          { name: <strong>合計</strong>, value: strong(arrears.total) },
          ...(prepaid > 0 ? [{ name: '另有預收款', value: <Money amount={prepaid} /> }] : []),
          { name: '未還本金（含未到期）', value: <Money amount={outstanding} /> },
          { name: '還款虛擬帳號', value: <span className="num">{account ?? '—'}</span> },
        ]}
      />
    </Card>
  );
}

function Notice({ notice }: { notice: LateLoan['notice'] }) {
  if (notice === null) return null;
  const { acceleratedOn, payBy, noticeOn, cause } = notice;
  const why = cause === 'declared' ? '經認定違約' : '逾期超過 30 天';
  if (acceleratedOn !== null) {
    return (
      <Alert tone="danger" title={`本金已於 ${formatDay(acceleratedOn)} 全部到期`}>
        {why}，催告期滿。恢復分期須協商，或由兩人決定撤銷違約認定。
      </Alert>
    );
  }
  const state = noticeStateOn({ payBy, accelerated: false }, dayIn());
  return state === 'running' ? (
    <Alert tone="warn" title={`催告中，期限 ${formatDay(payBy)}`}>
      {why}，{formatDay(noticeOn)} 已通知借款人。期滿未補正，未到期本金全部到期。
    </Alert>
  ) : (
    <Alert tone="warn" title={`催告期限 ${formatDay(payBy)} 已過`}>
      {why}，{formatDay(noticeOn)} 已通知借款人。銀行紀錄收齊後判定未到期本金是否全部到期。
    </Alert>
  );
}

/** Result of the poll, if the loan's status does not show it. */
function PollFact({ poll }: { poll: LateLoan['poll'] }) {
  if (poll === null) return null;
  const state = pollStateAt(poll, now());
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Tag tone={pollWords[state].tone}>{pollWords[state].text}</Tag>
      <Link className="link" to={paths.polls()}>
        截止 <DateText at={poll.closesAt} />
      </Link>
    </span>
  );
}

const schedule: Column<Instalment>[] = [
  {
    key: 'no',
    label: '期別',
    head: true,
    cell: (row) => `第 ${row.no} 期${row.accelerated ? '（提前到期）' : ''}`,
  },
  { key: 'due', label: '應還日', cell: (row) => <DateText at={row.dueOn} /> },
  {
    key: 'principal',
    label: '本金',
    numeric: true,
    cell: (row) => <Money amount={row.principal} />,
  },
  { key: 'interest', label: '利息', numeric: true, cell: (row) => <Money amount={row.interest} /> },
  { key: 'paid', label: '已還', numeric: true, cell: (row) => <Money amount={row.paid} /> },
  {
    key: 'charges',
    label: '遲延費用',
    numeric: true,
    cell: (row) => <Money amount={add(row.lateInterest, row.penalty)} />,
  },
  { key: 'waived', label: '已減免', numeric: true, cell: (row) => <Money amount={row.waived} /> },
  {
    key: 'state',
    label: '狀態',
    cell: (row) =>
      row.paidOn ? (
        <Tag tone="done">已還清</Tag>
      ) : row.lateDays > 0 ? (
        <Tag tone="problem">逾期 {row.lateDays} 天</Tag>
      ) : (
        '未到期'
      ),
  },
];

function Contacts({ contacts }: { contacts: LateLoan['contacts'] }) {
  return (
    <Card as="section">
      <CardHead title="聯絡紀錄" />
      {contacts.length === 0 ? (
        <p>尚未聯絡借款人。</p>
      ) : (
        <Timeline
          items={contacts.map((one) => ({
            title: `${contactChannelText[one.channel]}・${contactOutcomeText[one.outcome]}`,
            when: (
              <>
                <DateText at={one.at} />・{one.operator}
              </>
            ),
            text: one.note,
            state: 'done',
          }))}
        />
      )}
    </Card>
  );
}

function Promises({ promises }: { promises: LateLoan['promises'] }) {
  if (promises.length === 0) return null;
  return (
    <Card as="section">
      <CardHead title="承諾還款" />
      <ul className="divide-y divide-line">
        {promises.map((one) => (
          <li key={one.id} className="grid gap-1 py-3">
            <span className="flex flex-wrap items-center gap-3">
              <strong>
                <DateText at={one.dueOn} /> 前還 <Money amount={one.amount} />
              </strong>
              <Tag tone={promiseWords[one.status].tone}>{promiseWords[one.status].text}</Tag>
            </span>
            <span className="text-sm text-ink-3">
              <DateText at={one.madeOn} /> 記錄・{one.operator}
              {one.note && `・${one.note}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Measures({ measures }: { measures: LateLoan['measures'] }) {
  if (measures.length === 0) return null;
  return (
    <Card as="section">
      <CardHead title="處置" />
      <ul className="divide-y divide-line">
        {measures.map((one) => (
          <li key={one.id} className="grid gap-1 py-3">
            <span className="flex flex-wrap items-center gap-3">
              <strong>
                {measureKindText[one.kind]}
                {one.amount !== null && ` ${formatMoney(one.amount)}`}
              </strong>
              <Tag tone={measureWords[one.status].tone}>{measureWords[one.status].text}</Tag>
            </span>
            <span className="text-sm text-ink-3">
              {one.reason}・{one.maker ?? '系統'}提出{one.checker && `・${one.checker}決定`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const statusText = (status: string | null) =>
  status !== null && isLoanStatus(Number(status)) ? loanWords(Number(status) as 60).text : null;

function History({ timeline }: { timeline: LateLoan['timeline'] }) {
  return (
    <Card as="section">
      <CardHead title="經過" />
      <Timeline
        items={timeline.map((one) => {
          const [from, to] = [statusText(one.from), statusText(one.to)];
          const name = one.what === 'receipt' ? '收到還款' : (actionText(one.what) ?? one.what);
          return {
            title: one.amount === null ? name : `${name} ${formatMoney(one.amount)}`,
            when: (
              <>
                <DateText at={one.at} />・{one.who ?? actorWords[one.by]}
              </>
            ),
            text: [from && to ? `${from} → ${to}` : null, one.reason].filter(Boolean).join('；'),
            state: 'done' as const,
          };
        })}
      />
    </Card>
  );
}

function Borrower({ loan: { memberId, borrower } }: { loan: LateLoan }) {
  return (
    <Card as="section">
      <CardHead title="借款人">
        <Link className="link" to={paths.member(memberId)}>
          會員資料
        </Link>
      </CardHead>
      <Facts
        facts={[
          { name: '姓名', value: borrower.name || '—' },
          { name: '手機', value: borrower.phone || '—' },
          { name: '電子郵件', value: borrower.email },
        ]}
      />
    </Card>
  );
}

const back = { to: paths.collections(), text: '催收' };

function Content({ loan }: { loan: LateLoan }) {
  return (
    <div className="grid gap-5">
      <DetailHead title={loan.caseNo} tab={`催收 ${loan.caseNo}`} back={back}>
        <LoanStatusTag status={loan.status} />
        <PollFact poll={loan.poll} />
        <span>
          借款 <Money amount={loan.amount} />
          ・年化利率 <Percent value={loan.rate} />
        </span>
        <span>
          撥款 <DateText at={loan.disbursedOn} />
        </span>
      </DetailHead>
      <CollectionActs loan={loan} />
      <Notice notice={loan.notice} />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Arrears loan={loan} />
        <div className="grid gap-5">
          <Borrower loan={loan} />
          <Contacts contacts={loan.contacts} />
          <Promises promises={loan.promises} />
          <Measures measures={loan.measures} />
        </div>
      </div>
      <Table
        caption="還款計畫"
        columns={schedule}
        rows={loan.instalments}
        rowKey={(row) => row.no}
        highlight={(row) => row.paidOn === null && row.lateDays > 0}
      />
      <History timeline={loan.timeline} />
      <EntriesCard loan={loan.loanId} />
    </div>
  );
}

export function LateLoanPage() {
  const { id = '' } = useParams();
  const query = useQuery(queryOf('servicing', 'getLate', { id }));
  return (
    <Answered query={query} what="這筆案件" missing="尚未撥款的案件不在催收之列。" back={back}>
      {({ data }) => <Content loan={data} />}
    </Answered>
  );
}
