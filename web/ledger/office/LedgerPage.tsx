// Ledger browser: accounts with balances, entries by filters, and the journal export.
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { accountList, entryList } from '#contract/ledger/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { day } from '#contract/core/day.ts';
import { accountKinds, type AccountKind } from '#contract/ledger/kinds.ts';
import { accounts } from '#contract/ledger/chart.ts';
import { countText } from '#contract/core/lists.ts';
import { api, queryOf } from '../../office/api.ts';
import { FileButton, TableButtons } from '../../office/kit/FileButton.tsx';
import {
  caseText,
  idText,
  orderIdText,
  transferText,
} from '../../office/filtering/filter-texts.ts';
import { FilterBar } from '../../office/kit/FilterBar.tsx';
import { FilterLinks } from '../../office/kit/Listing.tsx';
import { ID, PER_PAGE, useListUrl, type ListUrl } from '../../office/kit/listing.ts';
import { List } from '../../office/kit/ListPage.tsx';
import { BooksDesk } from '../../office/kit/MoneyDesk.tsx';
import * as paths from '../../office/paths.ts';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { dayIn } from '../../ui/clock.ts';
import { formatDay } from '../../ui/format.ts';
import { Whose } from './Whose.tsx';

const accountText = (kind: AccountKind) => accounts[kind].text;

const entryColumns = columnsOf(entryList, {
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
  kind: {},
  account: {},
  owner: { cell: (row) => <Whose of={row} /> },
  debit: { cell: (row) => (row.amount > 0 ? <Money amount={row.amount} /> : '') },
  credit: { cell: (row) => (row.amount < 0 ? <Money amount={-row.amount} /> : '') },
  transferId: {
    cell: (row) => (
      <Link className="link office-mono" to={paths.ledgerOf({ transfer: row.transferId })}>
        {row.transferId}
      </Link>
    ),
  },
});

const accountColumns = columnsOf(accountList, {
  kind: {
    head: true,
    cell: (row) => (
      <Link className="link" to={paths.ledgerOf({ account: row.id })}>
        {accountText(row.kind)}
      </Link>
    ),
  },
  owner: { cell: (row) => <Whose of={row} /> },
  balance: {},
});

type Of = {
  kind?: AccountKind;
  loan?: string;
  caseNo?: string;
  order?: string;
  member?: string;
};

const accountsInput = (of: Of, url: ListUrl) => ({
  ...of,
  item_per_page: PER_PAGE,
  offset: url.offset,
});

function Accounts({ of, url }: { of: Of; url: ListUrl }) {
  const input = accountsInput(of, url);
  const query = useQuery({
    ...queryOf('ledger', 'accounts', input),
    placeholderData: keepPreviousData,
  });
  return (
    <List
      query={query}
      what="科目"
      none={{ title: '沒有符合的科目', hint: '請調整篩選條件。' }}
      caption={({ total }) => `科目帳戶，${countText(total, '個')}`}
      columns={accountColumns}
      rowKey={({ id }) => id}
      pages={url}
    />
  );
}

function entriesInput(of: Of, url: ListUrl) {
  const account = url.text('account', ID);
  const transfer = url.text('transfer', transferText.fits);
  const [from, to] = [url.day('from'), url.day('to')];
  return {
    ...of,
    ...(account && { account }),
    ...(transfer && { transfer }),
    ...(from && { from }),
    ...(to && { to }),
    item_per_page: PER_PAGE,
    offset: url.offset,
  };
}

function Entries({ of, url }: { of: Of; url: ListUrl }) {
  const input = entriesInput(of, url);
  const query = useQuery({
    ...queryOf('ledger', 'entries', input),
    placeholderData: keepPreviousData,
  });
  return (
    <List
      query={query}
      what="分錄"
      none={{ title: '沒有符合的分錄', hint: '請調整篩選條件。' }}
      caption={({ total }) => `分錄，${countText(total, '筆')}`}
      columns={entryColumns}
      rowKey={(row, i) => `${row.transferId}${i}`}
      pages={url}
    />
  );
}

/** Export of the journal for the selected period, or for this month by default. */
function Journal({ url }: { url: ListUrl }) {
  const today = dayIn();
  const from = url.day('from') ?? `${today.slice(0, 7)}-01`;
  const to = url.day('to') ?? today;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <FileButton
        label="匯出日記帳"
        filename={`journal-${from}-${to}.journal`}
        load={() => api.ledger.journalFile({ from: day(from), to: day(to) })}
      />
      <p className="text-sm text-ink-3">
        {formatDay(from)} 至 {formatDay(to)}，hledger 純文字格式
      </p>
    </div>
  );
}

/** Exports everything that the current filters match. */
function Files({ of, url, view }: { of: Of; url: ListUrl; view: 'accounts' | undefined }) {
  if (view) {
    const input = accountsInput(of, url);
    return <TableButtons table={accountList.tables.data} input={input} />;
  }
  const input = entriesInput(of, url);
  return <TableButtons table={entryList.tables.data} input={input} />;
}

export function LedgerPage() {
  const url = useListUrl();
  const view = url.one('view', ['accounts']);
  const kind = url.one('kind', accountKinds);
  const [loan, order, member] = [
    url.text('loan', caseText.fits),
    url.text('order', ID),
    url.text('member', ID),
  ];
  const of: Of = {
    ...(kind && { kind }),
    ...(loan && (ID.test(loan) ? { loan } : { caseNo: loan })),
    ...(order && { order }),
    ...(member && { member }),
  };
  const number = (name: string, label: string, of = idText) =>
    ({ kind: 'text', name, label, of, inputMode: 'numeric' }) as const;
  return (
    <BooksDesk title="分錄查詢" acts={<Files of={of} url={url} view={view} />}>
      <FilterLinks
        label="檢視"
        name="view"
        chosen={view}
        url={url}
        links={[
          { text: '分錄', value: undefined },
          { text: '科目餘額', value: 'accounts' },
        ]}
      />
      <FilterBar
        filters={[
          {
            kind: 'choice',
            name: 'kind',
            label: '科目',
            options: Object.entries(accounts).map(([value, { text }]) => ({ value, label: text })),
          },
          { kind: 'text', name: 'loan', label: '案號', of: caseText },
          number('order', '訂單編號', orderIdText),
          number('member', '會員編號'),
          ...(view
            ? []
            : ([
                { kind: 'text', name: 'transfer', label: '交易編號', of: transferText },
                { kind: 'day', name: 'from', label: '日期起' },
                { kind: 'day', name: 'to', label: '日期迄' },
              ] as const)),
        ]}
      />
      {!view && <Journal url={url} />}
      {view ? <Accounts of={of} url={url} /> : <Entries of={of} url={url} />}
    </BooksDesk>
  );
}
