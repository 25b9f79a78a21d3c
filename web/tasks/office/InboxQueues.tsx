// The queues of the inbox: how many wait, how long the oldest, and whether in time.
import { Link } from 'react-router';
import { taskRules, type Queue } from '#contract/tasks/calls.ts';
import type { TaskFilter } from '#contract/tasks/desk.ts';
import { DueTag, Waited } from '../../office/kit/Due.tsx';
import * as paths from '../../office/paths.ts';

export function Queues({ queues, filter }: { queues: readonly Queue[]; filter: TaskFilter }) {
  const { kind: chosen, ...rest } = filter;
  const waiting = queues.toSorted((a, b) => a.dueAt.localeCompare(b.dueAt));
  const all = waiting.reduce((sum, { open }) => sum + open, 0);
  return (
    <nav aria-label="佇列">
      <ul className="office-queues">
        <li>
          <Link
            className="office-queue-link"
            to={paths.inbox(rest)}
            aria-current={chosen === undefined ? 'page' : undefined}
          >
            <span className="name">全部</span>
            <span className="num">{all} 件</span>
          </Link>
        </li>
        {waiting.map(({ kind, open, overdue, oldestAt, dueAt }) => (
          <li key={kind}>
            <Link
              className="office-queue-link"
              to={paths.inbox({ ...rest, kind })}
              aria-current={chosen === kind ? 'page' : undefined}
            >
              <span className="name">{taskRules[kind].text}</span>
              <span className="num">{open} 件</span>
              <span className="age">
                最久 <Waited since={oldestAt} />
                ，時限 {taskRules[kind].dueDays} 個營業日
              </span>
              <span className="due">
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
