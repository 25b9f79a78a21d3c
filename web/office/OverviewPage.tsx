// The office's front page: which queues wait, and the task that is due first.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { taskKinds, taskRules } from '#contract/tasks.ts';
import { ErrorState, Loading, Skeleton } from '../ui/Alert.tsx';
import { Ago, DateText } from '../ui/Amount.tsx';
import { EmptyState } from '../ui/Alert.tsx';
import { Card, CardHead, Tag } from '../ui/Card.tsx';
import { useNow } from '../ui/clock.ts';
import { asked } from './api.ts';
import * as paths from './paths.ts';
import { roleText } from './Shell.tsx';

const FIRST = 8;

/** What waits for these days is late. */
function DueTag({ at }: { at: string }) {
  const now = useNow();
  const left = Date.parse(at) - now;
  if (left < 0) return <Tag tone="problem">已逾時</Tag>;
  return left < 4 * 3_600_000 ? (
    <Tag tone="attention">即將到期</Tag>
  ) : (
    <Tag tone="info">處理中</Tag>
  );
}

function useOpenTasks() {
  return useQuery({
    ...asked('tasks', 'listTasks', { status: 'open', item_per_page: FIRST }),
    refetchInterval: 30_000,
  });
}

function Queues({ counts }: { counts: Record<string, number> }) {
  const waiting = taskKinds.filter((kind) => (counts[kind] ?? 0) > 0);
  return (
    <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-4">
      {waiting.map((kind) => (
        <Card as="li" link key={kind} className="office-queue">
          <h3 className="text-base">
            <Link to={paths.inbox(kind)} data-stretch="">
              {taskRules[kind].text}
            </Link>
          </h3>
          <p className="figure-number">{counts[kind]}</p>
          <p className="text-xs text-ink-3">
            {taskRules[kind].roles.map((role) => roleText[role]).join('・')}
          </p>
        </Card>
      ))}
    </ul>
  );
}

export function OverviewPage() {
  const tasks = useOpenTasks();
  if (tasks.isPending) {
    return (
      <Loading>
        <Skeleton className="mb-6 h-9 w-40" />
        <Skeleton shape="block" className="h-64" />
      </Loading>
    );
  }
  if (tasks.isError) {
    return <ErrorState title="待辦載入失敗" onRetry={() => void tasks.refetch()} />;
  }
  const { data, total, counts } = tasks.data;
  return (
    <div className="grid gap-6">
      <title>總覽｜百溪後台</title>
      <h1>總覽</h1>
      {total === 0 ? (
        <EmptyState title="沒有待審案件，辛苦了">新的待辦會自動出現在這裡。</EmptyState>
      ) : (
        <>
          <Queues counts={counts} />
          <Card>
            <CardHead title="最先到期">
              <Link className="link" to={paths.inbox()}>
                全部 {total} 件
              </Link>
            </CardHead>
            <ul className="divide-y divide-line">
              {data.map((task) => (
                <li key={task.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
                  <Link className="link font-bold" to={paths.task(task.id)}>
                    {taskRules[task.kind].text}
                  </Link>
                  <span className="text-ink">{task.subject.label}</span>
                  <span className="text-sm text-ink-3">
                    <Ago at={task.createdAt} />
                    建立
                  </span>
                  <span className="ms-auto flex items-center gap-3 text-sm text-ink-3">
                    期限 <DateText at={task.dueAt} />
                    <DueTag at={task.dueAt} />
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        </>
      )}
    </div>
  );
}
