// Differences between bank and books on a day: who is responsible for each, and since when.
import { useQueryClient } from '@tanstack/react-query';
import { type Difference } from '#contract/banking/reconciliation.ts';
import { Link } from '../../office/links/Link.tsx';
import { api } from '../../office/api.ts';
import { DueTag, Waited } from '../../office/kit/Due.tsx';
import { useOperator } from '../../office/operator.ts';
import * as paths from '../../office/paths.ts';
import { useAct } from '../../use-act.ts';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { Table, type Column } from '../../ui/display/Table.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { PendingLine } from './bookings/PendingBooking.tsx';
import { differenceWords } from '#contract/banking/words.ts';

/** Shows the task of a difference: its assignee, age and deadline. */
function Owner({ of }: { of: Difference }) {
  if (of.kind === 'opening') return '—';
  if (of.task === null) return <Tag tone="problem">待開立工作</Tag>;
  return (
    <span className="grid justify-items-start gap-1">
      <Link className="link" to={paths.task(of.task.id)}>
        {of.task.owner ?? '尚無人承辦'}
      </Link>
      <span className="text-sm text-ink-3">
        已等待 <Waited since={of.task.createdAt} />
      </span>
      <DueTag at={of.task.dueAt} />
    </span>
  );
}

const columns: Column<Difference>[] = [
  { key: 'day', label: '日期', head: true, cell: (row) => <DateText at={row.day} /> },
  {
    key: 'kind',
    label: '類型',
    cell: (row) => (
      <span>
        <span className="font-bold">{differenceWords[row.kind].text}</span>
        <span className="block text-sm text-ink-3">{differenceWords[row.kind].about}</span>
        {row.booking && <PendingLine of={row.booking} />}
        {row.reason && <span className="block text-sm">原因：{row.reason}</span>}
        {row.needsReason && row.reason === null && <Tag tone="attention">待寫原因</Tag>}
      </span>
    ),
  },
  {
    key: 'reference',
    label: '銀行序號或交易編號',
    cell: (row) =>
      row.kind === 'own' ? (
        <Link className="link office-mono" to={paths.ledgerOf({ transfer: row.reference })}>
          {row.reference}
        </Link>
      ) : (
        <span className="office-mono">{row.reference || '—'}</span>
      ),
  },
  {
    key: 'amount',
    label: '銀行多於帳上',
    numeric: true,
    cell: (row) => <Money amount={row.amount} sign />,
  },
  { key: 'owner', label: '承辦', cell: (row) => <Owner of={row} /> },
];

function TakeAll({ ids }: { ids: string[] }) {
  const client = useQueryClient();
  const { busy, run: take } = useAct(
    async () => {
      await api.tasks.claimTasks({ ids });
      toast(`已由您承辦 ${ids.length} 件`);
    },
    {
      toasted: 'info',
      afterwards: async () => {
        await client.invalidateQueries({ queryKey: ['banking'] });
        await client.invalidateQueries({ queryKey: ['tasks'] });
      },
    },
  );
  return (
    <div>
      <Button busy={busy} onClick={() => void take()}>
        由我承辦 {ids.length} 件差異
      </Button>
    </div>
  );
}

/** Maximum number of tasks taken at once. */
const SELECTION_MAX = 100;

export function DayDifferences({ rows }: { rows: readonly Difference[] }) {
  const roles = useOperator().data?.data.roles ?? [];
  if (rows.length === 0) return null;
  const free = rows.flatMap(({ task }) => (task && !task.owner ? [task.id] : []));
  return (
    <div className="grid gap-4">
      <Table
        caption="差額明細"
        columns={columns}
        rows={rows}
        rowKey={(row) => `${row.kind}${row.reference}${row.day}`}
      />
      {free.length > 0 && roles.includes('finance') && (
        <TakeAll ids={free.slice(0, SELECTION_MAX)} />
      )}
    </div>
  );
}
