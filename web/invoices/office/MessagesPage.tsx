// Messages to the value-added centre: which were sent, wait or were refused, and sending again.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { messageStateNames, messageTypes } from '#contract/invoices/calls.ts';
import { invoiceMessageList } from '#contract/invoices/lists.ts';
import { messageStates, messageTypeText } from '#contract/invoices/words.ts';
import { countText } from '#contract/core/lists.ts';
import { queryOf } from '../../office/api.ts';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { FilterBar, type Filter } from '../../office/kit/FilterBar.tsx';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { useListUrl } from '../../office/kit/listing.ts';
import { InvoiceDesk } from './InvoiceDesk.tsx';
import { useMessageColumns } from './message-columns.tsx';

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

export function MessagesPage() {
  const url = useListUrl();
  const columns = useMessageColumns();
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
      whom="出納或稽核同事"
      acts={<TableButtons table={invoiceMessageList.tables.data} input={chosen} />}
      query={query}
      none={{ title: '沒有符合的訊息', hint: '開立、作廢、折讓與空白字軌都會傳送給加值中心。' }}
      columns={columns}
      rowKey={({ id }) => id}
      caption={({ total }) => countText(total, '則')}
      pages={url}
    >
      <p className="text-ink-2">待傳送的訊息會自動重試；遭退回的訊息請查明原因後重送。</p>
      <FilterBar filters={filters} />
    </ListPage>
  );
}
