// Vouchers of a day or a range: a preview, and the file with the columns of the setting.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { accountName, accounts, chartOrder, entities, entityText } from '#contract/ledger/chart.ts';
import { voucherList } from '#contract/banking/lists.ts';
import { voucherNumber, voucherPlace } from '#contract/banking/vouchers.ts';
import { Link } from '../../../office/links/Link.tsx';
import type { Answer } from '../../../api.ts';
import { queryOf } from '../../../office/api.ts';
import { columnsOf } from '../../../office/kit/columns.tsx';
import { TableButtons } from '../../../office/kit/FileButton.tsx';
import { FilterBar } from '../../../office/kit/FilterBar.tsx';
import { useListUrl } from '../../../office/kit/listing.ts';
import { ListPage } from '../../../office/kit/ListPage.tsx';
import { Steps } from '../../../office/kit/Steps.tsx';
import * as paths from '../../../office/paths.ts';
import { BooksDesk } from '../../../office/kit/MoneyDesk.tsx';
import { Money } from '../../../ui/display/Amount.tsx';
import { Tag } from '../../../ui/display/Card.tsx';
import { formatDay } from '../../../ui/format.ts';

const columns = columnsOf(voucherList, {
  number: {
    head: true,
    cell: (row) => (
      <>
        <span className="office-mono">{voucherNumber(row)}</span>
        {!row.isFinal && <Tag>暫編</Tag>}
      </>
    ),
  },
  on: {},
  entity: {},
  code: { cell: ({ account }) => <span className="office-mono">{accounts[account].code}</span> },
  name: {},
  summary: {},
  debit: { cell: ({ debit }) => (debit > 0 ? <Money amount={debit} /> : '') },
  credit: { cell: ({ credit }) => (credit > 0 ? <Money amount={credit} /> : '') },
  cause: {
    cell: ({ transferId }) => (
      <Link className="link office-mono" to={paths.ledgerOf({ transfer: transferId })}>
        {transferId}
      </Link>
    ),
  },
});

/** Reads filters and position from the URL. */
function useVoucherInput() {
  const url = useListUrl();
  const entity = url.one('entity', entities);
  const account = url.one('account', chartOrder);
  const [from, to, after] = [url.day('from'), url.day('to'), url.text('after', voucherPlace)];
  return {
    ...(entity && { entity }),
    ...(account && { account }),
    ...(from && { from }),
    ...(to && { to }),
    ...(after && { after }),
  };
}

type Vouchers = Answer<typeof voucherList>;

function Sums({ of: { from, to, debit, credit } }: { of: Vouchers }) {
  return (
    <div className="grid gap-1">
      <p>
        {formatDay(from)} 至 {formatDay(to)}，借方合計 <Money amount={debit} />
        ，貸方合計 <Money amount={credit} />
      </p>
      <p className="text-sm text-ink-3">
        每筆交易在每本帳簿為一張傳票，按日編號；關帳前的號碼為暫編。匯出檔的欄位依{' '}
        <Link className="link" to={paths.setting('voucherColumns')}>
          傳票匯出欄位
        </Link>{' '}
        的設定。
      </p>
    </div>
  );
}

export function VouchersPage() {
  const url = useListUrl();
  const input = useVoucherInput();
  const query = useQuery({
    ...queryOf('banking', 'listVouchers', input),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      frame={BooksDesk}
      title="傳票"
      acts={!query.isLoadingError && <TableButtons table={voucherList.tables.data} input={input} />}
      query={query}
      none={{ title: '這段期間沒有傳票', hint: '請選擇其他日期或會計項目。' }}
      above={(answer) => <Sums of={answer} />}
      columns={columns}
      rowKey={(row) => `${row.on}${row.entity}${row.no}:${row.line}`}
      onward={({ next }) => (
        <Steps
          newer={input.after ? url.to({ after: undefined }) : null}
          newerText="第一頁"
          older={next === null ? null : url.to({ after: next })}
          olderText="下一頁"
        />
      )}
    >
      <FilterBar
        filters={[
          {
            kind: 'choice',
            name: 'entity',
            label: '帳簿',
            options: entities.map((value) => ({ value, label: entityText[value] })),
          },
          {
            kind: 'choice',
            name: 'account',
            label: '會計項目',
            options: chartOrder.map((value) => ({
              value,
              label: `${accounts[value].code} ${accountName(value)}`,
            })),
          },
          { kind: 'day', name: 'from', label: '日期起', value: query.data?.from },
          { kind: 'day', name: 'to', label: '日期迄', value: query.data?.to },
        ]}
      />
    </ListPage>
  );
}
