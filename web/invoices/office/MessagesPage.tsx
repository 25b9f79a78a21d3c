// Messages to the value-added centre: which were sent, wait or were refused, and sending again.
import { useList } from '../../office/list/use-list.ts';
import { invoiceMessageList } from '#contract/invoices/lists.ts';
import { countText } from '#contract/core/lists.ts';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { FilterBar } from '../../office/kit/FilterBar.tsx';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { InvoiceDesk } from './InvoiceDesk.tsx';
import { useMessageColumns } from './message-columns.tsx';

export function MessagesPage() {
  const columns = useMessageColumns();
  const { filters, input, query, url } = useList(invoiceMessageList);
  return (
    <ListPage
      frame={InvoiceDesk}
      title="電子發票傳送"
      whom="出納或稽核同仁"
      acts={<TableButtons table={invoiceMessageList.tables.data} input={input} />}
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
