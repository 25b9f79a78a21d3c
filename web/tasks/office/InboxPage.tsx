// Inbox: queues by kind, their waiting tasks and assignees; all filters are part of the URL.
import { taskStatusText } from '#contract/tasks/words.ts';
import { taskList } from '#contract/tasks/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { Queue } from '#contract/tasks/calls.ts';
import { taskKinds, taskOrders, taskRules } from '#contract/tasks/kinds.ts';
import type { TaskFilter } from '#contract/tasks/desk.ts';
import { EmptyState } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/fields/Field.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { announce } from '../../ui/overlay/toasts.tsx';
import { api, queryOf } from '../../office/api.ts';
import { useNext } from '../../office/deciding/at-desk.ts';
import { useDelayed } from '../../office/kit/held.ts';
import { Queues } from './InboxQueues.tsx';
import { Rows } from './InboxRows.tsx';
import { useLetter } from '../../office/keyboard.ts';
import { kindsFor, mayDecide, useOperator } from '../../office/operator.ts';
import { type ListUrl, useListUrl } from '../../office/kit/listing.ts';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import * as paths from '../../office/paths.ts';
import { SavedViews } from '../../office/register/SavedViews.tsx';

const PER_PAGE = 25;

function filterOf(query: URLSearchParams): TaskFilter {
  const assignee = query.get('assignee') ?? '';
  return {
    kind: taskKinds.find((kind) => kind === query.get('kind')),
    status: query.get('status') === 'done' ? 'done' : 'open',
    assignee: /^(me|none|[1-9]\d{0,8})$/.test(assignee) ? assignee : undefined,
    order: taskOrders.find((order) => order === query.get('order')) ?? 'due',
  };
}

/** The filter as parameters of the page's URL, without those that have their default. */
const queryOfView = (filter: TaskFilter) =>
  new URLSearchParams(paths.inbox(filter).split('?')[1] ?? '');

const hands = [
  [undefined, '全部'],
  ['none', '未取得'],
  ['me', '我的'],
] as const;

function Narrow({ filter }: { filter: TaskFilter }) {
  const navigate = useNavigate();
  const { status, assignee } = filter;
  return (
    <div className="office-narrow flex-wrap">
      <nav aria-label="狀態" className="segments">
        {(['open', 'done'] as const).map((one) => (
          <Link
            key={one}
            to={paths.inbox({ ...filter, status: one })}
            aria-current={status === one ? 'page' : undefined}
          >
            {taskStatusText[one]}
          </Link>
        ))}
      </nav>
      <nav aria-label="承辦" className="segments">
        {hands.map(([one, text]) => (
          <Link
            key={text}
            to={paths.inbox({ ...filter, assignee: one })}
            aria-current={assignee === one ? 'page' : undefined}
          >
            {text}
          </Link>
        ))}
      </nav>
      <Field id="inbox-order" label="排序">
        <Select
          value={filter.order}
          options={[
            { value: 'due', label: '期限先到' },
            { value: 'priority', label: '急件先' },
            { value: 'newest', label: '最新送件' },
          ]}
          onChange={(event) =>
            void navigate(
              paths.inbox({ ...filter, order: event.target.value as TaskFilter['order'] }),
            )
          }
        />
      </Field>
    </div>
  );
}

function Nothing({ filter }: { filter: TaskFilter }) {
  if (filter.status === 'done') {
    return <EmptyState title="還沒有已完成的工作">完成的工作會留在這裡，方便日後查閱。</EmptyState>;
  }
  return filter.assignee === 'me' ? (
    <EmptyState title="您手上沒有案件">按「取得下一件」開始處理。</EmptyState>
  ) : (
    <EmptyState title="沒有待審案件，辛苦了">新的工作會自動出現在這裡。</EmptyState>
  );
}

/** Takes the next unassigned task, urgent ones first, then by due time; the key N does the same. */
function NextTask({ queues, kind }: { queues: readonly Queue[]; kind: TaskFilter['kind'] }) {
  const roles = useOperator().data?.data.roles ?? [];
  const next = useNext(kind);
  const isThere = queues.some(
    (queue) =>
      queue.unclaimed > 0 && mayDecide(queue.kind, roles) && (!kind || queue.kind === kind),
  );
  useLetter('n', isThere ? next.take : undefined);
  if (!isThere) return null;
  return (
    <Button look="primary" busy={next.busy} onClick={next.take}>
      取得下一件
    </Button>
  );
}

function useInbox() {
  const [query] = useSearchParams();
  const filter = filterOf(query);
  const url: ListUrl = {
    ...useListUrl(PER_PAGE),
    to: ({ page }) => paths.inbox({ ...filter, page: Number(page) }),
  };
  const list = useQuery({
    ...queryOf('tasks', 'listTasks', { ...filter, ...url.asks }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  return { filter, url, list, key: query.toString() };
}

export function InboxPage() {
  const { filter, url, list, key } = useInbox();
  const held = useDelayed();
  const roles = useOperator().data?.data.roles ?? [];
  const total = list.data?.total;
  useEffect(() => {
    if (total !== undefined) announce(`${total} 件`);
  }, [total, filter.kind, filter.status]);
  return (
    <ListPage
      title={filter.kind ? taskRules[filter.kind].text : '待辦'}
      what="待辦"
      acts={
        <div className="flex flex-wrap gap-2">
          <TableButtons list={taskList} input={filter} read={api.tasks.tasksTable} />
          <NextTask queues={list.data?.queues ?? []} kind={filter.kind} />
        </div>
      }
      query={list}
      above={({ queues }) => (
        <>
          {kindsFor(roles).length > 0 && <Queues queues={queues} filter={filter} />}
          <Narrow filter={filter} />
          <SavedViews list="tasks" path={paths.inbox()} query={queryOfView(filter)} />
        </>
      )}
      rows={({ data }) => {
        // A decision that can still be undone counts as made, so its task is not listed.
        const rows = data.filter(({ id }) => id !== held?.task.id);
        if (rows.length === 0) return <Nothing filter={filter} />;
        return <Rows key={key} rows={rows} status={filter.status} />;
      }}
      pages={url}
    />
  );
}
