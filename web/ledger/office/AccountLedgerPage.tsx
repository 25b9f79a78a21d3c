// Ledger of one account: its entries between two accounting days with the balance after each.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { accountName, accounts, chartOrder, isDebitAccount } from '#contract/ledger/chart.ts';
import { accountLedgerList } from '#contract/ledger/lists.ts';
import { Link } from '../../office/links/Link.tsx';
import { queryOf } from '../../office/api.ts';
import { columnsOf } from '../../office/kit/columns.tsx';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { FilterBar } from '../../office/kit/FilterBar.tsx';
import { useListUrl } from '../../office/kit/listing.ts';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { Steps } from '../../office/kit/Steps.tsx';
import * as paths from '../../office/paths.ts';
import { BooksDesk } from '../../office/kit/MoneyDesk.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { formatDay } from '../../ui/format.ts';
import { Whose } from './Whose.tsx';

const columns = columnsOf(accountLedgerList, {
  on: {
    head: true,
    cell: (row) => (
      <>
        <DateText at={row.on} />
        {row.valueOn !== row.on && (
          <span className="block text-sm font-normal text-ink-3">
            銀行日 <DateText at={row.valueOn} />
          </span>
        )}
      </>
    ),
  },
  transfer: {},
  owner: { cell: (row) => <Whose of={row} /> },
  debit: { cell: ({ amount }) => (amount > 0 ? <Money amount={amount} /> : '') },
  credit: { cell: ({ amount }) => (amount < 0 ? <Money amount={-amount} /> : '') },
  balance: {},
  transferId: {
    cell: (row) => (
      <Link className="link office-mono" to={paths.ledgerOf({ transfer: row.transferId })}>
        {row.transferId}
      </Link>
    ),
  },
});

const PLACE = /^20\d\d-\d\d-\d\d~\d{1,9}~[\w:.-]{1,120}$/;

const accountOptions = chartOrder.map((value) => ({
  value,
  label: `${accounts[value].code} ${accountName(value)}`,
}));

/** Reads account, days and position from the URL. */
function useLedgerInput() {
  const url = useListUrl();
  const [from, to, after] = [url.day('from'), url.day('to'), url.text('after', PLACE)];
  return {
    kind: url.one('kind', chartOrder) ?? 'trust_bank',
    ...(from && { from }),
    ...(to && { to }),
    ...(after && { after }),
  };
}

export function AccountLedgerPage() {
  const url = useListUrl();
  const input = useLedgerInput();
  const { kind, after } = input;
  const query = useQuery({
    ...queryOf('ledger', 'accountLedger', input),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      frame={BooksDesk}
      title="分類帳"
      acts={
        !query.isLoadingError && (
          <TableButtons table={accountLedgerList.tables.data} input={input} />
        )
      }
      query={query}
      none={{ title: '這段期間沒有分錄', hint: '請選擇其他會計項目或日期。' }}
      above={(answer) => (
        <p>
          <b>
            {accounts[kind].code} {accountName(kind)}
          </b>
          （{isDebitAccount(kind) ? '借' : '貸'}餘）　{formatDay(answer.from)} 至{' '}
          {formatDay(answer.to)}，{after ? '承前頁餘額' : '期初餘額'}{' '}
          <Money amount={answer.opening} />
        </p>
      )}
      columns={columns}
      rowKey={(row) => `${row.transferId}:${row.line}`}
      onward={({ next }) => (
        <Steps
          newer={after ? url.to({ after: undefined }) : null}
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
            name: 'kind',
            label: '會計項目',
            value: kind,
            options: accountOptions,
          },
          { kind: 'day', name: 'from', label: '日期起', value: query.data?.from },
          { kind: 'day', name: 'to', label: '日期迄', value: query.data?.to },
        ]}
      />
    </ListPage>
  );
}
