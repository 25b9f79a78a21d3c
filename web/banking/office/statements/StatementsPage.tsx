// Page of bank statements: uploading a file, import progress of each, and the file layouts.
import { Link } from '../../../office/links/Link.tsx';
import { columnsOf } from '../../../office/kit/columns.tsx';
import { statementList } from '#contract/banking/lists.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileUp, Settings2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { type ImportedStatement, type Layout } from '#contract/banking/statements.ts';
import { addDays, type Day } from '#contract/core/day.ts';
import { Bind } from '../../../form/fields.tsx';
import { daySchemaWithin } from '../../../form/near-days.ts';
import { NearDayField } from '../../../form/NearDayField.tsx';
import { SelectField } from '../../../form/select-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../../form/Form.tsx';
import { REQUIRED } from '../../../form/words.ts';
import { api, queryOf } from '../../../office/api.ts';
import { useListUrl } from '../../../office/kit/listing.ts';
import { TableButtons } from '../../../office/kit/FileButton.tsx';
import { MoneyDesk } from '../../../office/kit/MoneyDesk.tsx';
import { useOperator } from '../../../office/operator.ts';
import * as paths from '../../../office/paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { Tag } from '../../../ui/display/Card.tsx';
import { dayIn } from '../../../ui/clock.ts';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { useControl } from '../../../ui/fields/Field.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { LayoutForm } from './LayoutForm.tsx';
import { LayoutOffer } from './mapping/LayoutOffer.tsx';
import { MapColumns } from './mapping/MapColumns.tsx';
import type { FirstBytes } from './mapping/read-table.ts';
import { ListPage } from '../../../office/kit/ListPage.tsx';
import { statementWords } from '#contract/banking/words.ts';

export function StatementTag({ of }: { of: ImportedStatement }) {
  const { state, progress, problems } = of;
  if (state === 'done' && problems > 0) {
    return <Tag tone="attention">已讀取，{formatNumber(problems)} 行未入帳</Tag>;
  }
  return (
    <Tag tone={statementWords[state].tone}>
      {statementWords[state].text}
      {state === 'running' && ` ${progress}%`}
    </Tag>
  );
}

const columns = columnsOf(statementList, {
  filename: {
    head: true,
    cell: (row) => (
      <Link
        className="office-row-link"
        to={paths.money('statements', row.id)}
        data-stretch=""
        data-row=""
      >
        {row.filename}
      </Link>
    ),
  },
  layout: {},
  state: { cell: (row) => <StatementTag of={row} /> },
  lines: {},
  booked: {},
  known: {},
  problems: {
    cell: (row) =>
      row.problems > 0 ? <strong className="text-danger">{formatNumber(row.problems)}</strong> : 0,
  },
  importedBy: {},
  importedAt: {},
});

function FileInput({ onChange }: { onChange: (file: File | undefined) => void }) {
  return (
    <input
      {...useControl()}
      type="file"
      className="input"
      accept=".csv,.txt,.xml,text/csv,text/plain,text/xml,application/xml"
      onChange={(event) => onChange(event.target.files?.[0])}
    />
  );
}

/**
 * Earliest day that can be entered as the last day of a file, in days before today; later lines in
 * the file extend the period automatically.
 */
const THROUGH_BACK_DAYS = 366;

const importShapeOf = (first: Day, last: Day) =>
  z.object({
    layout: z.string({ error: REQUIRED }).min(1, REQUIRED),
    file: z.instanceof(File, { error: REQUIRED }),
    through: daySchemaWithin(first, last).optional(),
  });

type ImportProps = {
  layouts: readonly Layout[];
  onMap: (first: FirstBytes) => void;
  onDone: () => void;
};

