// Inbox: queues by kind, their waiting tasks and assignees; all filters are part of the URL.
import { taskStatusText } from '#contract/tasks/words.ts';
import { taskList } from '#contract/tasks/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Role } from '#contract/core/endpoint.ts';
import type { ListedTask, Queue } from '#contract/tasks/calls.ts';
import { taskKinds, taskOrders, taskRules } from '#contract/tasks/kinds.ts';
import type { TaskFilter } from '#contract/tasks/desk.ts';
import { Link } from '../../office/links/Link.tsx';
import { EmptyState } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/fields/Field.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { announce } from '../../ui/overlay/toasts.tsx';
import { queryOf } from '../../office/api.ts';
import { useNext } from '../../office/deciding/at-desk.ts';
import { useWaitingTasks } from '../../office/kit/held.ts';
import { Queues } from './InboxQueues.tsx';
import { grouped, Rows } from './InboxRows.tsx';
import { useLetter } from '../../office/keyboard.ts';
import { kindsFor, mayDecide, useOperator } from '../../office/operator.ts';
import { type ListUrl, useListUrl } from '../../office/kit/listing.ts';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import * as paths from '../../office/paths.ts';
import { SavedViews } from '../../office/register/SavedViews.tsx';

const PER_PAGE = 50;

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

/** Shows only the rows of the page that contain the text; the key / leads here. */
function TextFilter({ onText }: { onText: (text: string) => void }) {
  const ref = useRef<HTMLInputElement>(null);
  useLetter('/', () => {
    // Waits until the key has been handled, because the field would contain it otherwise.
    setTimeout(() => ref.current?.focus());
  });
  return (
    <TextInput
      ref={ref}
      type="search"
      aria-label="篩選這一頁"
      placeholder="篩選（/）"
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onText(event.target.value.trim())}
    />
  );
}

const contains = (text: string) => (task: ListedTask) =>
  [task.subject.label, task.applicant, taskRules[task.kind].text, task.assignee?.name, task.grade]
    .filter(Boolean)
    .some((part) => part!.toLowerCase().includes(text.toLowerCase()));

function Narrow({ filter, onText }: { filter: TaskFilter; onText: (text: string) => void }) {
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
          placeholder={null}
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
      <div className="min-w-40 max-w-72 flex-1">
        <TextFilter onText={onText} />
      </div>
      <SavedViews list="tasks" path={paths.inbox()} query={queryOfView(filter)} />
    </div>
  );
}

/** Whether a task waits for anybody, of a kind that these roles decide. */
const hasNext = (queues: readonly Queue[], kind: TaskFilter['kind'], own: readonly Role[]) =>
  queues.some(
    (queue) => queue.unclaimed > 0 && mayDecide(queue.kind, own) && (!kind || queue.kind === kind),
  );

/** Says what the list lacks; with a filter there may be other tasks. */
function Nothing({ filter, mayTake }: { filter: TaskFilter; mayTake: boolean }) {
  const { kind, status, assignee } = filter;
  const what = kind ? taskRules[kind].text : '案件';
  if (status === 'done') {
    return kind || assignee ? (
      <EmptyState title="沒有符合條件的工作">可以改看「全部」的已處理工作。</EmptyState>
    ) : (
      <EmptyState title="還沒有已完成的工作">完成的工作會留在這裡，方便日後查閱。</EmptyState>
    );
  }
  if (assignee === 'me') {
    return (
      <EmptyState title={`您手上沒有${what}`}>
        {mayTake ? '按「取得下一件」開始處理。' : '您取得或指派給您的案件會列在這裡。'}
      </EmptyState>
    );
  }
  if (assignee !== undefined) {
    const title = assignee === 'none' ? `沒有未取得的${what}` : `這位同仁手上沒有${what}`;
    return <EmptyState title={title}>其他人手上的案件在「全部」。</EmptyState>;
  }
  return (
    <EmptyState title={kind ? `沒有待處理的${what}` : '沒有待審案件，辛苦了'}>
      新的工作會自動出現在這裡。
    </EmptyState>
  );
}

/** Takes the next unassigned task, urgent ones first, then by due time; the key N does the same. */
function NextTask({ queues, kind }: { queues: readonly Queue[]; kind: TaskFilter['kind'] }) {
  const roles = useOperator().data?.data.roles ?? [];
  const next = useNext(kind);
  const isThere = hasNext(queues, kind, roles);
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
  const held = useWaitingTasks();
  const [text, setText] = useState('');
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
          <TableButtons table={taskList.tables.data} input={filter} />
          <NextTask queues={list.data?.queues ?? []} kind={filter.kind} />
        </div>
      }
      query={list}
      above={({ queues }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {kindsFor(roles).length > 0 && <Queues queues={queues} filter={filter} />}
          <Narrow key={key} filter={filter} onText={setText} />
        </div>
      )}
      rows={({ data, total: all, queues }) => {
        // A decision that can still be undone counts as made, so its task is not listed.
        const rows = grouped(data.filter(({ id }) => !held.has(id)));
        if (rows.length === 0) {
          const mayTake = hasNext(queues, filter.kind, roles);
          return all > data.length ? null : <Nothing filter={filter} mayTake={mayTake} />;
        }
        const shown = rows.filter(contains(text));
        if (shown.length === 0) {
          return <EmptyState title="這一頁沒有符合的工作">請改用其他文字篩選。</EmptyState>;
        }
        return <Rows key={key} rows={shown} status={filter.status} />;
      }}
      pages={url}
    />
  );
}
