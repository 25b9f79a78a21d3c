// Collection of one loan: exact debt, contacts, promises, decisions and measures.
import { useQuery } from '@tanstack/react-query';
import type { LateLoan } from '#contract/servicing/collections.ts';
import { noticeStateOn } from '#contract/law/late.ts';
import { lateActionWords, lateTemplateText } from '#contract/servicing/late/strategy.ts';
import { pollStateAt, pollWords } from '#contract/servicing/poll.ts';
import {
  contactChannelText,
  contactOutcomeText,
  measureKindText,
  measureWords,
  promiseWords,
} from '#contract/servicing/words.ts';
import { Link } from '../../../office/links/Link.tsx';
import { queryOf } from '../../../office/api.ts';
import { Answered } from '../../../office/kit/Answered.tsx';
import * as paths from '../../../office/paths.ts';
import { dayIn, now } from '../../../ui/clock.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { DateText, Money } from '../../../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag } from '../../../ui/display/Card.tsx';
import { Timeline } from '../../../ui/display/Timeline.tsx';
import { formatDay, formatMoney } from '../../../ui/format.ts';
import { CollectionActs } from '../CollectionActs.tsx';
import { LegalCard, LegalPapers, PlacementCard } from '../collecting/LegalCard.tsx';
import { OwnerChoice } from '../collecting/Owner.tsx';

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

type Contact = LateLoan['contacts'][number];

const contactTitle = ({ channel, outcome, template }: Contact) =>
  template === null
    ? `${contactChannelText[channel]}・${contactOutcomeText[outcome]}`
    : `傳送「${lateTemplateText[template].title}」`;

function Contacts({ contacts }: { contacts: LateLoan['contacts'] }) {
  return (
    <Card as="section">
      <CardHead title="聯絡紀錄" />
      {contacts.length === 0 ? (
        <p>尚未聯絡借款人。</p>
      ) : (
        <Timeline
          items={contacts.map((one) => ({
            title: contactTitle(one),
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

/** What is due for the loan, who is in charge, and how often the borrower may be contacted. */
function Next({ loan }: { loan: LateLoan }) {
  const { callsLeft, messagesLeft, isWithinHours } = loan.room;
  const word = lateActionWords[loan.nextAction];
  return (
    <Card as="section" tone="tint" aria-label="下一步">
      <div className="grid items-end gap-4 md:grid-cols-[minmax(0,1fr)_auto]">
        <Facts
          look="strip"
          facts={[
            { name: '下一步', value: <Tag tone={word.tone}>{word.text}</Tag> },
            { name: '應辦日', value: <DateText at={loan.nextOn} /> },
            {
              name: '今天還可聯絡',
              value: `電話 ${callsLeft} 次、訊息 ${messagesLeft} 則`,
              note: isWithinHours ? '催收時段 09:00–20:00' : '現在不是催收時段（09:00–20:00）',
            },
          ]}
        />
        <OwnerChoice loanId={loan.loanId} owner={loan.owner} />
      </div>
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

function Content({ loan }: { loan: LateLoan }) {
  return (
    <>
      {loan.status !== 90 && <Next loan={loan} />}
      <PollFact poll={loan.poll} />
      <CollectionActs loan={loan} />
      <Notice notice={loan.notice} />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="grid gap-5">
          <Arrears loan={loan} />
          <LegalCard loan={loan} />
          <LegalPapers loan={loan} />
          <PlacementCard loan={loan} />
        </div>
        <div className="grid gap-5">
          <Borrower loan={loan} />
          <Promises promises={loan.promises} />
          <Contacts contacts={loan.contacts} />
          <Measures measures={loan.measures} />
        </div>
      </div>
    </>
  );
}

export function CollectionsTab({ id }: { id: string }) {
  const query = useQuery(queryOf('servicing', 'getLate', { id }));
  return (
    <Answered query={query} what="催收內容">
      {({ data }) => <Content loan={data} />}
    </Answered>
  );
}