function ImportForm({ layouts, onMap, onDone }: ImportProps) {
  const [only] = layouts.length === 1 ? layouts : [];
  const last = dayIn() as Day;
  const first = addDays(last, -THROUGH_BACK_DAYS);
  const form = useZodForm(importShapeOf(first, last), only ? { layout: only.id } : {});
  const client = useQueryClient();
  const navigate = useNavigate();
  const file = useWatch({ control: form.control, name: 'file' });
  const { setValue } = form;
  const choose = useCallback(
    ({ id }: Layout) => setValue('layout', id, { shouldValidate: true }),
    [setValue],
  );
  return (
    <Form
      form={form}
      label="匯入對帳單"
      onSubmit={async ({ layout, file, through }, { idempotencyKey, onUpload }) => {
        const { data, again } = await api.banking.importStatement(
          { layout, ...(through && { through }) },
          { idempotencyKey, onUpload, files: { file: [file] } },
        );
        await client.invalidateQueries({ queryKey: ['banking'] });
        toast(again ? '這個檔案已經匯入過，沒有重複入帳' : '已收到檔案，讀完後由另一位同仁核定');
        onDone();
        void navigate(paths.money('statements', data.id));
      }}
    >
      <Bind
        name="file"
        label="檔案"
        verb="選擇"
        hint="CSV 或 XML 檔，最大 32 MB；同一個檔案再次匯入不會重複入帳"
      >
        {(field) => <FileInput onChange={field.onChange} />}
      </Bind>
      <LayoutOffer file={file} layouts={layouts} onFound={choose} onMap={onMap} />
      <SelectField
        name="layout"
        label="對帳單格式"
        options={layouts.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <NearDayField
        name="through"
        label="涵蓋截止日"
        optional
        hint="最後幾天沒有交易時填寫，這些銀行日才會一併結清"
        first={first}
        last={last}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>取消</Button>
        <SubmitButton>匯入</SubmitButton>
      </div>
    </Form>
  );
}

/** The form, or in its place the choice of the columns of the file that it contains. */
function ImportDialog({
  open,
  layouts,
  onClose,
}: {
  open: boolean;
  layouts: readonly Layout[];
  onClose: () => void;
}) {
  const [first, setFirst] = useState<FirstBytes | null>(null);
  const close = () => {
    setFirst(null);
    onClose();
  };
  const title = first ? '對應欄位' : '匯入對帳單';
  return (
    <Dialog open={open} onClose={close} title={title} {...(first && { size: 'lg' })}>
      {open && (
        <>
          <div hidden={first !== null}>
            <ImportForm layouts={layouts} onMap={setFirst} onDone={close} />
          </div>
          {first && (
            <MapColumns
              first={first}
              onCancel={() => setFirst(null)}
              onSaved={() => setFirst(null)}
            />
          )}
        </>
      )}
    </Dialog>
  );
}

function Layouts({ layouts }: { layouts: readonly Layout[] }) {
  const [editing, setEditing] = useState<Layout | 'new' | null>(
    layouts.length === 0 ? 'new' : null,
  );
  if (editing) {
    return (
      <LayoutForm layout={editing === 'new' ? null : editing} onDone={() => setEditing(null)} />
    );
  }
  return (
    <div className="grid gap-4">
      <ul className="grid gap-2">
        {layouts.map((layout) => (
          <li key={layout.id} className="flex items-center justify-between gap-3">
            <span>
              {layout.name}
              <span className="num ms-2 text-sm text-ink-3">{layout.mapping.bank}</span>
            </span>
            <Button size="sm" onClick={() => setEditing(layout)}>
              修改
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button look="primary" onClick={() => setEditing('new')}>
          新增格式
        </Button>
      </div>
    </div>
  );
}

function Acts() {
  const [open, setOpen] = useState<'import' | 'layouts' | null>(null);
  const close = () => setOpen(null);
  const layouts = useQuery(queryOf('banking', 'listLayouts', {}));
  const known = layouts.data?.data ?? [];
  const icon = { size: 18, 'aria-hidden': true } as const;
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Button look="primary" icon={<FileUp {...icon} />} onClick={() => setOpen('import')}>
        匯入對帳單
      </Button>
      <Button icon={<Settings2 {...icon} />} onClick={() => setOpen('layouts')}>
        對帳單格式
      </Button>
      <ImportDialog open={open === 'import'} layouts={known} onClose={close} />
      <Dialog open={open === 'layouts'} onClose={close} title="對帳單格式">
        {open === 'layouts' && <Layouts layouts={known} />}
      </Dialog>
    </div>
  );
}

/** Polling interval of pages that show files being imported, in milliseconds. */
export const WATCH_MS = 1_500;
export const isUnderWay = ({ state }: ImportedStatement) =>
  state === 'waiting' || state === 'running';

export function StatementsPage() {
  const url = useListUrl();
  const roles = useOperator().data?.data.roles ?? [];
  const input = url.asks;
  const query = useQuery({
    ...queryOf('banking', 'listStatements', input),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? WATCH_MS : false),
  });
  return (
    <ListPage
      frame={MoneyDesk}
      title="對帳單"
      acts={<TableButtons table={statementList.tables.data} input={input} />}
      query={query}
      none={{
        title: '還沒有匯入對帳單',
        hint: '匯入銀行的 CSV 對帳單後，入帳與匯款結果會自動比對。',
      }}
      caption={({ total }) => `對帳單，${total} 份`}
      columns={columns}
      rowKey={({ id }) => id}
      pages={url}
    >
      {roles.includes('finance') && <Acts />}
    </ListPage>
  );
}
