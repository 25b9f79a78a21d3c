// A page that is one list: what it is, what narrows it, its rows, and the way on.
import type { UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/display/Alert.tsx';
import { buttonShape } from '../../ui/Button.tsx';
import { Table, type Column } from '../../ui/display/Table.tsx';
import { Answered } from './Answered.tsx';
import { useArrows } from '../keyboard.ts';
import { PageHead } from './PageHead.tsx';

export function ListPage<R, A extends { data: readonly R[] }>({
  title,
  acts,
  children,
  query,
  none,
  caption,
  columns,
  rowKey,
  onward,
}: {
  title: string;
  acts?: ReactNode;
  /** What is said of the list, and what narrows it. */
  children?: ReactNode;
  query: UseQueryResult<A>;
  none: { title: string; hint: string };
  /** How many there are; where nobody counts, the title names the table. */
  caption?: (answer: A) => string;
  columns: readonly Column<R>[];
  rowKey: (row: R) => string | number;
  /** The ways to the other rows. */
  onward?: (answer: A) => ReactNode;
}) {
  const ref = useArrows();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead title={title} acts={acts && <div className="flex flex-wrap gap-3">{acts}</div>} />
      {children}
      <Answered query={query} what={title}>
        {(answer) =>
          answer.data.length === 0 ? (
            <EmptyState title={none.title}>{none.hint}</EmptyState>
          ) : (
            <div ref={ref} className="office-rows grid grid-cols-[minmax(0,1fr)] gap-5">
              <Table
                caption={caption?.(answer) ?? title}
                hideCaption={!caption}
                columns={columns}
                rows={answer.data}
                rowKey={rowKey}
              />
              {onward?.(answer)}
            </div>
          )
        }
      </Answered>
    </div>
  );
}

/** The way to a new one of what is listed. */
export function NewLink({ to, text }: { to: string; text: string }) {
  return (
    <Link to={to} {...buttonShape({ look: 'primary' })}>
      <Plus size={18} aria-hidden="true" />
      {text}
    </Link>
  );
}
