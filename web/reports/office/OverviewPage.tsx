// Front page of the office: waiting queues and since when, today's movements, overdue loans,
// failures, and whether the ledger's invariants hold.
import { useQuery } from '@tanstack/react-query';
import { roleText } from '#contract/core/endpoint.ts';
import type { Queue, Task } from '#contract/tasks/calls.ts';
import { taskKinds, taskRules } from '#contract/tasks/kinds.ts';
import { Link } from '../../office/links/Link.tsx';
import { wordsOf } from '../../api.ts';
import { Alert, EmptyState, ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Card, CardHead } from '../../ui/display/Card.tsx';
import { Cockpit } from './cockpit/Cockpit.tsx';
import { queryOf } from '../../office/api.ts';
import { BooksSummary } from '../../ledger/office/BooksPage.tsx';
import { DueTag, Waited } from '../../office/kit/Due.tsx';
import { rolesOf, seesBooks, seesLate, useOperator } from '../../office/operator.ts';
import {
  BankTroubles,
  Exceptions,
  LateToday,
  MoneyToday,
  Troubles,
} from '../../tasks/office/OverviewCards.tsx';
import { PageTitle } from '../../office/kit/PageTitle.tsx';
import * as paths from '../../office/paths.ts';

/** Number of tasks shown, by due time. */
const FIRST = 6;

function Queues({ queues }: { queues: readonly Queue[] }) {
  const waiting = taskKinds.flatMap((kind) => queues.filter((queue) => queue.kind === kind));
  return (
    <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-4">
      {waiting.map(({ kind, open, oldestAt, dueAt }) => (
        <Card as="li" link key={kind} className="px-5 py-4">
          <h3 className="text-base">
            <Link to={paths.inbox({ kind })} data-stretch="">
              {taskRules[kind].text}
            </Link>
          </h3>
          <p className="figure-number">
            {open}
            <span className="ms-1 text-base text-ink-3">件</span>
          </p>
          <p className="text-sm">
            最早到期 <DueTag at={dueAt} />
          </p>
          <p className="text-xs text-ink-3">
            最久已等待 <Waited since={oldestAt} />
            ・由{rolesOf(kind)}處理
          </p>
        </Card>
      ))}
    </ul>
  );
}

/** Overdue tasks about which people were told. */
function Escalated({ queues }: { queues: readonly Queue[] }) {
  const late = queues.filter(({ escalated }) => escalated > 0);
  if (late.length === 0) return null;
  const total = late.reduce((sum, { escalated }) => sum + escalated, 0);
  return (
    <Alert tone="danger" title={`${total} 件工作逾期過久，已列為急件並寄信通知`}>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {late.map(({ kind, escalated }) => (
          <Link className="link" key={kind} to={paths.inbox({ kind, order: 'priority' })}>
            {taskRules[kind].text} {escalated} 件
          </Link>
        ))}
      </p>
    </Alert>
  );
}

function FirstDue({ tasks, total }: { tasks: readonly Task[]; total: number }) {
  return (
    <Card as="section">
      <CardHead title="最先到期">
        <Link className="link" to={paths.inbox()}>
          全部 {total} 件
        </Link>
      </CardHead>
      <ul
        className="md:grid md:grid-cols-[minmax(0,1fr)_max-content_max-content] md:gap-x-6
          divide-y divide-line"
      >
        {tasks.map((task) => (
          <li
            key={task.id}
            className="grid gap-x-4 gap-y-0.5 items-center justify-items-start py-3 break-keep
              md:grid-cols-subgrid md:col-span-full md:*:last:justify-self-end"
          >
            <Link className="link font-bold" to={paths.task(task.id)}>
              {task.subject.label}
            </Link>
            <span className="text-sm text-ink-3">
              {taskRules[task.kind].text}・已等待 <Waited since={task.createdAt} />
            </span>
            <DueTag at={task.dueAt} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Waiting() {
  const tasks = useQuery({
    ...queryOf('tasks', 'listTasks', { status: 'open', item_per_page: FIRST }),
    refetchInterval: 30_000,
  });
  if (tasks.isPending) {
    return (
      <Loading>
        <Skeleton shape="block" className="h-64" />
      </Loading>
    );
  }
  if (tasks.isLoadingError) {
    return (
      <ErrorState title="待辦載入失敗" onRetry={() => void tasks.refetch()}>
        {wordsOf(tasks.error)}
      </ErrorState>
    );
  }
  const { data, total, queues } = tasks.data;
  if (total === 0) {
    return <EmptyState title="沒有待審案件，辛苦了">新的工作會自動出現在這裡。</EmptyState>;
  }
  return (
    <>
      <Escalated queues={queues} />
      <section aria-labelledby="queues-title" className="grid gap-3">
        <h2 id="queues-title" className="text-h3">
          佇列
        </h2>
        <Queues queues={queues} />
      </section>
      <FirstDue tasks={data} total={total} />
    </>
  );
}

export function OverviewPage() {
  const operator = useOperator().data?.data;
  const roles = operator?.roles ?? [];
  return (
    <div className="grid gap-6">
      <PageTitle>總覽</PageTitle>
      <h1>總覽</h1>
      {operator?.held && (
        <Alert title="部分權限尚未生效">
          {operator.held.roles.map((role) => roleText[role]).join('・')}自{' '}
          <DateText at={operator.held.until} /> 生效；涉及金流與管理的權限都在給予 24 小時後才算數。
        </Alert>
      )}
      {seesBooks(roles) && <Exceptions />}
      {seesBooks(roles) && <BankTroubles />}
      {roles.length > 0 && <Waiting />}
      {roles.length > 0 && <Cockpit />}
      {seesBooks(roles) && <MoneyToday />}
      {seesLate(roles) && <LateToday />}
      {seesBooks(roles) && <Troubles />}
      {seesBooks(roles) && <BooksSummary />}
    </div>
  );
}
