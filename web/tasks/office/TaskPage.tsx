// Page of one task: its subject, the panel of its kind, and its outcome.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ComponentType } from 'react';
import { useParams } from 'react-router';
import type { Task, TaskOf, TaskWithDetail } from '#contract/tasks/calls.ts';
import { taskRules, type TaskKind } from '#contract/tasks/kinds.ts';
import { Link } from '../../office/links/Link.tsx';
import { BankDifferencePanel } from '../../banking/office/BankDifferencePanel.tsx';
import { MatchCheckPanel } from '../../banking/office/MatchCheckPanel.tsx';
import { MatchesCheckPanel } from '../../banking/office/receipts/MatchesCheckPanel.tsx';
import { BookingCheckPanel } from '../../banking/office/bookings/BookingCheckPanel.tsx';
import { PayerSourcePanel } from '../../banking/office/PayerSourcePanel.tsx';
import { PaymentCheckPanel } from '../../banking/office/PaymentCheckPanel.tsx';
import { ShortfallPanel } from '../../banking/office/ShortfallPanel.tsx';
import { StatementCheckPanel } from '../../banking/office/statements/StatementCheckPanel.tsx';
import { StatementRollbackPanel } from '../../banking/office/statements/StatementRollbackPanel.tsx';
import { UnmatchedPaymentPanel } from '../../banking/office/UnmatchedPaymentPanel.tsx';
import { ReleasePanel } from '../../content/office/release/ReleasePanel.tsx';
import { PolicyApprovalPanel } from '../../content/office/policy/PolicyApprovalPanel.tsx';
import { OperatorCheckPanel } from '../../identity/office/OperatorCheckPanel.tsx';
import { PartnerCheckPanel } from '../../identity/office/PartnerCheckPanel.tsx';
import { RefundPanel } from '../../investing/office/RefundPanel.tsx';
import { LoanApprovalPanel } from '../../lending/office/LoanApprovalPanel.tsx';
import { PlanApprovalPanel } from '../../lending/office/plans/PlanApprovalPanel.tsx';
import { PlanRecallPanel } from '../../lending/office/plans/PlanRecallPanel.tsx';
import { LoanReviewPanel } from '../../lending/office/LoanReviewPanel.tsx';
import { DisbursementPanel } from '../../servicing/office/DisbursementPanel.tsx';
import {
  NegotiationApprovalPanel,
  NegotiationDraftPanel,
} from '../../servicing/office/NegotiationPanel.tsx';
import { BroadcastPanel } from '../../messages/office/BroadcastPanel.tsx';
import { WordingCheckPanel } from '../../messages/office/WordingCheckPanel.tsx';
import { HolidayCheckPanel } from '../../servicing/office/HolidayCheckPanel.tsx';
import { PayoutPanel } from '../../servicing/office/PayoutPanel.tsx';
import { PollPanel } from '../../servicing/office/PollPanel.tsx';
import { SettingApprovalPanel } from '../../settings/office/SettingApprovalPanel.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Button, buttonShape } from '../../ui/Button.tsx';
import { Card, Tag } from '../../ui/display/Card.tsx';
import { AccountChangePanel } from '../../verification/office/AccountChangePanel.tsx';
import { FinancialReviewPanel } from '../../verification/office/FinancialReviewPanel.tsx';
import { IdentityReviewPanel } from '../../verification/office/IdentityReviewPanel.tsx';
import { PayoutHoldPanel } from '../../verification/office/hold/PayoutHoldPanel.tsx';
import { SuspicionPanel } from '../../verification/office/SuspicionPanel.tsx';
import { ScreeningPanel } from '../../verification/office/ScreeningPanel.tsx';
import { queryOf } from '../../office/api.ts';
import { Answered } from '../../office/kit/Answered.tsx';
import { DetailHead } from '../../office/kit/DetailHead.tsx';
import { useNext } from '../../office/deciding/at-desk.ts';
import { DueTag, Waited } from '../../office/kit/Due.tsx';
import { Hands } from '../../office/kit/Hands.tsx';
import { useLetter } from '../../office/keyboard.ts';
import type { PanelProps } from '../../office/panel.ts';
import { Notes } from './notes/Notes.tsx';
import { SentBackPanel } from './SentBackPanel.tsx';
import * as paths from '../../office/paths.ts';
import { decidedText, decidedTone } from '#contract/tasks/words.ts';
import { TaskFacts } from '../../office/deciding/TaskFacts.tsx';

