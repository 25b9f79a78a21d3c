// Frame of every report: navigation, title and explanation, exports, printing.
import type { UseQueryResult } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Navigate, NavLink, useLocation } from 'react-router';
import type { Role } from '#contract/core/endpoint.ts';
import {
  NARROWED_MAX,
  type ReportName,
  reportNames,
  reportTitle,
} from '#contract/reports/print.ts';
import { mayReadReport } from '#contract/reports/schedules.ts';
import { Link } from '../../office/links/Link.tsx';
import { wordsOf } from '../../api.ts';
import { api } from '../../office/api.ts';
import { FileButtons } from '../../office/kit/FileButton.tsx';
import { Answered } from '../../office/kit/Answered.tsx';
import { FilterBar, type Filter } from '../../office/kit/FilterBar.tsx';
import type { ListUrl } from '../../office/kit/listing.ts';
import { useOperator } from '../../office/operator.ts';
import { PageTitle } from '../../office/kit/PageTitle.tsx';
import * as paths from '../../office/paths.ts';
import { EmptyState } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead } from '../../ui/display/Card.tsx';
import { dayIn } from '../../ui/clock.ts';
import { formatDay } from '../../ui/format.ts';
import { TabLinks } from '../../ui/display/TabLinks.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { kindFields, monthFields } from './narrow.ts';
import { Compared, type Comparison } from './period/Compared.tsx';
import { Presets } from './period/Presets.tsx';
import { ScheduleButton } from './schedules/ScheduleButton.tsx';

/**
 * Records in the audit log that the report is printed, whether with the page's button or with the
 * browser's command. Returns the report that the page shows.
 */
function usePrintsNoted(): ReportName | undefined {
  const { pathname, search } = useLocation();
  const report = reportNames.find((name) => paths.report(name) === pathname);
  useEffect(() => {
    const note = () => {
      if (!report) return;
      api.reports
        .noteReportPrint({ report, narrowed: search.slice(0, NARROWED_MAX) })
        .catch((error: unknown) => toast(wordsOf(error), { tone: 'danger' }));
    };
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, [report, search]);
  return report;
}

/** Links to the reports that the operator may read, and to the schedules of their mails. */
export function ReportTabs() {
  const roles: readonly Role[] = useOperator().data?.data.roles ?? [];
  return (
    <TabLinks label="報表" className="no-print">
      {reportNames
        .filter((name) => mayReadReport(name, roles))
        .map((name) => (
          <NavLink key={name} to={paths.report(name)}>
            {reportTitle[name]}
          </NavLink>
        ))}
      <NavLink to={paths.reportSchedules()}>寄送排程</NavLink>
    </TabLinks>
  );
}

type Frame<A> = {
  title: string;
  /** Name of the report's content in 「…載入失敗」; by default the title. */
  what?: string;
  /** Explains the figures and their source. */
  note: ReactNode;
  file: (format: 'csv' | 'xlsx') => Promise<BlobPart>;
  query: UseQueryResult<A>;
  /**
   * Text shown if there is nothing to report, and the condition for it; by default, that there are
   * no rows.
   */
  none: { title: string; hint: string; when?: (answer: A) => boolean };
  children: (answer: A) => ReactNode;
  /** The rows behind a selected figure. */
  rows?: ReactNode;
};

/** Returns a filter's value as text, because a printout has no form to read it from. */
const filterText = (filter: Filter) => {
  const { label, value = '' } = filter;
  const options = filter.kind === 'choice' ? filter.options : [];
  const isTime = filter.kind === 'day' || filter.kind === 'month';
  const option = options.find((one) => one.value === value)?.label;
  return `${label}：${(option ?? (isTime ? formatDay(value) : value)) || '全部'}`;
};

export function Report<A extends { data: readonly unknown[] }>({
  title,
  what = title,
  note,
  fields,
  narrow,
  filename,
  file,
  query,
  none,
  children,
  rows,
}: Frame<A> & {
  fields: readonly Filter[];
  narrow?: ReactNode;
  filename: string;
}) {
  const roles: readonly Role[] = useOperator().data?.data.roles ?? [];
  const shown = usePrintsNoted();
  const mayBeSent = shown && mayReadReport(shown, roles);
  const isNone = none.when ?? (({ data }: A) => data.length === 0);
  return (
    <div className="report grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageTitle>{title}</PageTitle>
      <ReportTabs />
      <div className="flex flex-wrap gap-3 items-center justify-between">
        <h1>{title}</h1>
        <div className="no-print flex flex-wrap gap-2 items-center">
          {mayBeSent && <ScheduleButton report={shown} />}
          <FileButtons name={filename} read={file} />
          <Button icon={<Printer size={18} aria-hidden="true" />} onClick={() => window.print()}>
            列印
          </Button>
        </div>
      </div>
      <p className="report-note text-ink-3">{note}</p>
      <p className="report-about">
        {fields.map(filterText).join('　')}　製表日：{formatDay(dayIn())}
      </p>
      <div className="no-print grid gap-4">
        <FilterBar filters={fields} />
        {narrow}
      </div>
      <Answered query={query} what={what}>
        {(answer) =>
          isNone(answer) ? (
            <EmptyState title={none.title}>{none.hint}</EmptyState>
          ) : (
            children(answer)
          )
        }
      </Answered>
      {rows}
    </div>
  );
}

type Months = { data: readonly unknown[]; from: string; to: string };
type Plans = readonly { slug: string; name: string }[];

/** A report by months with a filter for them and, with `byKind`, filters for plan and grade. */
export function MonthsReport<A extends Months & { plans?: Plans }>({
  url,
  byKind,
  compared,
  children,
  ...frame
}: Frame<A> & { url: ListUrl; byKind?: boolean; compared?: Comparison<A> }) {
  const { from = '', to = '', plans = [] } = frame.query.data ?? {};
  const fields = [...monthFields({ from, to }), ...(byKind ? kindFields(url, plans) : [])];
  return (
    <Report
      {...frame}
      filename={`${frame.what ?? frame.title}-${from}-${to}`}
      fields={fields}
      narrow={<Presets url={url} shown={{ from, to }} />}
    >
      {(answer) => (
        <>
          {compared && <Compared {...compared} answer={answer} span={answer} />}
          {children(answer)}
        </>
      )}
    </Report>
  );
}

/** Redirects to the first report that every role with access to reports may see. */
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

/** A figure that links to the rows behind it; without a link if there are none. */
export function ToRows({
  url,
  of,
  none,
  children,
}: {
  url: ListUrl;
  of: Record<string, string | undefined>;
  /** True if there are no rows behind the figure. */
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
