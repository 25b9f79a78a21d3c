// The inbox: queues by kind, what waits in them, oldest due first; all of it in the address.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { taskKinds, taskRules, type Task, type TaskKind } from '#contract/tasks.ts';
import { wordsOf } from '../api.ts';
import { EmptyState, ErrorState, Loading, Skeleton } from '../ui/Alert.tsx';
import { DateText } from '../ui/Amount.tsx';
import { buttonShape } from '../ui/Button.tsx';
import { Tag } from '../ui/Card.tsx';
import { Pagination } from '../ui/Pagination.tsx';
import { Table, type Column } from '../ui/Table.tsx';
import { announce } from '../ui/toasts.tsx';
import { asked } from './api.ts';
import { DueTag, Waited } from './Due.tsx';
import { useArrows, useLetter } from './keyboard.ts';
import { kindsFor, mayDecide, useOperator } from './operator.ts';
import { PageTitle } from './PageTitle.tsx';
import * as paths from './paths.ts';
import { decidedText, decidedTone, decisionsOf } from './task-words.ts';

const PER_PAGE = 25;

type View = { kind: TaskKind | undefined; status: 'open' | 'done'; page: number };

function viewOf(query: URLSearchParams): View {
  return {
    kind: taskKinds.find((kind) => kind === query.get('kind')),
    status: query.get('status') === 'done' ? 'done' : 'open',
    page: Math.max(1, Math.floor(Number(query.get('page'))) || 1),
  };
}

function subject(task: Task) {
  return (
    <Link className="office-row-link" to={paths.task(task.id)} data-stretch="" data-row="">
      {task.subject.label}
    </Link>
  );
}

const common: Column<Task>[] = [
  { key: 'subject', label: '主旨', head: true, cell: subject },
  { key: 'kind', label: '類型', cell: (task) => taskRules[task.kind].text },
];
const open: Column<Task>[] = [
  ...common,
  { key: 'waited', label: '已等待', cell: (task) => <Waited since={task.createdAt} /> },
  { key: 'due', label: '期限', cell: (task) => <DueTag at={task.dueAt} /> },
  { key: 'maker', label: '經辦', cell: (task) => task.maker ?? '系統' },
];
const done: Column<Task>[] = [
  ...common,
  {
    key: 'decision',
    label: '結果',
    cell: (task) => (
      <Tag tone={decidedTone(task.kind, task.decision)}>
        {decidedText(task.kind, task.decision)}
      </Tag>
    ),
  },
  { key: 'checker', label: '決定者', cell: (task) => task.checker ?? '系統' },
  { key: 'maker', label: '經辦', cell: (task) => task.maker ?? '系統' },
  { key: 'created', label: '送件', cell: (task) => <DateText at={task.createdAt} /> },
];

function QueueLink({
  to,
  count,
  current,
  children,
}: {
  to: string;
  count: number | null;
  current: boolean;
  children: string;
}) {
  return (
    <li>
      <Link className="office-filter" to={to} aria-current={current ? 'page' : undefined}>
        {children}
        {count !== null && <span className="num">{count}</span>}
      </Link>
    </li>
  );
}

function Filters({ view, counts }: { view: View; counts: Record<string, number> }) {
  const roles = useOperator().data?.data.roles ?? [];
  const { kind: chosen, status } = view;
  const all = kindsFor(roles).reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
  // What nobody decides here yet is left out while none of it waits.
  const kinds = kindsFor(roles).filter(
    (kind) => kind === chosen || (counts[kind] ?? 0) > 0 || decisionsOf(kind).length > 0,
  );
  return (
    <div className="office-filters">
      <nav aria-label="狀態" className="segments">
        {(['open', 'done'] as const).map((one) => (
          <Link
            key={one}
            to={paths.inbox({ kind: chosen, status: one })}
            aria-current={status === one ? 'page' : undefined}
          >
            {one === 'open' ? '待處理' : '已完成'}
          </Link>
        ))}
      </nav>
      <nav aria-label="類型">
        <ul className="flex flex-wrap gap-2">
          <QueueLink
            to={paths.inbox({ status })}
            count={status === 'open' ? all : null}
            current={chosen === undefined}
          >
            全部
          </QueueLink>
          {kinds.map((kind) => (
            <QueueLink
              key={kind}
              to={paths.inbox({ kind, status })}
              count={status === 'open' ? (counts[kind] ?? 0) : null}
              current={chosen === kind}
            >
              {taskRules[kind].text}
            </QueueLink>
          ))}
        </ul>
      </nav>
    </div>
  );
}

