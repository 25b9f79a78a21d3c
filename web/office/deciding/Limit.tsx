// The limit of what an operator may approve: on a task above it, who may approve it instead.
import type { Task } from '#contract/tasks/calls.ts';
import { isWithin, limitText, type TaskLimit } from '#contract/tasks/limits.ts';
import { useDesk } from './at-desk.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Money } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';

export function LimitText({ amount }: { amount: number | null }) {
  return amount === null ? '不設上限' : <Money amount={amount} />;
}

/** Returns whether the reader's limit does not allow them to approve the task. */
export const isAbove = (limit: TaskLimit | null | undefined): limit is TaskLimit =>
  limit != null && !isWithin(limit.own, limit.amount);

/**
 * Says that a task is above the reader's limit, and hands it to a colleague whose limit is high
 * enough. A task that nobody holds is taken first, because only what one holds can be passed on.
 */
export function AboveLimit({ task, limit }: { task: Task; limit: TaskLimit }) {
  const desk = useDesk();
  const handTo = async (operator: string) => {
    if (task.assignee === null) await desk.claim([task.id]);
    await desk.assign([task.id], operator);
  };
  const title = `超過您的${limitText[limit.subject]}上限`;
  return (
    <Alert tone="warn" title={title}>
      <p>
        這件是 <Money amount={limit.amount} />
        ，您目前最多可以核准 <LimitText amount={limit.own} />
        （每件上限與單日合計餘額取較低者）。您仍可以退回。
      </p>
      {limit.approvers.length === 0 ? (
        <p>目前沒有上限足夠的同仁，請管理同仁調整上限。</p>
      ) : (
        <ul className="mt-3 grid gap-2">
          {limit.approvers.map(({ id, name, limit: most }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2">
              <span>
                {name}（上限 <LimitText amount={most} />）
              </span>
              <Button
                size="sm"
                busy={desk.busy}
                aria-label={`轉交：${name}`}
                onClick={() => void handTo(id)}
              >
                轉交
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
