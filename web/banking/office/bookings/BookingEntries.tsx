// Entries of a booking: a table for each book, with the sums of its debits and credits.
import type { BookingEntry } from '#contract/banking/bookings.ts';
import { debitsOf } from '#contract/banking/journals.ts';
import { accountName, accounts, entities, entityText } from '#contract/ledger/chart.ts';
import { Money } from '../../../ui/display/Amount.tsx';
import { Table } from '../../../ui/display/Table.tsx';

function BookTable({ caption, entries }: { caption: string; entries: readonly BookingEntry[] }) {
  const sum = <Money amount={debitsOf(entries)} />;
  return (
    <Table
      caption={caption}
      rows={entries}
      rowKey={(row, i) => `${row.account}${i}`}
      columns={[
        {
          key: 'account',
          label: '會計項目',
          head: true,
          cell: (row) => `${accounts[row.account].code} ${accountName(row.account)}`,
          foot: '合計',
        },
        {
          key: 'debit',
          label: '借方',
          numeric: true,
          cell: ({ amount }) => (amount > 0 ? <Money amount={amount} /> : ''),
          foot: sum,
        },
        {
          key: 'credit',
          label: '貸方',
          numeric: true,
          cell: ({ amount }) => (amount < 0 ? <Money amount={-amount} /> : ''),
          foot: sum,
        },
      ]}
    />
  );
}

/** The trust's book first; each balances by itself, so that the two are never added up. */
export function BookingEntries({
  entries,
  caption = '分錄',
}: {
  entries: readonly BookingEntry[];
  caption?: string;
}) {
  return entities.map((entity) => {
    const own = entries.filter(({ account }) => accounts[account].entity === entity);
    if (own.length === 0) return null;
    return <BookTable key={entity} caption={`${caption}（${entityText[entity]}）`} entries={own} />;
  });
}
