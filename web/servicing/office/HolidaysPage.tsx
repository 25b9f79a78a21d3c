// The calendar: days off of a year, and adding or undoing one, on which two persons agree.
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { type Holiday, holidayList, holidaySourceText } from '#contract/servicing/lists.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { addDays, day as toDay, type Day } from '#contract/core/day.ts';
import { HOLIDAY_BACK_DAYS } from '#contract/taiwan/holidays.ts';
import { wordsOf } from '../../api.ts';
import { TextField } from '../../form/fields.tsx';
import { daySchemaWithin } from '../../form/near-days.ts';
import { NearDayField } from '../../form/NearDayField.tsx';
import { YesNoField } from '../../form/choice-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { REQUIRED } from '../../form/words.ts';
import { api, queryOf } from '../../office/api.ts';
import { useOperator } from '../../office/operator.ts';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import * as paths from '../../office/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { dayIn } from '../../ui/clock.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Table } from '../../ui/display/Table.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';

type Added = { day: Day; name: string; business: boolean };

/** Hands days to the second person, says how many instalments they postpone, and reloads. */
function useAdd(onDone: () => void) {
  const client = useQueryClient();
  return async (day: Added, urgent: boolean, idempotencyKey: string) => {
    const { data } = await api.servicing.addHolidays({ days: [day], urgent }, { idempotencyKey });
    onDone();
    const moved = data.loans > 0 ? `，${data.loans} 件案件的還款期限順延` : '';
    toast(urgent ? `已先行放假${moved}，請另一位同仁覆核` : `已送交覆核${moved}`);
    await client.invalidateQueries({ queryKey: ['servicing', 'listHolidays'] });
  };
}

/**
 * A day can be added at most this many years ahead, because the government publishes no later ones.
 */
const YEARS_AHEAD = 3;

const firstDay = () => addDays(dayIn() as Day, -HOLIDAY_BACK_DAYS);
const lastDay = () => toDay(`${Number(dayIn().slice(0, 4)) + YEARS_AHEAD}-12-31`);

const daySchemaOf = (first: Day, last: Day) =>
  z.object({
    day: daySchemaWithin(first, last),
    name: z.string().trim().min(1, REQUIRED).max(40),
    business: z.boolean(),
    urgent: z.boolean(),
  });

function DayForm({ onDone }: { onDone: () => void }) {
  const [first, last] = [firstDay(), lastDay()];
  const form = useZodForm(daySchemaOf(first, last), { business: false, urgent: false });
  const add = useAdd(onDone);
  return (
    <Form
      form={form}
      label="新增一天"
      onSubmit={({ urgent, ...day }, { idempotencyKey }) => add(day, urgent, idempotencyKey)}
    >
      <NearDayField name="day" label="日期" first={first} last={last} />
      <TextField name="name" label="名稱" hint="例如颱風停止上班、補班日" />
      <YesNoField name="business" label="這一天是" yes="補班（營業）" no="放假（不營業）" />
      <YesNoField
        name="urgent"
        label="生效"
        yes="立即先行放假（限今天或明天的颱風假）"
        no="另一位同仁覆核後"
        hint="先行放假者，另一位同仁須於 2 個營業日內覆核，否則自動復原；覆核後才通知借款人"
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>取消</Button>
        <SubmitButton>送出</SubmitButton>
      </div>
    </Form>
  );
}

function Undo({ row, year }: { row: Holiday; year: number }) {
  const client = useQueryClient();
  const remove = async () => {
    try {
      await api.servicing.removeHoliday({ day: row.day as Day });
      toast(`已提出復原 ${row.name}，請另一位同仁覆核`);
    } catch (error) {
      toast(wordsOf(error), { tone: 'info' });
    }
    await client.invalidateQueries({ queryKey: ['servicing', 'listHolidays', { year }] });
  };
  return (
    <IconButton label={`復原 ${row.day} ${row.name}`} onClick={() => void remove()}>
      <Undo2 size={18} aria-hidden="true" />
    </IconButton>
  );
}

const columnsFor = (year: number, mayChange: boolean) =>
  columnsOf(holidayList, {
    day: { head: true, cell: (row) => <DateText at={row.day} weekday /> },
    name: {},
    business: {
      cell: (row) => (row.business ? <Tag tone="info">補班</Tag> : <Tag tone="neutral">放假</Tag>),
    },
    source: {
      cell: ({ source, taskId }) =>
        taskId === null ? (
          holidaySourceText[source]
        ) : (
          <Link className="link" to={paths.task(taskId)}>
            {holidaySourceText[source]}
          </Link>
        ),
    },
    ...(mayChange && {
      acts: {
        cell: (row: Holiday) => (row.source === 'added' ? <Undo row={row} year={year} /> : '—'),
      },
    }),
  });

function Acts() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        look="primary"
        icon={<CalendarPlus size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        新增一天
      </Button>
      <Dialog open={open} onClose={close} title="新增一天">
        {open && <DayForm onDone={close} />}
      </Dialog>
    </div>
  );
}

function Years({ chosen }: { chosen: number }) {
  const now = Number(dayIn().slice(0, 4));
  const years = [now - 1, now, now + 1, now + 2, now + 3];
  return (
    <nav aria-label="年份">
      <ul className="flex flex-wrap gap-2">
        {years.map((one) => (
          <li key={one}>
            <Link
              className="office-filter"
              to={paths.holidays(one)}
              aria-current={one === chosen ? 'page' : undefined}
            >
              {one}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function HolidaysPage() {
  const [url] = useSearchParams();
  const year = Math.floor(Number(url.get('year'))) || Number(dayIn().slice(0, 4));
  const roles = useOperator().data?.data.roles ?? [];
  const mayChange = roles.includes('finance') || roles.includes('admin');
  const query = useQuery(queryOf('servicing', 'listHolidays', { year }));
  return (
    <ListPage
      title="假日"
      whom="出納或管理同仁"
      acts={<TableButtons table={holidayList.tables.data} input={{ year }} />}
      query={query}
      above={({ known }) => (
        <>
          {!known && (
            <Alert tone="warn" title={`尚無 ${year} 年的假日`}>
              目前只認得週末。年度假日隨新版本提供，請安裝含這一年假日的版本，應還日遇假日才會順延。
            </Alert>
          )}
          {mayChange && <Acts />}
        </>
      )}
      rows={({ data }) =>
        data.length > 0 && (
          <Table
            caption={`${year} 年，${data.length} 天`}
            columns={columnsFor(year, mayChange)}
            rows={data}
            rowKey={(row) => row.day}
          />
        )
      }
    >
      <Years chosen={year} />
    </ListPage>
  );
}
