// The rows behind a figure, shown below its report: paged, or exported as a whole.
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AnyList, RowOf } from '#contract/core/list.ts';
import { COUNTED_MAX, countText } from '#contract/core/lists.ts';
import { Link } from '../../office/links/Link.tsx';
import type { InputOf } from '../../api.ts';
import { fileOf, type ListFilters, listQuery } from '../../office/api.ts';
import { FileButtons } from '../../office/kit/FileButton.tsx';
import { List } from '../../office/kit/ListPage.tsx';
import { Pages } from '../../office/kit/Listing.tsx';
import { PER_PAGE, type ListUrl } from '../../office/kit/listing.ts';
import type { Column } from '../../ui/display/Table.tsx';

type File = (format: 'csv' | 'xlsx') => Promise<BlobPart>;

function Head({
  title,
  total,
  file,
  closed,
}: {
  title: string;
  total: number;
  file: File;
  /** URL of the report without the rows. */
  closed: string;
}) {
  return (
    <div className="flex flex-wrap gap-3 items-center justify-between">
      <h2 className="text-h3">
        {title}
        {total > 0 && (
          <small className="num text-ink-3 font-normal">　{countText(total, '筆')}</small>
        )}
      </h2>
      <div className="no-print flex flex-wrap gap-2 items-center">
        {total > 0 && <FileButtons look="quiet" name={title} read={file} />}
        <Link className="link" to={closed} preventScrollReset>
          收起明細
        </Link>
      </div>
    </div>
  );
}

export function Rows<L extends AnyList>({
  list,
  input,
  title,
  note,
  what,
  url,
  close,
  columns,
  rowKey,
}: {
  list: L;
  /** Filters of the list. */
  input: ListFilters<L>;
  title: string;
  note?: string;
  /** Name of what a row represents. */
  what: string;
  url: ListUrl;
  /** URL parameters removed when the rows are closed. */
  close: readonly string[];
  columns: readonly Column<RowOf<L>>[];
  rowKey: (row: RowOf<L>) => string;
}) {
  const head = useRef<HTMLElement>(null);
  useEffect(() => {
    head.current?.scrollIntoView({ block: 'start' });
    head.current?.focus({ preventScroll: true });
  }, [title]);
  const page = { item_per_page: PER_PAGE, offset: url.offset };
  const query = useQuery({
    ...listQuery(list, { ...input, ...page } as InputOf<L>),
    placeholderData: keepPreviousData,
  }) as unknown as UseQueryResult<{ data: RowOf<L>[]; total: number }>;
  const total = query.data?.total ?? 0;
  const closing = Object.fromEntries(close.map((name) => [name, undefined]));
  const file: File = (format) => fileOf(list.tables.data, { ...input, format } as never);
  return (
    <section
      ref={head}
      id="rows"
      tabIndex={-1}
      aria-label={title}
      className="scroll-mt-[calc(var(--header-h)_+_12px)] outline-none grid
        grid-cols-[minmax(0,1fr)] gap-4"
    >
      <Head title={title} total={total} file={file} closed={url.to(closing)} />
      {note && <p className="report-note text-ink-3">{note}</p>}
      <List
        query={query}
        what={what}
        none={{ title: `沒有符合條件的${what}`, hint: '請放寬條件再試一次。' }}
        columns={columns}
        rowKey={rowKey}
      />
      {total > PER_PAGE && <Pages url={url} total={Math.min(total, COUNTED_MAX)} />}
    </section>
  );
}
