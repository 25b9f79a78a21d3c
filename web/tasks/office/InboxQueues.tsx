// Queues of the inbox: number of waiting tasks, age of the oldest, and whether it is in time.
import { Link } from 'react-router';
import type { Queue } from '#contract/tasks/calls.ts';
import { taskRules } from '#contract/tasks/kinds.ts';
import type { TaskFilter } from '#contract/tasks/desk.ts';
import { DueTag, Waited } from '../../office/kit/Due.tsx';
import * as paths from '../../office/paths.ts';

export function Queues({ queues, filter }: { queues: readonly Queue[]; filter: TaskFilter }) {
  const { kind: chosen, ...rest } = filter;
  const waiting = queues.toSorted((a, b) => a.dueAt.localeCompare(b.dueAt));
  const all = waiting.reduce((sum, { open }) => sum + open, 0);
  return (
    <nav aria-label="佇列">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13.5rem),1fr))] gap-3">
        <li>
          <Link
            className="office-queue-link grid grid-cols-[minmax(0,1fr)_auto] gap-x-2.5 gap-y-0.5
              content-start h-full px-4 py-3 border border-line rounded-ctl bg-card
              hover:border-tint-line aria-[current=page]:border-primary
              aria-[current=page]:bg-tint"
            to={paths.inbox(rest)}
            aria-current={chosen === undefined ? 'page' : undefined}
          >
            <span className="name font-bold">全部</span>
            <span className="num">{all} 件</span>
          </Link>
        </li>
        {waiting.map(({ kind, open, overdue, oldestAt, dueAt }) => (
          <li key={kind}>
            <Link
              className="office-queue-link grid grid-cols-[minmax(0,1fr)_auto] gap-x-2.5
                gap-y-0.5 content-start h-full px-4 py-3 border border-line rounded-ctl bg-card
                hover:border-tint-line aria-[current=page]:border-primary
                aria-[current=page]:bg-tint"
              to={paths.inbox({ ...rest, kind })}
              aria-current={chosen === kind ? 'page' : undefined}
            >
              <span className="name font-bold">{taskRules[kind].text}</span>
              <span className="num">{open} 件</span>
              <span className="age col-span-full text-xs">
                最久 <Waited since={oldestAt} />
                ，時限 {taskRules[kind].dueDays} 個營業日
              </span>
              <span
                className="due col-span-full text-xs flex flex-wrap gap-x-2.5 gap-y-1
                  items-center"
              >
                <DueTag at={dueAt} />
                {overdue > 1 && <span>共 {overdue} 件逾時</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
