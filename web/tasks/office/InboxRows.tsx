// Rows of the inbox, and bulk actions on them.
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { taskList } from '#contract/tasks/lists.ts';
import { useState } from 'react';
import type { ListedTask } from '#contract/tasks/calls.ts';
import { bulkDecisions } from '#contract/tasks/kinds.ts';
import { Button } from '../../ui/Button.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { Table, type Column } from '../../ui/display/Table.tsx';
import { AssignTo } from '../../office/deciding/AssignTo.tsx';
import { useDesk } from '../../office/deciding/at-desk.ts';
import { DueTag, Waited } from '../../office/kit/Due.tsx';
import { mayDecide, useOperator } from '../../office/operator.ts';
import * as paths from '../../office/paths.ts';
import { PriorityDialog } from '../../office/deciding/PriorityDialog.tsx';
import { decidedText, decidedTone, flagText, taskStatusText } from '#contract/tasks/words.ts';

function subject(task: ListedTask, isFollowing: boolean) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Link className="office-row-link" to={paths.task(task.id)} data-stretch="" data-row="">
        {isFollowing && <span aria-hidden="true">└ </span>}
        {task.subject.label}
      </Link>
      {task.status === 'open' && task.priority === 'high' && (
        <span title={task.priorityReason ?? undefined}>
          <Tag tone="attention">急件</Tag>
        </span>
      )}
    </span>
  );
}

const isSame = (a: ListedTask | undefined, b: ListedTask) =>
  a !== undefined && a.subject.type === b.subject.type && a.subject.id === b.subject.id;

/** The tasks in their order, with those of one subject directly below its first. */
export const grouped = (rows: readonly ListedTask[]): ListedTask[] =>
  [...Map.groupBy(rows, ({ subject: { type, id } }) => `${type} ${id}`).values()].flat();

const aboutOf = (rows: readonly ListedTask[]) => ({
  subject: {
    head: true,
    cell: (task: ListedTask, i: number) => subject(task, isSame(rows[i - 1], task)),
  },
  kind: {},
  applicant: {},
  amount: {},
  grade: {},
  flags: {
    cell: ({ flags }: ListedTask) =>
      flags.length === 0 ? (
        '—'
      ) : (
        <span className="inline-flex gap-1">
          {flags.map((flag) => (
            <Tag key={flag} tone="attention">
              {flagText[flag]}
            </Tag>
          ))}
        </span>
      ),
  },
});
const maker = { maker: { cell: (task: ListedTask) => task.maker ?? '系統' } };
const openColumns = (rows: readonly ListedTask[]) =>
  columnsOf(taskList, {
    ...aboutOf(rows),
    waiting: { cell: (task) => <Waited since={task.createdAt} /> },
    dueAt: { cell: (task) => <DueTag at={task.dueAt} /> },
    assignee: { cell: (task) => task.assignee?.name ?? '未取得' },
  });
const doneColumns = (rows: readonly ListedTask[]) =>
  columnsOf(taskList, {
    ...aboutOf(rows),
    decision: {
      cell: (task) => (
        <Tag tone={decidedTone(task.kind, task.decision)}>
          {decidedText(task.kind, task.decision)}
        </Tag>
      ),
    },
    checker: { cell: (task) => task.checker ?? '系統' },
    ...maker,
    createdAt: {},
  });

type Picked = {
  rows: readonly ListedTask[];
  picked: ReadonlySet<string>;
  onPick: (ids: readonly string[]) => void;
};

function pickColumn({ rows, picked, onPick }: Picked): Column<ListedTask> {
  return {
    key: 'pick',
    label: '選取',
    heading: (
      <label className="inline-flex items-center gap-2">
        <input
          type="checkbox"
          className="office-pick align-middle"
          aria-label={`選取這一頁的 ${rows.length} 件`}
          checked={rows.length > 0 && rows.every(({ id }) => picked.has(id))}
          onChange={(event) => onPick(event.target.checked ? rows.map(({ id }) => id) : [])}
        />
        <span className="md:hidden" aria-hidden="true">
          選取這一頁
        </span>
      </label>
    ),
    cell: ({ id, subject: { label } }) => (
      <input
        type="checkbox"
        className="office-pick relative z-1 align-middle"
        aria-label={`選取 ${label}`}
        checked={picked.has(id)}
        onChange={(event) =>
          onPick(
            event.target.checked ? [...picked, id] : [...picked].filter((other) => other !== id),
          )
        }
      />
    ),
  };
}

