// Queues of the inbox as one row of tabs: number of waiting tasks, and whether they are in time.
import type { Queue } from '#contract/tasks/calls.ts';
import { taskRules } from '#contract/tasks/kinds.ts';
import type { TaskFilter } from '#contract/tasks/desk.ts';
import { Link } from '../../office/links/Link.tsx';
import * as paths from '../../office/paths.ts';
import { TabLinks } from '../../ui/display/TabLinks.tsx';

export function Queues({ queues, filter }: { queues: readonly Queue[]; filter: TaskFilter }) {
  const { kind: chosen, ...rest } = filter;
  const waiting = queues.toSorted((a, b) => a.dueAt.localeCompare(b.dueAt));
  const all = waiting.reduce((sum, { open }) => sum + open, 0);
  return (
    <TabLinks label="佇列" className="office-queues">
      <Link to={paths.inbox(rest)} aria-current={chosen === undefined ? 'page' : undefined}>
        全部 <span className="num">{all}</span>
      </Link>
      {waiting.map(({ kind, open, overdue }) => (
        <Link
          key={kind}
          to={paths.inbox({ ...rest, kind })}
          aria-current={chosen === kind ? 'page' : undefined}
          title={`時限 ${taskRules[kind].dueDays} 個營業日`}
        >
          {taskRules[kind].text} <span className="num">{open}</span>
          {overdue > 0 && <span className="text-danger">（逾時 {overdue}）</span>}
        </Link>
      ))}
    </TabLinks>
  );
}
