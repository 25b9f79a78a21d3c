// A task without a page of its own: its details from the server, with labels and formatting.
import { subjectWord } from '#contract/core/subject-words.ts';
import type { TaskOf, TaskWithDetail } from '#contract/tasks/calls.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import { Link } from '../links/Link.tsx';
import { Card, CardHead, Facts, type Fact } from '../../ui/display/Card.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import type { Summary } from '../kit/bars/DecisionBar.tsx';
import { seesBooks, useOperator } from '../operator.ts';
import * as paths from '../paths.ts';
import { DecisionForm } from './DecisionForm.tsx';

const names: Record<string, string> = {
  why: '原因',
  returned: '退回原因',
  amount: '金額',
  covered: '平台墊付',
  measure: '處置',
  waivable: '目前可減免',
  lateDays: '逾期天數',
  arrears: '到期未還',
  outstanding: '未還本金',
  principal: '未還本金',
  interest: '到期未還利息',
  lateCharges: '遲延費用',
  courtCosts: '代墊訴訟費用',
  investors: '出資人數',
  difference: '差額',
  reported: '銀行所報金額',
  proposed: '提議',
  day: '日期',
  memberId: '會員編號',
  orderId: '出資訂單編號',
  orderNo: '出資訂單',
  loanId: '申貸案編號',
  caseNo: '案號',
  receiptId: '入帳編號',
  virtualAccount: '虛擬帳號',
  fileKey: '檔案代碼',
};
const amounts = new Set([
  'amount',
  'covered',
  'difference',
  'reported',
  'waivable',
  'arrears',
  'outstanding',
  'principal',
  'interest',
  'lateCharges',
  'courtCosts',
]);
/**
 * Kinds of task about loans in repayment; these tasks link to the collection page, which shows
 * more.
 */
const collected = new Set<TaskKind>([
  'violation_declare',
  'write_off',
  'collection_measure',
  'recourse',
]);

/** Pages of finance on which the cause of a task is removed, by the type of its subject. */
const workplaces: Record<string, string | undefined> = {
  invoice_track: paths.invoiceTracks(),
  invoice_message: paths.invoiceMessages(),
  debit: paths.money('debits'),
  collection_answer: paths.collectionFiles(),
};

/** Outcomes of a claim that one person proposes and another approves. */
const proposedText: Record<string, string> = {
  recovered: '款項已追回，進入平台自有帳戶',
  lost: '追償無著，列為平台損失',
};

function factOf(name: string, value: unknown): Fact | null {
  const label = names[name];
  if (!label || value === null || value === '') return null;
  if (amounts.has(name) && typeof value === 'number') {
    return { name: label, value: <Money amount={value} /> };
  }
  if (typeof value === 'object') return null;
  if (name === 'proposed') return { name: label, value: proposedText[String(value)] ?? '' };
  if (name === 'day') return { name: label, value: <DateText at={String(value)} /> };
  return { name: label, value: String(value) };
}

/** The amount that a decision is about, beside its subject. */
function summaryOf({ subject, detail }: TaskWithDetail): Summary {
  const { amount } = detail as { amount?: unknown };
  const fact = factOf('amount', amount);
  return { title: subject.label, facts: fact && typeof amount === 'number' ? [fact] : [] };
}

function Broken({ rows }: { rows: NonNullable<TaskOf<'attention'>['detail']['broken']> }) {
  return (
    <ul lang="en">
      {rows.map((row) => (
        <li key={row.name}>
          {row.name} ({row.count})
        </li>
      ))}
    </ul>
  );
}

export function TaskFacts({ task }: { task: TaskWithDetail }) {
  const roles = useOperator().data?.data.roles ?? [];
  const workplace = workplaces[task.subject.type];
  const broken = task.kind === 'attention' ? (task.detail.broken ?? []) : [];
  const facts = [
    ...Object.entries(task.detail).flatMap(([name, value]) => factOf(name, value) ?? []),
    ...(broken.length > 0 ? [{ name: '不符的帳務規則', value: <Broken rows={broken} /> }] : []),
  ];
  return (
    <div className="office-case">
      <Card as="section">
        <CardHead title="工作內容">
          {collected.has(task.kind) && 'loanId' in task.detail && (
            <Link className="link" to={paths.loan(String(task.detail.loanId), 'collections')}>
              催收內容
            </Link>
          )}
          {workplace && seesBooks(roles) && (
            <Link className="link" to={workplace}>
              {subjectWord(task.subject.type)}
            </Link>
          )}
          {task.kind === 'security_alarm' && (
            <Link className="link" to={paths.securityOf(task.detail.see ?? {})}>
              資安紀錄
            </Link>
          )}
        </CardHead>
        <Facts facts={[{ name: '主旨', value: task.subject.label }, ...facts]} />
      </Card>
      <DecisionForm task={task} summary={summaryOf(task)} />
    </div>
  );
}
