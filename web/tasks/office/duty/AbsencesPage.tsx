// Absences of the operators: who is away, until when, and who substitutes them.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarOff } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { addDays, type Day } from '#contract/core/day.ts';
import { ABSENCE_DAYS_MAX, type Absence } from '#contract/tasks/duty.ts';
import { wordsOf } from '../../../api.ts';
import { Form, SubmitButton, useZodForm } from '../../../form/Form.tsx';
import { NearDayField } from '../../../form/NearDayField.tsx';
import { daySchemaWithin } from '../../../form/near-days.ts';
import { SelectField } from '../../../form/select-fields.tsx';
import { api, queryOf } from '../../../office/api.ts';
import { List } from '../../../office/kit/ListPage.tsx';
import { PageHead } from '../../../office/kit/PageHead.tsx';
import { useOperator } from '../../../office/operator.ts';
import { Button } from '../../../ui/Button.tsx';
import { dayIn } from '../../../ui/clock.ts';
import { DateText } from '../../../ui/display/Amount.tsx';
import { Tag } from '../../../ui/display/Card.tsx';
import { type Column, Table } from '../../../ui/display/Table.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { useAct } from '../../../use-act.ts';

const schemaOf = (first: Day, last: Day) =>
  z
    .object({
      operator: z.string().optional(),
      from: daySchemaWithin(first, last),
      to: daySchemaWithin(first, last),
      substitute: z.string().optional(),
    })
    .refine(({ from, to }) => to >= from, { path: ['to'], message: '最後一天不可早於第一天' });

function AbsenceForm({ onDone }: { onDone: () => void }) {
  const [first, last] = [dayIn() as Day, addDays(dayIn() as Day, ABSENCE_DAYS_MAX)];
  const client = useQueryClient();
  const own = useOperator().data?.data;
  const colleagues = useQuery(queryOf('tasks', 'colleagues', {})).data?.data ?? [];
  const form = useZodForm(schemaOf(first, last), {});
  const options = colleagues.map(({ id, name }) => ({ value: id, label: name }));
  const absent = form.watch('operator') ?? own?.id;
  return (
    <Form
      form={form}
      label="登記請假"
      onSubmit={async (absence, { idempotencyKey }) => {
        await api.tasks.markAbsence(absence, { idempotencyKey });
        onDone();
        toast('已登記請假，手上的工作在請假期間轉交代理人');
        await client.invalidateQueries({ queryKey: ['tasks'] });
      }}
    >
      {own?.roles.includes('admin') && (
        <SelectField
          name="operator"
          label="請假的同仁"
          options={options.filter(({ value }) => value !== own.id)}
          placeholder="我自己"
          optional
        />
      )}
      <NearDayField name="from" label="第一天" first={first} last={last} />
      <NearDayField name="to" label="最後一天" first={first} last={last} />
      <SelectField
        name="substitute"
        label="代理人"
        hint="代理人沒有權限、也請假，或是該件工作的經辦時，工作回到待辦"
        options={options.filter(({ value }) => value !== absent)}
        placeholder="沒有，工作回到待辦"
        optional
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>取消</Button>
        <SubmitButton>登記請假</SubmitButton>
      </div>
    </Form>
  );
}

function End({ absence }: { absence: Absence }) {
  const client = useQueryClient();
  const { busy, run } = useAct(
    async () => {
      await api.tasks.endAbsence({ id: absence.id });
      toast(`已結束${absence.operator.name}的請假`);
      await client.invalidateQueries({ queryKey: ['tasks', 'listAbsences'] });
    },
    { toasted: 'danger', words: wordsOf },
  );
  return (
    <Button size="sm" busy={busy} onClick={() => void run()}>
      {absence.isNow ? '提前結束' : '取消'}
    </Button>
  );
}

const columnsFor = (mayEnd: (absence: Absence) => boolean): Column<Absence>[] => [
  { key: 'operator', label: '同仁', head: true, cell: ({ operator }) => operator.name },
  { key: 'from', label: '第一天', cell: ({ from }) => <DateText at={from} weekday /> },
  { key: 'to', label: '最後一天', cell: ({ to }) => <DateText at={to} weekday /> },
  { key: 'substitute', label: '代理人', cell: ({ substitute }) => substitute?.name ?? '—' },
  {
    key: 'state',
    label: '狀態',
    cell: ({ isNow }) =>
      isNow ? <Tag tone="attention">請假中</Tag> : <Tag tone="neutral">尚未開始</Tag>,
  },
  {
    key: 'act',
    label: '動作',
    acts: true,
    cell: (absence) => (mayEnd(absence) ? <End absence={absence} /> : '—'),
  },
];

export function AbsencesPage() {
  const [open, setOpen] = useState(false);
  const own = useOperator().data?.data;
  const query = useQuery(queryOf('tasks', 'listAbsences', {}));
  const isAdmin = own?.roles.includes('admin') ?? false;
  const columns = columnsFor(({ operator }) => isAdmin || operator.id === own?.id);
  return (
    <div className="grid gap-6">
      <PageHead
        title="請假"
        acts={
          <Button
            look="primary"
            icon={<CalendarOff size={18} aria-hidden="true" />}
            onClick={() => setOpen(true)}
          >
            登記請假
          </Button>
        }
      />
      <List
        query={query}
        what="請假"
        none={{ title: '沒有人請假', hint: '請假期間，手上的工作轉交代理人或回到待辦。' }}
        rows={({ data }) => (
          <Table
            caption={`目前與之後的請假，${data.length} 筆`}
            columns={columns}
            rows={data}
            rowKey={({ id }) => id}
          />
        )}
      />
      <Dialog open={open} onClose={() => setOpen(false)} title="登記請假">
        {open && <AbsenceForm onDone={() => setOpen(false)} />}
      </Dialog>
    </div>
  );
}
