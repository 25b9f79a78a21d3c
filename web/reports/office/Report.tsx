// The frame of every report: the ways between them, what it says and means, its files, its print.
import { Printer } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link, Navigate, NavLink } from 'react-router';
import type { Role } from '#contract/endpoint.ts';
import { FileButton } from '../../office/FileButton.tsx';
import { Pages } from '../../office/Listing.tsx';
import type { ListUrl } from '../../office/listing.ts';
import { seesBooks, useOperator } from '../../office/operator.ts';
import { PageTitle } from '../../office/PageTitle.tsx';
import * as paths from '../../office/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead } from '../../ui/Card.tsx';
import { formatNumber } from '../../ui/format.ts';

/** Approvers see how credit does; money is for whoever reads the books. */
const places: readonly { place: paths.ReportPlace; text: string; money: boolean }[] = [
  { place: 'outstanding', text: '在貸餘額', money: false },
  { place: 'vintages', text: '逾期', money: false },
  { place: 'defaults', text: '違約與回收', money: false },
  { place: 'cash-flow', text: '現金流量', money: true },
  { place: 'income', text: '收入', money: true },
  { place: 'returns', text: '出資報酬', money: true },
  { place: 'funnel', text: '申貸漏斗', money: true },
  { place: 'service', text: '處理時效', money: false },
];

export function Report({
  title,
  note,
  narrow,
  filename,
  file,
  children,
}: {
  title: string;
  /** What the figures mean and from where they are. */
  note: ReactNode;
  narrow?: ReactNode;
  filename: string;
  file: (format: 'csv' | 'xlsx') => Promise<BlobPart>;
  children: ReactNode;
}) {
  const roles: readonly Role[] = useOperator().data?.data.roles ?? [];
  return (
    <div className="report grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageTitle>{title}</PageTitle>
      <nav aria-label="報表" className="no-print">
        <ul className="office-places">
          {places
            .filter(({ money }) => !money || seesBooks(roles))
            .map(({ place, text }) => (
              <li key={place}>
                <NavLink to={paths.report(place)}>{text}</NavLink>
              </li>
            ))}
        </ul>
      </nav>
      <div className="report-head">
        <h1>{title}</h1>
        <div className="report-acts no-print">
          <FileButton label="CSV" filename={`${filename}.csv`} load={() => file('csv')} />
          <FileButton label="Excel" filename={`${filename}.xlsx`} load={() => file('xlsx')} />
          <Button icon={<Printer size={18} aria-hidden="true" />} onClick={() => window.print()}>
            列印
          </Button>
        </div>
      </div>
      <p className="report-note">{note}</p>
      {narrow && <div className="no-print grid gap-4">{narrow}</div>}
      {children}
    </div>
  );
}

/** Reports open with the first that everybody who has any may see. */
export function ReportsHome() {
  return <Navigate to={paths.report('outstanding')} replace />;
}

export function ChartCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" aria-label={title} className="report-card">
      <CardHead title={title} />
      {children}
    </Card>
  );
}

/** A figure that leads to its rows; nothing leads nowhere. */
export function ToRows({
  url,
  of,
  none,
  children,
}: {
  url: ListUrl;
  of: Record<string, string | undefined>;
  /** There are no rows. */
  none?: boolean;
  children: ReactNode;
}) {
  if (none) return <span className="none">{children}</span>;
  return (
    <Link className="link" to={`${url.to(of)}#rows`} preventScrollReset>
      {children}
    </Link>
  );
}

/** The rows behind a figure, below the report; it comes into view when it is asked for. */
export function RowsCard({
  title,
  total,
  url,
  close,
  perPage,
  children,
}: {
  title: string;
  total: number | undefined;
  url: ListUrl;
  /** What is no longer asked for once it is closed. */
  close: readonly string[];
  perPage: number;
  children: ReactNode;
}) {
  const head = useRef<HTMLElement>(null);
  useEffect(() => {
    head.current?.scrollIntoView({ block: 'start' });
    head.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <section
      ref={head}
      id="rows"
      tabIndex={-1}
      aria-label={title}
      className="report-rows grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <div className="report-head">
        <h2 className="text-h3">
          {title}
          {total !== undefined && <small className="num">　{formatNumber(total)} 筆</small>}
        </h2>
        <Link
          className="link no-print"
          to={url.to(Object.fromEntries(close.map((name) => [name, undefined])))}
          preventScrollReset
        >
          收起明細
        </Link>
      </div>
      {children}
      {total !== undefined && total > perPage && (
        <Pages url={url} total={total} perPage={perPage} />
      )}
    </section>
  );
}
