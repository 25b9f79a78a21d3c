// Messages to the value-added centre: which were sent, wait or were refused, and sending again.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageStateNames, messageTypes } from '#contract/invoices/calls.ts';
import { invoiceMessageList } from '#contract/invoices/lists.ts';
import type { InvoiceMessageRow } from '#contract/invoices/office.ts';
import { messageStates, messageTypeText } from '#contract/invoices/words.ts';
import { countText } from '#contract/core/lists.ts';
import { api, queryOf } from '../../office/api.ts';
import { columnsOf } from '../../office/kit/columns.tsx';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { FilterBar, type Filter } from '../../office/kit/FilterBar.tsx';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { useListUrl } from '../../office/kit/listing.ts';
import { useOperator } from '../../office/operator.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { useAct } from '../../use-act.ts';
import { InvoiceDesk } from './InvoiceDesk.tsx';

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'state',
    label: '狀態',
    options: messageStateNames.map((value) => ({ value, label: messageStates[value].text })),
  },
  {
    kind: 'choice',
    name: 'type',
    label: '訊息',
    options: messageTypes.map((value) => ({ value, label: messageTypeText[value] })),
  },
];

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

const columnsFor = (mayRetry: boolean) =>
  columnsOf(invoiceMessageList, {
    about: { head: true },
    type: {},
    state: {},
    createdAt: {},
    sentAt: {},
    attempts: {},
    failure: {
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-3">
          {row.failure ?? '—'}
          {mayRetry && row.state === 'refused' && <Retry row={row} />}
        </span>
      ),
    },
  });

export function MessagesPage() {
  const url = useListUrl();
  const roles = useOperator().data?.data.roles ?? [];
  const state = url.one('state', messageStateNames);
  const type = url.one('type', messageTypes);
  const chosen = { ...(state && { state }), ...(type && { type }) };
  const query = useQuery({
    ...queryOf('invoices', 'listInvoiceMessages', { ...chosen, ...url.asks }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      frame={InvoiceDesk}
      title="電子發票傳送"
      acts={
        <TableButtons
          list={invoiceMessageList}
          input={chosen}
          read={api.invoices.invoiceMessagesTable}
        />
      }
      query={query}
      none={{ title: '沒有符合的訊息', hint: '開立、作廢、折讓與空白字軌都會傳送給加值中心。' }}
      columns={columnsFor(roles.includes('finance'))}
      rowKey={({ id }) => id}
      caption={({ total }) => countText(total, '則')}
      pages={url}
    >
      <p className="text-ink-2">待傳送的訊息會自動重試；遭退回的訊息請查明原因後重送。</p>
      <FilterBar filters={filters} />
    </ListPage>
  );
}
