// Trial balance of the trust and of the company between two accounting days.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { sum } from '#contract/core/money.ts';
import {
  accountName,
  accounts,
  entities,
  type Entity,
  entityText,
  isDebitAccount,
} from '#contract/ledger/chart.ts';
import type { TrialBalanceRow } from '#contract/ledger/financial.ts';
import { trialBalanceList } from '#contract/ledger/lists.ts';
import { Link } from '../../office/links/Link.tsx';
import { queryOf } from '../../office/api.ts';
import { columnsOf } from '../../office/kit/columns.tsx';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { FilterBar } from '../../office/kit/FilterBar.tsx';
import { useListUrl } from '../../office/kit/listing.ts';
import { ListPage } from '../../office/kit/ListPage.tsx';
import * as paths from '../../office/paths.ts';
import { BooksDesk } from '../../office/kit/MoneyDesk.tsx';
import { Money } from '../../ui/display/Amount.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { Table } from '../../ui/display/Table.tsx';
import { formatDay } from '../../ui/format.ts';

type Of = { from: string; to: string };

/** Sum of the closing balances of one side, which equals that of the other side. */
const closingOf = (rows: readonly TrialBalanceRow[], isDebit: boolean) =>
  sum(rows.filter(({ kind }) => isDebitAccount(kind) === isDebit).map(({ closing }) => closing));

function EntityTable({
  entity,
  rows,
  of: { from, to },
}: {
  entity: Entity;
  rows: readonly TrialBalanceRow[];
  of: Of;
}) {
  const foot = (of: (row: TrialBalanceRow) => TrialBalanceRow['debit']) => (
    <Money amount={sum(rows.map(of))} />
  );
  const isBalanced = closingOf(rows, true) === closingOf(rows, false);
  return (
    <section aria-label={entityText[entity]} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-h3">{entityText[entity]}</h2>
        <Tag tone={isBalanced ? 'done' : 'problem'}>{isBalanced ? '借貸平衡' : '借貸不平衡'}</Tag>
      </div>
      <Table
        caption={`${entityText[entity]}試算表`}
        hideCaption
        rows={rows}
        rowKey={({ kind }) => kind}
        columns={columnsOf(trialBalanceList, {
          code: { cell: ({ kind }) => <span className="office-mono">{accounts[kind].code}</span> },
          kind: {
            head: true,
            cell: ({ kind }) => (
              <Link className="link" to={paths.accountLedgerOf({ kind, from, to })}>
                {accountName(kind)}
              </Link>
            ),
            foot: '合計',
          },
          side: {},
          opening: {},
          debit: { foot: foot((row) => row.debit) },
          credit: { foot: foot((row) => row.credit) },
          closing: {},
        })}
      />
    </section>
  );
}

export function TrialBalancePage() {
  const url = useListUrl();
  const entity = url.one('entity', entities);
  const [from, to] = [url.day('from'), url.day('to')];
  const input = {
    ...(entity && { entity }),
    ...(from && { from }),
    ...(to && { to }),
  };
  const query = useQuery({
    ...queryOf('ledger', 'trialBalance', input),
    placeholderData: keepPreviousData,
  });
  const shown = query.data;
  return (
    <ListPage
      frame={BooksDesk}
      title="試算表"
      acts={
        !query.isLoadingError && <TableButtons table={trialBalanceList.tables.data} input={input} />
      }
      query={query}
      none={{ title: '這段期間沒有分錄', hint: '請選擇其他日期。' }}
      rows={({ data, ...of }) => (
        <div className="grid gap-8">
          <p className="text-sm text-ink-3">
            {formatDay(of.from)} 至 {formatDay(of.to)}，依入帳日；期初為前一日日終餘額。
          </p>
          {entities.map((one) => {
            const rows = data.filter(({ kind }) => accounts[kind].entity === one);
            return rows.length > 0 && <EntityTable key={one} entity={one} rows={rows} of={of} />;
          })}
        </div>
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
          { kind: 'day', name: 'from', label: '日期起', value: shown?.from },
          { kind: 'day', name: 'to', label: '日期迄', value: shown?.to },
        ]}
      />
    </ListPage>
  );
}
