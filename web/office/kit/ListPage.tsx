// A page that is one list: title, filters, rows, and paging.
import type { UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/display/Alert.tsx';
import { buttonShape } from '../../ui/Button.tsx';
import { Table, type Column } from '../../ui/display/Table.tsx';
import { Answered } from './Answered.tsx';
import { useArrows } from '../keyboard.ts';
import type { ListUrl } from './listing.ts';
import { Pages } from './Listing.tsx';
import { PageHead } from './PageHead.tsx';

type FrameProps = { title: string; acts?: ReactNode; children: ReactNode };

/** The frame of a list that stands alone. */
function Plain({ title, acts, children }: FrameProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead title={title} acts={acts && <div className="flex flex-wrap gap-3">{acts}</div>} />
      {children}
    </div>
  );
}

type Answer<R> = { data: readonly R[]; total?: number };

type Base<R, A extends Answer<R>> = {
  query: UseQueryResult<A>;
  /** What is listed, as in 「…載入失敗」. */
  what: string;
  /** Colleagues who may see it. */
  whom?: string;
  /** Said in place of the rows if there are none. */
  none?: { title: string; hint: string };
  /** Shown above the rows, and if there are none. */
  above?: (answer: A) => ReactNode;
  /** The address that holds the page's number, if pages are counted. */
  pages?: ListUrl;
  /** The ways to the other rows, if nobody counts them. */
  onward?: (answer: A) => ReactNode;
};

/** A table by its columns, or what a list shows whose rows can be chosen. */
type Rows<R, A> =
  | {
      columns: readonly Column<R>[];
      rowKey: (row: R) => string | number;
      /** How many there are; without it `what` names the table for screen readers only. */
      caption?: (answer: A) => string;
      rows?: never;
    }
  | { rows: (answer: A) => ReactNode };

/** A list alone, for a page that shows more than it. */
export function List<R, A extends Answer<R>>(props: Base<R, A> & Rows<R, A>) {
  const { query, what, whom, none, above, pages, onward } = props;
  const ref = useArrows();
  const rowsOf = (answer: A) => {
    if (props.rows) return props.rows(answer);
    const { caption, columns, rowKey } = props;
    return (
      <div className="office-rows">
        <Table
          caption={caption?.(answer) ?? what}
          hideCaption={!caption}
          columns={columns}
          rows={answer.data}
          rowKey={rowKey}
        />
      </div>
    );
  };
  return (
    <Answered query={query} what={what} {...(whom && { whom })}>
      {(answer) => (
        <>
          {above?.(answer)}
          {none && answer.data.length === 0 ? (
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
  acts,
  children,
  ...list
}: Omit<Base<R, A>, 'what'> &
  Rows<R, A> & {
    title: string;
    what?: string;
    /** Another frame than that of a list that stands alone, such as the money desk's. */
    frame?: ComponentType<FrameProps>;
    acts?: ReactNode;
    /** Text about the list, and its filters. */
    children?: ReactNode;
  }) {
  return (
    <Frame title={title} acts={acts}>
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
