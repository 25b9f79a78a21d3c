// The page of a list, from the list's definition: files, filters, rows and paging.
import type { ComponentProps, ReactNode } from 'react';
import type { AnyList, RowOf } from '#contract/core/list.ts';
import type { Answer } from '../../api.ts';
import type { FileInput } from '../api.ts';
import { columnsOf } from '../kit/columns.tsx';
import { TableButtons } from '../kit/FileButton.tsx';
import { FilterBar } from '../kit/FilterBar.tsx';
import { ListPage } from '../kit/ListPage.tsx';
import { emptyResult, OlderSteps, StepsOf } from '../kit/Steps.tsx';
import { useList } from './use-list.ts';

/** The cells of a page that are not ordinary, and `{}` for those that are. */
export type Cells<L extends AnyList> = Parameters<typeof columnsOf<L>>[1];
type Page = ComponentProps<typeof ListPage>;
type Logged = ComponentProps<typeof StepsOf>['answer'];

/**
 * `cells` has the columns of the page in its order; an empty object shows a column according to its
 * kind. The title is the name of the list unless the page has another.
 */
export function OfficeList<L extends AnyList>({
  of: list,
  own,
  cells,
  title = list.name,
  none = emptyResult,
  caption,
  acts,
  children,
  ...page
}: Pick<Page, 'frame' | 'whom' | 'note'> & {
  of: L;
  /** Input that the page sets in a way of its own. */
  own?: object;
  cells: Cells<L>;
  title?: string;
  none?: Page['none'];
  caption?: (answer: Answer<L>) => string;
  acts?: ReactNode;
  /** What stands above the filters. */
  children?: ReactNode;
}) {
  const { filters, input, query, isCounted, url, steps } = useList(list, own);
  const onward = (answer: Logged) =>
    'after' in list.page ? (
      <StepsOf answer={answer} to={steps.to} />
    ) : (
      <OlderSteps answer={answer} at={steps} />
    );
  return (
    <ListPage<RowOf<L> & { id: string }, { data: readonly (RowOf<L> & { id: string })[] }>
      {...page}
      title={title}
      acts={
        <>
          <TableButtons table={list.tables.data} input={input as FileInput<never>} />
          {acts}
        </>
      }
      query={query as never}
      none={none}
      columns={columnsOf(list, cells) as never}
      rowKey={({ id }) => id}
      {...(caption && { caption: caption as never })}
      {...(isCounted ? { pages: url } : { onward: onward as never })}
    >
      {children}
      {filters.length > 0 && <FilterBar filters={filters} />}
    </ListPage>
  );
}
