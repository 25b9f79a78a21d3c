// Income statement of a month, and balance sheet of the trust or of the company on a day.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { day } from '#contract/core/day.ts';
import { entities, entityText } from '#contract/ledger/chart.ts';
import type { AccountKind } from '#contract/ledger/kinds.ts';
import { balanceSheetList, incomeStatementList } from '#contract/ledger/lists.ts';
import { Link } from '../../office/links/Link.tsx';
import { queryOf } from '../../office/api.ts';
import { columnsOf } from '../../office/kit/columns.tsx';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { FilterBar } from '../../office/kit/FilterBar.tsx';
import { MONTH, untilNow, useListUrl } from '../../office/kit/listing.ts';
import { ListPage } from '../../office/kit/ListPage.tsx';
import * as paths from '../../office/paths.ts';
import { BooksDesk } from '../../office/kit/MoneyDesk.tsx';
import { dayIn } from '../../ui/clock.ts';
import { Money } from '../../ui/display/Amount.tsx';
import { Table } from '../../ui/display/Table.tsx';
import { formatDay } from '../../ui/format.ts';

type StatementRow = { kind: AccountKind | null; name: string; code: string | null };

/** Name of a row: an account links to its ledger, and a total is bold. */
function nameOf({ kind, name, code }: StatementRow): ReactNode {
  if (kind !== null) {
    return (
      <Link className="link" to={paths.accountLedgerOf({ kind })}>
        {name}
      </Link>
    );
  }
  return code === null ? <b>{name}</b> : name;
}
const codeOf = ({ code }: StatementRow) =>
  code === null ? null : <span className="office-mono">{code}</span>;

/** An amount, bold in the row of a total. */
function amountOf({ kind, code }: StatementRow, amount: number): ReactNode {
  const money = <Money amount={amount} />;
  return kind === null && code === null ? <b>{money}</b> : money;
}

const incomeColumns = columnsOf(incomeStatementList, {
  code: { cell: codeOf },
  name: { head: true, cell: nameOf },
  month: { cell: (row) => amountOf(row, row.month) },
  previous: { cell: (row) => amountOf(row, row.previous) },
  yearToDate: { cell: (row) => amountOf(row, row.yearToDate) },
});

export function IncomeStatementPage() {
  const url = useListUrl();
  const month = untilNow(url.text('month', MONTH) ?? dayIn().slice(0, 7));
  const query = useQuery({
    ...queryOf('ledger', 'incomeStatement', { month }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      frame={BooksDesk}
      title="損益表"
      acts={
        !query.isLoadingError && (
          <TableButtons table={incomeStatementList.tables.data} input={{ month }} />
        )
      }
      query={query}
      rows={(answer) => (
        <Table
          caption={`公司損益表，${answer.month.replace('-', ' 年 ')} 月`}
          rows={answer.data}
          rowKey={({ name }) => name}
          columns={incomeColumns}
        />
      )}
    >
      <FilterBar filters={[{ kind: 'month', name: 'month', label: '月份', value: month }]} />
    </ListPage>
  );
}

const sheetColumns = columnsOf(balanceSheetList, {
  class: {},
  code: { cell: codeOf },
  name: { head: true, cell: nameOf },
  amount: { cell: (row) => amountOf(row, row.amount) },
});

export function BalanceSheetPage() {
  const url = useListUrl();
  const entity = url.one('entity', entities) ?? 'company';
  const on = day(untilNow(url.day('on') ?? dayIn()));
  const query = useQuery({
    ...queryOf('ledger', 'balanceSheet', { entity, on }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      frame={BooksDesk}
      title="資產負債表"
      acts={
        !query.isLoadingError && (
          <TableButtons
            table={balanceSheetList.tables.data}
            of={entityText[entity]}
            input={{ entity, on }}
          />
        )
      }
      query={query}
      rows={(answer) => (
        <Table
          caption={`${entityText[entity]}資產負債表，${formatDay(answer.on)}日終`}
          rows={answer.data}
          rowKey={({ name }) => name}
          columns={sheetColumns}
        />
      )}
    >
      <FilterBar
        filters={[
          {
            kind: 'choice',
            name: 'entity',
            label: '帳簿',
            value: entity,
            options: entities.map((value) => ({ value, label: entityText[value] })),
          },
          { kind: 'day', name: 'on', label: '日期', value: on },
        ]}
      />
    </ListPage>
  );
}
