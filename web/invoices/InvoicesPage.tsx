// Page /account/invoices: the member's electronic invoices by year, and how they are delivered.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { day } from '#contract/core/day.ts';
import type { Invoice } from '#contract/invoices/calls.ts';
import {
  carrierText,
  invoiceKindText,
  invoiceNumberText,
  invoiceStates,
} from '#contract/invoices/words.ts';
import { ApiFailure } from '../api.ts';
import { useJoinedOn, yearsSince } from '../identity/account/periods.ts';
import { download } from '../lending/loan/calendar-file.ts';
import { queryOf } from '../site/kit/api.ts';
import { titleOf } from '../site/kit/brand.ts';
import { Go } from '../site/kit/Go.tsx';
import { deferredApi } from '../site/kit/deferred-calls.ts';
import { Pages } from '../site/kit/Pages.tsx';
import * as paths from '../site/kit/paths.ts';
import { Button } from '../ui/Button.tsx';
import { dayIn } from '../ui/clock.ts';
import { EmptyState, ErrorState, Loading, Skeleton } from '../ui/display/Alert.tsx';
import { DateText, Money } from '../ui/display/Amount.tsx';
import { Tag } from '../ui/display/Card.tsx';
import { type Column, Table } from '../ui/display/Table.tsx';
import { Field } from '../ui/fields/Field.tsx';
import { Select } from '../ui/fields/Select.tsx';
import { useAct } from '../use-act.ts';
import { PreferenceCard } from './PreferenceCard.tsx';

export const meta = () => [{ title: titleOf('電子發票') }, { name: 'robots', content: 'noindex' }];

const PAGE_SIZE = 20;
/** Years for which invoices can be chosen. */
const YEARS = 5;

const columns: readonly Column<Invoice>[] = [
  {
    key: 'number',
    label: '發票號碼',
    head: true,
    cell: ({ number }) => (
      <Go to={paths.myInvoice(number)}>
        <span className="num">{invoiceNumberText(number)}</span>
      </Go>
    ),
  },
  { key: 'on', label: '發票日期', cell: ({ issuedOn }) => <DateText at={issuedOn} /> },
  {
    key: 'kind',
    label: '項目',
    cell: ({ kind, caseNo }) => (
      <span className="grid">
        {invoiceKindText[kind]}
        {caseNo && <small className="num text-ink-3">{caseNo}</small>}
      </span>
    ),
  },
  { key: 'carrier', label: '載具', cell: ({ carrier }) => carrierText[carrier] },
  {
    key: 'total',
    label: '金額',
    numeric: true,
    cell: ({ total, allowed }) => (
      <span className="grid">
        <Money amount={total} />
        {allowed > 0 && (
          <small className="text-ink-3">
            折讓 <Money amount={allowed} />
          </small>
        )}
      </span>
    ),
  },
  {
    key: 'state',
    label: '狀態',
    cell: ({ state }) => <Tag tone={invoiceStates[state].tone}>{invoiceStates[state].text}</Tag>,
  },
];

function Invoices({ year, page }: { year: string; page: number }) {
  const query = useQuery({
    ...queryOf('invoices', 'listInvoices', {
      year,
      item_per_page: PAGE_SIZE,
      offset: (page - 1) * PAGE_SIZE,
    }),
    placeholderData: keepPreviousData,
  });
  const failure = query.error instanceof ApiFailure ? query.error : null;
  if (query.isPending) {
    return (
      <Loading>
        <Skeleton shape="block" className="h-72" />
      </Loading>
    );
  }
  if (query.isLoadingError) {
    return <ErrorState onRetry={() => void query.refetch()} requestId={failure?.requestId} />;
  }
  const { data, total } = query.data!;
  if (total === 0) {
    return (
      <EmptyState title={`${year} 年沒有電子發票`}>
        撥款、提前清償的費用在隔天開立，出資服務費在每月最後一天合併開立。
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-6">
      <Table
        caption={`共 ${total} 張`}
        columns={columns}
        rows={data}
        rowKey={({ number }) => number}
      />
      <Pages page={page} pages={Math.ceil(total / PAGE_SIZE)} />
    </div>
  );
}

export default function InvoicesPage() {
  const [params, setParams] = useSearchParams();
  const years = yearsSince(useJoinedOn(), day(dayIn()), YEARS);
  const asked = params.get('year') ?? '';
  const year = years.includes(asked) ? asked : (years[0] ?? '');
  const page = Math.max(1, Math.floor(Number(params.get('page') ?? 1)) || 1);
  const { busy, run: save } = useAct(
    async () => {
      const file = await deferredApi.invoices.invoicesFile({ year });
      download(`電子發票-${year}.csv`, file, 'text/csv');
    },
    { toasted: 'danger' },
  );
  return (
    <div className="container page">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <h1 className="max-md:pt-4">電子發票</h1>
        <div className="flex flex-wrap items-end gap-3">
          <Field label="年度">
            <Select
              value={year}
              placeholder={null}
              options={years.map((one) => ({ value: one, label: `${one} 年` }))}
              onChange={(event) => setParams({ year: event.target.value })}
            />
          </Field>
          <Button
            busy={busy}
            busyLabel="下載中……"
            icon={<Download size={18} aria-hidden="true" />}
            onClick={() => void save()}
          >
            下載 CSV
          </Button>
        </div>
      </div>
      <div className="grid gap-8">
        <Invoices year={year} page={page} />
        <PreferenceCard />
      </div>
    </div>
  );
}