const panels: { [K in TaskKind]?: ComponentType<PanelProps<K>> } = {
  identity_review: IdentityReviewPanel,
  account_change_review: AccountChangePanel,
  financial_review: FinancialReviewPanel,
  screening_review: ScreeningPanel,
  suspicion_review: SuspicionPanel,
  payout_hold: PayoutHoldPanel,
  loan_review: LoanReviewPanel,
  loan_approval: LoanApprovalPanel,
  disbursement_release: DisbursementPanel,
  disbursement_check: DisbursementPanel,
  unmatched_payment: UnmatchedPaymentPanel,
  bank_difference: BankDifferencePanel,
  match_check: MatchCheckPanel,
  matches_check: MatchesCheckPanel,
  statement_check: StatementCheckPanel,
  statement_rollback: StatementRollbackPanel,
  payer_source: PayerSourcePanel,
  refund_release: RefundPanel,
  payout_release: PayoutPanel,
  payment_check: PaymentCheckPanel,
  trust_shortfall: ShortfallPanel,
  booking_check: BookingCheckPanel,
  negotiation_draft: NegotiationDraftPanel,
  negotiation_approval: NegotiationApprovalPanel,
  poll_decision: PollPanel,
  policy_approval: PolicyApprovalPanel,
  content_release: ReleasePanel,
  broadcast_approval: BroadcastPanel,
  holiday_check: HolidayCheckPanel,
  wording_check: WordingCheckPanel,
  setting_approval: SettingApprovalPanel,
  plan_approval: PlanApprovalPanel,
  plan_recall: PlanRecallPanel,
  operator_check: OperatorCheckPanel,
  partner_check: PartnerCheckPanel,
  sent_back: SentBackPanel,
};

function Head({ task }: { task: Task }) {
  return (
    <DetailHead
      title={task.subject.label}
      tab={`${taskRules[task.kind].text} ${task.subject.label}`}
      back={{ to: paths.inbox({ kind: task.kind }), text: taskRules[task.kind].text }}
      acts={<Hands task={task} />}
    >
      {task.status === 'open' ? (
        <>
          <DueTag at={task.dueAt} />
          <span>
            已等待 <Waited since={task.createdAt} />
          </span>
        </>
      ) : (
        <Tag tone={decidedTone(task.kind, task.decision)}>
          {decidedText(task.kind, task.decision)}
        </Tag>
      )}
      <span>
        送件 <DateText at={task.createdAt} />
      </span>
      {task.status === 'open' && task.priority === 'high' && (
        <Tag tone="attention">急件{task.priorityReason && `：${task.priorityReason}`}</Tag>
      )}
      {task.status === 'open' && (
        <span>{task.assignee ? `承辦 ${task.assignee.name}` : '未取得'}</span>
      )}
      {task.maker && <span>經辦 {task.maker}</span>}
      <span>工作編號 {task.id}</span>
    </DetailHead>
  );
}

/** Takes the next task of the same kind, or links back to the inbox if no task waits. */
function Next({ kind }: { kind: TaskKind }) {
  const waiting = useQuery(
    queryOf('tasks', 'listTasks', { kind, assignee: 'none', item_per_page: 1 }),
  ).data?.total;
  const next = useNext(kind);
  useLetter('n', waiting ? next.take : undefined);
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {waiting ? (
        <Button look="primary" busy={next.busy} onClick={next.take}>
          取得下一件（還有 {waiting} 件，按 N）
        </Button>
      ) : null}
      <Link to={paths.inbox({ kind })} {...buttonShape()}>
        回{taskRules[kind].text}列表
      </Link>
    </div>
  );
}

/** Outcome of the task; takes the focus if the task was decided just now. */
function Outcome({ task, fresh }: { task: Task; fresh: boolean }) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!fresh) return;
    ref.current?.focus();
    window.scrollTo(0, 0);
  }, [fresh]);
  return (
    <Card as="section" tone="tint" className="mb-5">
      <h2 ref={ref} tabIndex={-1} className="text-inherit outline-none text-h3">
        {decidedText(task.kind, task.decision)}
      </h2>
      <p>
        {task.checker ? `由 ${task.checker} 決定` : '由系統結束'}
        {task.reason && <>，原因：{task.reason}</>}
      </p>
      <Next kind={task.kind} />
    </Card>
  );
}

/** The panel of the task's kind; if there is none, the task's facts. */
function Panel<K extends TaskKind>({ kind, task }: { kind: K; task: TaskOf<K> }) {
  const Shown: ComponentType<PanelProps<K>> = panels[kind] ?? TaskFacts;
  return <Shown task={task} />;
}

function Body({ task }: { task: TaskWithDetail }) {
  const wasOpen = useRef(task.status === 'open');
  return (
    <>
      <Head task={task} />
      {task.status === 'done' && <Outcome task={task} fresh={wasOpen.current} />}
      <Panel kind={task.kind} task={task} />
      <div className="mt-5">
        <Notes subject="task" id={task.id} />
      </div>
    </>
  );
}

export function TaskPage() {
  const { id = '' } = useParams();
  const query = useQuery(queryOf('tasks', 'getTask', { id }));
  return (
    <Answered
      query={query}
      what="這項工作"
      missing="可能已經移除，或不屬於您的角色。"
      back={{ to: paths.inbox(), text: '待辦' }}
    >
      {({ data: task }) => <Body key={task.id} task={task} />}
    </Answered>
  );
}
