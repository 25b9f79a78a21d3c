// Table of the entries of a booking: the trust's first, debits and credits with their sums.
import type { BookingEntry } from '#contract/banking/bookings.ts';
import { amountOf } from '#contract/banking/journals.ts';
import { accountName, accounts, entities, entityText } from '#contract/ledger/chart.ts';
import { Money } from '../../../ui/display/Amount.tsx';
import { Table } from '../../../ui/display/Table.tsx';

export function BookingEntries({
  entries,
  caption = '分錄',
}: {
  entries: readonly BookingEntry[];
  caption?: string;
}) {
  const debits = amountOf(entries);
  const byEntity = entities.flatMap((entity) =>
    entries.filter(({ account }) => accounts[account].entity === entity),
  );
  return (
    <Table
      caption={caption}
      rows={byEntity}
      rowKey={(row, i) => `${row.account}${i}`}
      columns={[
        { key: 'entity', label: '帳簿', cell: (row) => entityText[accounts[row.account].entity] },
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
          foot: <Money amount={debits} />,
        },
        {
          key: 'credit',
          label: '貸方',
          numeric: true,
          cell: ({ amount }) => (amount < 0 ? <Money amount={-amount} /> : ''),
          foot: <Money amount={debits} />,
        },
      ]}
    />
  );
}
