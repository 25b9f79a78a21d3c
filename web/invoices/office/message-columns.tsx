// Columns of messages to the value-added centre, and the button that sends a refused one again.
import { useQueryClient } from '@tanstack/react-query';
import { invoiceMessageList } from '#contract/invoices/lists.ts';
import type { InvoiceMessageRow } from '#contract/invoices/office.ts';
import { api } from '../../office/api.ts';
import { columnsOf } from '../../office/kit/columns.tsx';
import { useOperator } from '../../office/operator.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/display/Table.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { useAct } from '../../use-act.ts';

function Retry({ row }: { row: InvoiceMessageRow }) {
  const client = useQueryClient();
  const { busy, run } = useAct(
    async () => {
      await api.invoices.retryInvoiceMessage({ id: row.id });
      toast('已排入重送');
    },
    {
      toasted: 'info',
      afterwards: () => client.invalidateQueries({ queryKey: ['invoices', 'listInvoiceMessages'] }),
    },
  );
  return (
    <Button size="sm" busy={busy} busyLabel="排入中……" onClick={() => void run()}>
      重送<span className="visually-hidden"> {row.about}</span>
    </Button>
  );
}

/** Returns the columns; finance may send a refused message again. */
export function useMessageColumns(): readonly Column<InvoiceMessageRow>[] {
  const mayRetry = useOperator().data?.data.roles.includes('finance') ?? false;
  return columnsOf(invoiceMessageList, {
    about: { head: true, whole: true, cell: ({ about }) => <span className="num">{about}</span> },
    type: {},
    state: {},
    createdAt: {},
    sentAt: {},
    attempts: {},
    failure: {
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-3">
          {row.failure === null ? '—' : <span lang="en">{row.failure}</span>}
          {mayRetry && row.state === 'refused' && <Retry row={row} />}
        </span>
      ),
    },
  });
}
