// Page /account/invest/reports: the monthly statement and the year's interest, as PDF or CSV, and
// the way to the invoices.
import { ExternalLink } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { day, type Day } from '#contract/core/day.ts';
import { monthsSince, useJoinedOn, yearsSince } from '../identity/account/periods.ts';
import { api } from '../site/kit/api.ts';
import { titleOf } from '../site/kit/brand.ts';
import { deferredApi } from '../site/kit/deferred-calls.ts';
import { useAct } from '../use-act.ts';
import { Button } from '../ui/Button.tsx';
import { Card, CardHead } from '../ui/display/Card.tsx';
import { dayIn } from '../ui/clock.ts';
import { Field } from '../ui/fields/Field.tsx';
import { Select } from '../ui/fields/Select.tsx';
import { InvoicesCard } from '../invoices/InvoicesCard.tsx';
import { TrustCard } from '../reports/trust/TrustCard.tsx';
import { InvestHead } from '../investing/InvestNav.tsx';
import { download } from '../lending/loan/calendar-file.ts';
import { monthText } from '../ui/format.ts';
import { pdfWindow } from '../document-window.ts';
import { DocumentButton } from '../ui/DocumentButton.tsx';
import '../investing/own.css';

export const meta = () => [
  { title: titleOf('報表與稅務') },
  { name: 'robots', content: 'noindex' },
];

const MONTHS = 24;
const YEARS = 5;

function CsvButton({ read, filename }: { read: () => Promise<Blob>; filename: string }) {
  const { busy, run: save } = useAct(async () => download(filename, await read(), 'text/csv'), {
    toasted: 'danger',
  });
  return (
    <Button size="sm" busy={busy} busyLabel="下載中……" onClick={() => void save()}>
      下載 CSV
    </Button>
  );
}

function Paper({
  label,
  value,
  onValue,
  options,
  children,
}: {
  label: string;
  value: string;
  onValue: (value: string) => void;
  options: readonly { value: string; label: string }[];
  children: ReactNode;
}) {
  return (
    <div className="paper">
      <Field label={label}>
        <Select
          value={value}
          placeholder={null}
          options={options}
          onChange={(event) => onValue(event.target.value)}
        />
      </Field>
      <div className="paper-acts">{children}</div>
    </div>
  );
}

/** A mark behind the month or year in which today is, because its figures will still change. */
const unended = (period: string, today: Day) => (today.startsWith(period) ? '（未結束）' : '');

function MonthlyStatement({ today }: { today: Day }) {
  const months = monthsSince(useJoinedOn(), today, MONTHS);
  const [chosen, setMonth] = useState<string | null>(null);
  // Preselects the last complete month, which is requested most often.
  const month = chosen ?? months[1] ?? months[0] ?? '';
  return (
    <Card as="section">
      <CardHead title="月結單" />
      <p className="mb-5 text-ink-3">一個月的撥入、收回、費用與月底在貸本金，逐筆列出。</p>
      <Paper
        label="月份"
        value={month}
        onValue={setMonth}
        options={months.map((one) => ({ value: one, label: monthText(one) + unended(one, today) }))}
      >
        <DocumentButton
          icon={<ExternalLink size={18} aria-hidden="true" />}
          size="sm"
          filename={`出資月結單-${month}.pdf`}
          open={pdfWindow(() => api.investing.statement({ month, format: 'pdf' }))}
        >
          另開 PDF
        </DocumentButton>
        <CsvButton
          filename={`出資月結單-${month}.csv`}
          read={() => api.investing.statement({ month, format: 'csv' })}
        />
      </Paper>
    </Card>
  );
}

function InterestReport({ today }: { today: Day }) {
  const years = yearsSince(useJoinedOn(), today, YEARS);
  const [year, setYear] = useState(years[0] ?? '');
  return (
    <Card as="section">
      <CardHead title="利息所得明細" />
      <p className="mb-5 text-ink-3">供您申報綜合所得稅參考，並非扣繳憑單；平台未代為扣繳。</p>
      <Paper
        label="年度"
        value={year}
        onValue={setYear}
        options={years.map((one) => ({ value: one, label: `${one} 年${unended(one, today)}` }))}
      >
        <DocumentButton
          icon={<ExternalLink size={18} aria-hidden="true" />}
          size="sm"
          filename={`利息所得明細-${year}.pdf`}
          open={pdfWindow(() => deferredApi.investing.interestReport({ year, format: 'pdf' }))}
        >
          另開 PDF
        </DocumentButton>
        <CsvButton
          filename={`利息所得明細-${year}.csv`}
          read={() => deferredApi.investing.interestReport({ year, format: 'csv' })}
        />
      </Paper>
    </Card>
  );
}

export default function ReportsPage() {
  const today = day(dayIn());
  return (
    <div className="container page">
      <InvestHead here="reports" />
      <div className="grid items-start gap-6 md:grid-cols-2 lg:grid-cols-3">
        <MonthlyStatement today={today} />
        <InterestReport today={today} />
        <InvoicesCard />
        <TrustCard />
      </div>
    </div>
  );
}
