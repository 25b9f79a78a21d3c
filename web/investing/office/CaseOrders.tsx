// Table of the orders of a case, or of the loan that followed: paged, with an export.
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { caseOrderList } from '#contract/investing/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Answered } from '../../office/kit/Answered.tsx';
import { queryOf } from '../../office/api.ts';
import { Pages } from '../../office/kit/Listing.tsx';
import { useListUrl } from '../../office/kit/listing.ts';
import * as paths from '../../office/paths.ts';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { Table } from '../../ui/display/Table.tsx';
import { OrderTag } from '../order/order-words.tsx';

const PER_PAGE = 25;

const columns = columnsOf(caseOrderList, {
  orderNo: {
    head: true,
    cell: (row) => (
      <Link className="office-row-link num" to={paths.order(row.id)} data-stretch="" data-row="">
        {row.orderNo}
      </Link>
    ),
  },
  name: {},
  amount: {},
  paidAmount: {},
  statusText: { cell: (row) => <OrderTag {...row} /> },
  createdAt: {},
});

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
              <TableButtons table={caseOrderList.tables.data} input={{ id }} />
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
