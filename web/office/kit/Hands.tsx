// Assignee and priority of a task, with the actions to change them.
import { useState } from 'react';
import type { Task } from '#contract/tasks/calls.ts';
import { Button } from '../../ui/Button.tsx';
import { AssignTo } from '../deciding/AssignTo.tsx';
import { useDesk } from '../deciding/at-desk.ts';
import { mayDecide, useOperator } from '../operator.ts';
import { PriorityDialog } from '../deciding/PriorityDialog.tsx';

export function Hands({ task }: { task: Task }) {
  const who = useOperator().data?.data;
  const desk = useDesk();
  const [asking, setAsking] = useState(false);
  if (!who || task.status === 'done') return null;
  const isAdmin = who.roles.includes('admin');
  const decides = mayDecide(task.kind, who.roles);
  if (!isAdmin && !decides) return null;
  const mine = task.assignee?.id === who.id;
  const ids = [task.id];
  return (
    <div className="office-hands mt-2">
      {!task.assignee && decides && task.maker !== who.name && (
        <Button size="sm" busy={desk.busy} onClick={() => void desk.claim(ids)}>
          取得
        </Button>
      )}
      {task.assignee && (mine || isAdmin) && (
        <Button size="sm" busy={desk.busy} onClick={() => void desk.release(ids)}>
          釋出
        </Button>
      )}
      <Button size="sm" look="quiet" onClick={() => setAsking(true)}>
        優先順序
      </Button>
      {(mine || isAdmin) && (
        <AssignTo
          id="assign-task"
          kinds={[task.kind]}
          disabled={desk.busy}
          onAssign={(to) => void desk.assign(ids, to)}
        />
      )}
      <PriorityDialog ids={ids} open={asking} onClose={() => setAsking(false)} />
    </div>
  );
}
