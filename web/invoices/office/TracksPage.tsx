// Allotted invoice numbers: what is used and left of each range, and entering another one.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { addDays, addMonths, type Day } from '#contract/core/day.ts';
import { trackList } from '#contract/invoices/lists.ts';
import type { Track } from '#contract/invoices/office.ts';
import { taxPeriodOf } from '#contract/taiwan/tax.ts';
import { TextField } from '../../form/fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { SelectField } from '../../form/select-fields.tsx';
import { api, queryOf } from '../../office/api.ts';
import { columnsOf } from '../../office/kit/columns.tsx';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { useOperator } from '../../office/operator.ts';
import { Button } from '../../ui/Button.tsx';
import { dayIn } from '../../ui/clock.ts';
import { Tag } from '../../ui/display/Card.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { InvoiceDesk, periodText } from './InvoiceDesk.tsx';

/** Whether numbers of a track are given now; `closedAt` says since when none are any more. */
function State({ track: { periodFrom, closedAt } }: { track: Track }) {
  if (closedAt !== null) return <Tag tone="neutral">已結束</Tag>;
  return periodFrom > dayIn() ? <Tag tone="progress">尚未開始</Tag> : <Tag tone="done">使用中</Tag>;
}

const columns = columnsOf(trackList, {
  periodFrom: {
    head: true,
    whole: true,
    cell: ({ periodFrom, periodTo }) => periodText({ from: periodFrom, to: periodTo }),
  },
  letters: {},
  first: { cell: ({ first }) => <span className="num">{first}</span> },
  last: { cell: ({ last }) => <span className="num">{last}</span> },
  used: {},
  left: {},
  addedBy: {},
  addedAt: {},
  closedAt: { cell: (track) => <State track={track} /> },
});

const PERIODS = 7;
const digits = z
  .string()
  .trim()
  .regex(/^\d{8}$/, '請輸入 8 個數字');
const schema = z
  .object({
    period: z.string(),
    letters: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{2}$/, '字軌是 2 個大寫英文字母'),
    first: digits,
    last: digits,
  })
  .refine(({ first, last }) => first <= last, { path: ['last'], error: '迄號不可小於起號' });

/** The current period, the next ones, and the last one while its tax is not declared. */
function periodChoices(today: Day) {
  const { from } = taxPeriodOf(addDays(today, -15));
  return Array.from({ length: PERIODS }, (_, k) => {
    const period = taxPeriodOf(addMonths(from, 2 * k));
    return { value: period.from, label: periodText(period) };
  });
}

function TrackForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const today = dayIn() as Day;
  const form = useZodForm(schema, { period: taxPeriodOf(today).from });
  return (
    <Form
      form={form}
      label="登錄字軌"
      onSubmit={async ({ period, ...track }, { idempotencyKey }) => {
        await api.invoices.addTrack({ period: period as Day, ...track }, { idempotencyKey });
        onDone();
        toast('已登錄字軌');
        await client.invalidateQueries({ queryKey: ['invoices', 'listTracks'] });
      }}
    >
      <SelectField name="period" label="期別" options={periodChoices(today)} />
      <TextField
        name="letters"
        label="字軌"
        hint="配號通知上的兩個英文字母"
        normalise="upperCase"
        maxLength={2}
        autoComplete="off"
      />
      <TextField
        name="first"
        label="起號"
        inputMode="numeric"
        normalise="halfWidth"
        maxLength={8}
      />
      <TextField name="last" label="迄號" inputMode="numeric" normalise="halfWidth" maxLength={8} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>取消</Button>
        <SubmitButton>登錄</SubmitButton>
      </div>
    </Form>
  );
}

export function TracksPage() {
  const [open, setOpen] = useState(false);
  const roles = useOperator().data?.data.roles ?? [];
  const query = useQuery(queryOf('invoices', 'listTracks', {}));
  return (
    <>
      <ListPage
        frame={InvoiceDesk}
        title="電子發票字軌"
        whom="出納或稽核同仁"
        acts={
          <div className="flex flex-wrap gap-2">
            <TableButtons table={trackList.tables.data} input={{}} />
            {roles.includes('finance') && (
              <Button
                look="primary"
                icon={<Plus size={18} aria-hidden="true" />}
                onClick={() => setOpen(true)}
              >
                登錄字軌
              </Button>
            )}
          </div>
        }
        query={query}
        none={{
          title: '還沒有登錄字軌',
          hint: '登錄國稅局配給的號碼後，從那一期起每晚開立發票。',
        }}
        columns={columns}
        rowKey={({ id }) => id}
      >
        <p className="text-ink-2">
          期別結束後，未使用的號碼會自動申報（E0402）。剩餘不到兩成時，待辦會提醒出納取號。
        </p>
      </ListPage>
      <Dialog open={open} onClose={() => setOpen(false)} title="登錄字軌">
        {open && <TrackForm onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}
