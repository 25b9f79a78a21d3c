// Fees by kind of transfer and the VAT booked at each day's close, by month; details as CSV.
import { columnsOf } from '../../office/kit/columns.tsx';
import { feeList } from '#contract/ledger/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FeeRow } from '#contract/ledger/books.ts';
import { api, queryOf } from '../../office/api.ts';
import { FileButton, TableButtons } from '../../office/kit/FileButton.tsx';
import { FilterBar } from '../../office/kit/FilterBar.tsx';
import { MONTH, untilNow, useListUrl } from '../../office/kit/listing.ts';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { BooksDesk } from '../../office/kit/MoneyDesk.tsx';
import { Money } from '../../ui/display/Amount.tsx';
import { dayIn } from '../../ui/clock.ts';
import { Table } from '../../ui/display/Table.tsx';

function Fees({ rows, month }: { rows: readonly FeeRow[]; month: string }) {
  const sum = (of: (row: FeeRow) => number) => (
    <Money amount={rows.reduce((total, row) => total + of(row), 0)} />
  );
  return (
    <Table
      caption={`${month.replace('-', ' 年 ')} 月`}
      rows={rows}
      rowKey={({ kind }) => kind}
      columns={columnsOf(feeList, {
        kind: { head: true, foot: '合計' },
        transfers: {},
        gross: {
          cell: (row) => (row.kind === 'vat_due' ? '—' : <Money amount={row.gross} />),
          foot: sum((row) => row.gross),
        },
        vat: {
          cell: (row) => (row.vat === 0 ? '—' : <Money amount={row.vat} />),
          foot: sum((row) => row.vat),
        },
        net: { cell: () => '—', foot: sum((row) => row.net) },
      })}
    />
  );
}

export function FeesPage() {
  const url = useListUrl();
  const month = untilNow(url.text('month', MONTH) ?? dayIn().slice(0, 7));
  const query = useQuery({
    ...queryOf('ledger', 'feeReport', { month }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      frame={BooksDesk}
      title="服務費與營業稅"
      what="服務費報表"
      acts={
        !query.isLoadingError && (
          <div className="flex flex-wrap gap-2">
            <TableButtons table={feeList.tables.data} input={{ month }} />
            <FileButton
              label="下載逐筆明細 CSV"
              filename={`fees-${month}.csv`}
              load={() => api.ledger.feeReportFile({ month })}
            />
          </div>
        )
      }
      query={query}
      none={{ title: '這個月沒有服務費', hint: '請選擇其他月份。' }}
      rows={({ data, month: shown }) => (
        <div className="grid gap-2">
          <Fees rows={data} month={shown} />
          <p className="text-sm text-ink-3">
            服務費入帳時含稅；每日關帳依當期（每兩個月一期）服務費合計的 5∕105
            提列營業稅，所以單筆交易沒有稅額。
          </p>
        </div>
      )}
    >
      <FilterBar filters={[{ kind: 'month', name: 'month', label: '月份', value: month }]} />
    </ListPage>
  );
}