function Rows({ rows, view, total }: { rows: readonly Task[]; view: View; total: number }) {
  const ref = useArrows();
  const pages = Math.ceil(total / PER_PAGE);
  return (
    <div ref={ref} className="office-rows grid gap-5">
      <Table
        caption={view.status === 'open' ? '待處理的工作' : '已完成的工作'}
        hideCaption
        columns={view.status === 'open' ? open : done}
        rows={rows}
        rowKey={(task) => task.id}
      />
      <p className="office-keys text-xs text-ink-3">
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd> 移動
        </span>
        <span>
          <kbd>Enter</kbd> 開啟
        </span>
        <span>
          <kbd>N</kbd> 取得下一件
        </span>
      </p>
      <Pagination
        page={view.page}
        pages={pages}
        link={({ page, label, current, children }) => (
          <Link
            to={paths.inbox({ ...view, page })}
            aria-label={label}
            aria-current={current ? 'page' : undefined}
          >
            {children}
          </Link>
        )}
      />
    </div>
  );
}

function Nothing({ view }: { view: View }) {
  return view.status === 'open' ? (
    <EmptyState title="沒有待審案件，辛苦了">新的工作會自動出現在這裡。</EmptyState>
  ) : (
    <EmptyState title="還沒有已完成的工作">完成的工作會留在這裡，方便日後查閱。</EmptyState>
  );
}

/** The task that is due first among those this operator decides; also by the letter N. */
function NextTask({ rows }: { rows: readonly Task[] }) {
  const navigate = useNavigate();
  const roles = useOperator().data?.data.roles ?? [];
  const next = rows.find((task) => task.status === 'open' && mayDecide(task.kind, roles));
  useLetter('n', next && (() => void navigate(paths.task(next.id))));
  if (!next) return null;
  return (
    <Link to={paths.task(next.id)} {...buttonShape({ look: 'primary' })}>
      取得下一件
    </Link>
  );
}

export function InboxPage() {
  const [query] = useSearchParams();
  const view = viewOf(query);
  const { kind, status, page } = view;
  const list = useQuery({
    ...asked('tasks', 'listTasks', {
      ...(kind && { kind }),
      status,
      item_per_page: PER_PAGE,
      offset: (page - 1) * PER_PAGE,
    }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  const total = list.data?.total;
  useEffect(() => {
    if (total !== undefined) announce(`${total} 件`);
  }, [total, kind, status]);
  const title = kind ? taskRules[kind].text : '待辦';
  return (
    <div className="grid gap-6">
      <PageTitle>{title}</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{title}</h1>
        <NextTask rows={list.data?.data ?? []} />
      </div>
      {list.isPending ? (
        <Loading>
          <Skeleton className="mb-6 h-10" />
          <Skeleton shape="block" className="h-96" />
        </Loading>
      ) : list.isError ? (
        <ErrorState title="待辦載入失敗" onRetry={() => void list.refetch()}>
          {wordsOf(list.error)}
        </ErrorState>
      ) : (
        <>
          <Filters view={view} counts={list.data.counts} />
          {list.data.data.length === 0 ? (
            <Nothing view={view} />
          ) : (
            <Rows rows={list.data.data} view={view} total={list.data.total} />
          )}
        </>
      )}
    </div>
  );
}
