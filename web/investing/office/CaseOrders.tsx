// Table of the orders of a case, or of the loan that followed: paged, with an export.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { CaseOrder } from '#contract/investing/office.ts';
import { Answered } from '../../office/kit/Answered.tsx';
import { api, queryOf } from '../../office/api.ts';
import { Pages } from '../../office/kit/Listing.tsx';
import { useListUrl } from '../../office/kit/listing.ts';
import * as paths from '../../office/paths.ts';
import { TableButtons } from '../../office/kit/TableButtons.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Table, type Column } from '../../ui/display/Table.tsx';
import { OrderTag } from '../order/order-words.tsx';

const PER_PAGE = 25;

const columns: Column<CaseOrder>[] = [
  {
    key: 'no',
    label: '訂單',
    head: true,
    cell: (row) => (
      <Link className="office-row-link num" to={paths.order(row.id)} data-stretch="" data-row="">
        {row.orderNo}
      </Link>
    ),
  },
  { key: 'name', label: '出資人', cell: (row) => row.name },
  { key: 'amount', label: '金額', numeric: true, cell: (row) => <Money amount={row.amount} /> },
  {
    key: 'paid',
    label: '已付',
    numeric: true,
    cell: (row) => <Money amount={row.paidAmount} />,
  },
  { key: 'status', label: '狀態', cell: (row) => <OrderTag status={row.status} /> },
  { key: 'at', label: '成立時間', cell: (row) => <DateText at={row.createdAt} /> },
];

/** Renders nothing if there are no orders. The page number is in the URL as `orders`. */
export function CaseOrders({ id }: { id: string }) {
  const url = useListUrl(PER_PAGE, 'orders');
  const list = useQuery({
    ...queryOf('investing', 'caseOrders', { id, item_per_page: PER_PAGE, offset: url.offset }),
    placeholderData: keepPreviousData,
  });
  return (
    <Answered query={list} what="訂單">
      {({ data, total }) =>
        total > 0 && (
          <section aria-labelledby="case-orders" className="grid gap-4">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h2 id="case-orders">出資訂單</h2>
              <TableButtons name="案件訂單" input={{ id }} read={api.investing.caseOrdersTable} />
            </div>
            <div className="office-rows">
              <Table
                caption={`共 ${total} 筆`}
                columns={columns}
                rows={data}
                rowKey={(row) => row.id}
              />
            </div>
            <Pages url={url} total={total} />
          </section>
        )
      }
    </Answered>
  );
}