/** Returns the bulk decision; offered only if all selected tasks allow it. */
function bulkDecisionOf(tasks: readonly ListedTask[]): string | undefined {
  const [first] = tasks;
  if (!first || tasks.some(({ kind }) => kind !== first.kind)) return undefined;
  return bulkDecisions[first.kind]?.[0];
}

function Bulk({ tasks, onPick }: { tasks: readonly ListedTask[]; onPick: Picked['onPick'] }) {
  const desk = useDesk();
  const roles = useOperator().data?.data.roles ?? [];
  const [asking, setAsking] = useState(false);
  const ids = tasks.map(({ id }) => id);
  const decision = bulkDecisionOf(tasks);
  const decides = tasks.every(({ kind }) => mayDecide(kind, roles));
  const then = (act: Promise<unknown>) => void act.then(() => onPick([]));
  return (
    <section
      className="office-bulk px-4 py-3 border border-tint-line rounded-ctl bg-card"
      aria-label="整批操作"
    >
      <strong>已選 {ids.length} 件</strong>
      {decides && (
        <Button size="sm" busy={desk.busy} onClick={() => then(desk.claim(ids))}>
          取得
        </Button>
      )}
      <Button size="sm" busy={desk.busy} onClick={() => then(desk.release(ids))}>
        釋出
      </Button>
      <Button size="sm" onClick={() => setAsking(true)}>
        優先順序
      </Button>
      {decision && decides && (
        <Button size="sm" busy={desk.busy} onClick={() => then(desk.decide(ids, decision))}>
          全部確認完成
        </Button>
      )}
      <AssignTo
        id="assign-many"
        kinds={[...new Set(tasks.map(({ kind }) => kind))]}
        disabled={desk.busy}
        onAssign={(to) => then(desk.assign(ids, to))}
      />
      <Button size="sm" look="quiet" onClick={() => onPick([])}>
        取消選取
      </Button>
      <PriorityDialog ids={ids} open={asking} onClose={() => setAsking(false)} />
    </section>
  );
}

function Keys() {
  return (
    <p className="hidden lg:block text-xs text-ink-3">
      <span className="inline-block me-3.5">
        <kbd
          className="me-0.75 px-1.75 py-px border border-line rounded-[5px] bg-card
            font-[inherit]"
        >
          ↑
        </kbd>
        <kbd
          className="me-0.75 px-1.75 py-px border border-line rounded-[5px] bg-card
            font-[inherit]"
        >
          ↓
        </kbd>{' '}
        移動
      </span>
      <span className="inline-block me-3.5">
        <kbd
          className="me-0.75 px-1.75 py-px border border-line rounded-[5px] bg-card
            font-[inherit]"
        >
          Enter
        </kbd>{' '}
        開啟
      </span>
      <span className="inline-block me-3.5">
        <kbd
          className="me-0.75 px-1.75 py-px border border-line rounded-[5px] bg-card
            font-[inherit]"
        >
          N
        </kbd>{' '}
        取得下一件
      </span>
      <span className="inline-block me-3.5">
        <kbd
          className="me-0.75 px-1.75 py-px border border-line rounded-[5px] bg-card
            font-[inherit]"
        >
          ?
        </kbd>{' '}
        全部按鍵
      </span>
    </p>
  );
}

export function Rows({ rows, status }: { rows: readonly ListedTask[]; status: 'open' | 'done' }) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const roles = useOperator().data?.data.roles ?? [];
  const chosen = rows.filter(({ id }) => picked.has(id));
  const onPick = (ids: readonly string[]) => setPicked(new Set(ids));
  const acts = roles.includes('admin') || rows.some(({ kind }) => mayDecide(kind, roles));
  const pick = pickColumn({ rows, picked, onPick });
  const open = openColumns(rows);
  return (
    <div className="office-rows office-inbox grid gap-4">
      {chosen.length > 0 && <Bulk tasks={chosen} onPick={onPick} />}
      <Table
        caption={`${taskStatusText[status]}的工作`}
        hideCaption
        columns={status === 'done' ? doneColumns(rows) : acts ? [pick, ...open] : open}
        rows={rows}
        rowKey={(task) => task.id}
        highlight={({ id }) => picked.has(id)}
      />
      <Keys />
    </div>
  );
}
