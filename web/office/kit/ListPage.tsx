// A page that is one list: title, filters, rows, and paging.
import type { UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Link } from '../links/Link.tsx';
import { EmptyState } from '../../ui/display/Alert.tsx';
import { buttonShape } from '../../ui/Button.tsx';
import { Table, type Column, type Sort } from '../../ui/display/Table.tsx';
import { Answered } from './Answered.tsx';
import { useArrows } from '../keyboard.ts';
import type { ListUrl } from './listing.ts';
import { Pages } from './Listing.tsx';
import { PageHead } from './PageHead.tsx';

export type FrameProps = {
  title: string;
  /** Text below the title that explains the whole list. */
  note?: ReactNode;
  acts?: ReactNode;
  children: ReactNode;
};

/** The default frame: a page with a title and actions that contains only the list. */
function Plain({ title, note, acts, children }: FrameProps) {
  const head = (
    <PageHead title={title} acts={acts && <div className="flex flex-wrap gap-3">{acts}</div>} />
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {note ? (
        <div className="grid gap-2">
          {head}
          {note}
        </div>
      ) : (
        head
      )}
      {children}
    </div>
  );
}

type Answer<R> = { data: readonly R[]; total?: number };

type Base<R, A extends Answer<R>> = {
  query: UseQueryResult<A>;
  /** Name of the listed things, as in 「…載入失敗」. */
  what: string;
  /** Roles of operators who may see the data. */
  whom?: string;
  /** Text shown instead of the rows if there are none. */
  none?: { title: string; hint: string };
  /** Content above the rows, also shown if there are none. */
  above?: (answer: A) => ReactNode;
  /** State of the URL with the page number, for lists whose pages are counted. */
  pages?: ListUrl;
  /** Links to the other rows, for lists whose pages are not counted. */
  onward?: (answer: A) => ReactNode;
};

/** Either the columns of a table, or a function that renders rows which can be selected. */
type Rows<R, A> =
  | {
      columns: readonly Column<R>[];
      rowKey: (row: R, index: number) => string | number;
      /**
       * Returns a caption with the number of rows; without it, `what` is the table's name for
       * screen readers only.
       */
      caption?: (answer: A) => string;
      /** The order of the rows, and what changes it, if the list can be sorted. */
      sort?: Sort;
      onSort?: (sort: Sort) => void;
      rows?: never;
    }
  | { rows: (answer: A) => ReactNode };

/** The list without a page around it, for pages that contain more. */
export function List<R, A extends Answer<R>>(props: Base<R, A> & Rows<R, A>) {
  const { query, what, whom, none, above, pages, onward } = props;
  const ref = useArrows();
  const rowsOf = (answer: A) => {
    if (props.rows) return props.rows(answer);
    const { caption, columns, rowKey, sort, onSort } = props;
    return (
      <div className="office-rows">
        <Table
          caption={caption?.(answer) ?? what}
          hideCaption={!caption}
          columns={columns}
          rows={answer.data}
          rowKey={rowKey}
          sort={sort}
          onSort={onSort}
        />
      </div>
    );
  };
  return (
    <Answered query={query} what={what} {...(whom && { whom })}>
      {(answer) => (
        <>
          {above?.(answer)}
          {none && answer.data.length === 0 && !answer.total ? (
            <EmptyState title={none.title}>{none.hint}</EmptyState>
          ) : (
            <div ref={ref} className="grid grid-cols-[minmax(0,1fr)] gap-5">
              {rowsOf(answer)}
              {pages && <Pages url={pages} total={answer.total ?? 0} />}
              {onward?.(answer)}
            </div>
          )}
        </>
      )}
    </Answered>
  );
}

export function ListPage<R, A extends Answer<R>>({
  title,
  what = title,
  frame: Frame = Plain,
  note,
  acts,
  children,
  ...list
}: Omit<Base<R, A>, 'what'> &
  Rows<R, A> & {
    title: string;
    what?: string;
    /** A frame other than the default, such as that of the money pages. */
    frame?: ComponentType<FrameProps>;
    note?: ReactNode;
    acts?: ReactNode;
    /** Text about the list, and the list's filters. */
    children?: ReactNode;
  }) {
  return (
    <Frame title={title} note={note} acts={acts}>
      {children}
      <List what={what} {...list} />
    </Frame>
  );
}

/** Link for creating a new entry of the list. */
export function NewLink({ to, text }: { to: string; text: string }) {
  return (
    <Link to={to} {...buttonShape({ look: 'primary' })}>
      <Plus size={18} aria-hidden="true" />
      {text}
    </Link>
  );
}
