// Page of a register: filters, saved views and the choice of columns above one list.
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Link } from '../links/Link.tsx';
import { type Filter, FilterBar } from '../kit/FilterBar.tsx';
import { ListPage } from '../kit/ListPage.tsx';
import { ColumnChoice, type RegisterState } from './register.tsx';
import { SavedViews } from './SavedViews.tsx';

type Lists<Row> = Parameters<typeof ListPage<Row, { data: readonly Row[]; total: number }>>[0];

/** `list` names the register's saved views, and `path` is the address that they open. */
export function RegisterPage<Row extends { id: number | string }>({
  of: { columns, choice, sort, onSort },
  list,
  path,
  filters,
  children,
  ...page
}: Pick<Lists<Row>, 'title' | 'whom' | 'acts' | 'query' | 'none' | 'pages' | 'children'> & {
  of: RegisterState<Row>;
  list: Parameters<typeof SavedViews>[0]['list'];
  path: string;
  filters: readonly Filter[];
  caption: (answer: { total: number }) => string;
}) {
  const [query] = useSearchParams();
  return (
    <ListPage {...page} columns={columns} sort={sort} onSort={onSort} rowKey={(row: Row) => row.id}>
      <div className="grid gap-4">
        {children}
        <FilterBar filters={filters} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SavedViews list={list} path={path} query={query} />
          <ColumnChoice {...choice} />
        </div>
      </div>
    </ListPage>
  );
}

/** The cell that names the row; its link covers the whole row. */
export const rowLink = (to: string, text: string): ReactNode => (
  <Link className="office-row-link num" to={to} data-stretch="" data-row="">
    {text}
  </Link>
);

/** A link in a row that leads elsewhere, so it lies above the link of the row. */
export const cellLink = (to: string, text: string): ReactNode => (
  <Link className="link num relative z-1" to={to}>
    {text}
  </Link>
);
