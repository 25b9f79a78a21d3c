// Card with the monthly statement and the year's interest, as PDF or CSV.
import { ExternalLink } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { addMonths, day } from '#contract/core/day.ts';
import { api } from '../../site/kit/api.ts';
import { lateApi } from '../../site/kit/late-calls.ts';
import { useAct } from '../../use-act.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead } from '../../ui/display/Card.tsx';
import { dayIn } from '../../ui/clock.ts';
import { Field } from '../../ui/fields/Field.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { download } from '../order/calendar-file.ts';
import { monthText } from './cash-flow.ts';
import { pdfWindow } from '../../document-window.ts';
import { DocumentButton } from '../../ui/DocumentButton.tsx';

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

export function PapersCard() {
  const today = day(dayIn());
  const months = Array.from({ length: MONTHS }, (_, i) =>
    addMonths(day(`${today.slice(0, 7)}-01`), -i).slice(0, 7),
  );
  const years = Array.from({ length: YEARS }, (_, i) => String(Number(today.slice(0, 4)) - i));
  // Preselects the last complete month, which is requested most often.
  const [month, setMonth] = useState(months[1] ?? '');
  const [year, setYear] = useState(years[0] ?? '');
  return (
    <Card as="section" className="no-print">
      <CardHead title="月結單與利息所得明細" />
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        <Paper
          label="月結單"
          value={month}
          onValue={setMonth}
          options={months.map((one) => ({ value: one, label: monthText(one) }))}
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
        <Paper
          label="利息所得明細"
          value={year}
          onValue={setYear}
          options={years.map((one) => ({ value: one, label: `${one} 年` }))}
        >
          <DocumentButton
            icon={<ExternalLink size={18} aria-hidden="true" />}
            size="sm"
            filename={`利息所得明細-${year}.pdf`}
            open={pdfWindow(() => lateApi.investing.interestReport({ year, format: 'pdf' }))}
          >
            另開 PDF
          </DocumentButton>
          <CsvButton
            filename={`利息所得明細-${year}.csv`}
            read={() => lateApi.investing.interestReport({ year, format: 'csv' })}
          />
        </Paper>
      </div>
      <p className="mt-3 text-sm text-ink-3">
        利息所得明細供您申報綜合所得稅參考，並非扣繳憑單；平台未代為扣繳。
      </p>
    </Card>
  );
}
