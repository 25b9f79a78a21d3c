// The calendar: days off of a year, adding a typhoon day, and pasting a whole year.
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { type Holiday, holidayList } from '#contract/servicing/lists.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus, ClipboardPaste, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { addDays, isDay, day as toDay, type Day } from '#contract/core/day.ts';
import { HOLIDAY_BACK_DAYS } from '#contract/taiwan/holidays.ts';
import { wordsOf } from '../../api.ts';
import { TextField } from '../../form/fields.tsx';
import { TextAreaField } from '../../form/select-fields.tsx';
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

type DayRow = { day: string; name: string; business: boolean; source: 'published' | 'added' };

/** Adds days off, shows how many instalments were postponed, and reloads the calendar. */
function useAdd(onDone: () => void) {
  const client = useQueryClient();
  return async (days: { day: Day; name: string; business: boolean }[], idempotencyKey: string) => {
    const { data } = await api.servicing.addHolidays({ days }, { idempotencyKey });
    onDone();
    const moved = data.loans > 0 ? `，${data.loans} 件案件的還款期限順延` : '';
    toast(`已新增 ${days.length} 天${moved}`);
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
  });

function DayForm({ onDone }: { onDone: () => void }) {
  const [first, last] = [firstDay(), lastDay()];
  const form = useZodForm(daySchemaOf(first, last), { business: false });
  const add = useAdd(onDone);
  return (
    <Form
      form={form}
      label="新增一天"
      onSubmit={(row, { idempotencyKey }) => add([row], idempotencyKey)}
    >
      <NearDayField name="day" label="日期" first={first} last={last} />
      <TextField name="name" label="名稱" hint="例如颱風停止上班、補班日" />
      <YesNoField name="business" label="這一天是" yes="補班（營業）" no="放假（不營業）" />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>取消</Button>
        <SubmitButton>新增並順延還款期限</SubmitButton>
      </div>
    </Form>
  );
}

/** Parses lines such as 2029-01-01 開國紀念日; a name that contains 補班 makes the day a working day. */
function daysIn(text: string): { day: Day; name: string; business: boolean }[] | null {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const days = lines.map((line) => {
    const [first = '', ...rest] = line.split(/[\s,，]+/);
    const on = first.replaceAll('/', '-');
    const name = rest.join(' ');
    return isDay(on) && name ? { day: on, name, business: name.includes('補班') } : null;
  });
  return days.length > 0 && days.every((one) => one !== null) ? days : null;
}

const importSchema = z.object({
  text: z
    .string()
    .max(8_000)
    .refine((text) => daysIn(text) !== null, '每行一天：日期與名稱，例如 2029-01-01 開國紀念日'),
});

function ImportForm({ onDone }: { onDone: () => void }) {
  const form = useZodForm(importSchema);
  const add = useAdd(onDone);
  return (
    <Form
      form={form}
      label="匯入一年的假日"
      onSubmit={({ text }, { idempotencyKey }) => add(daysIn(text)!, idempotencyKey)}
    >
      <TextAreaField
        name="text"
        label="假日清單"
        hint="從行政院人事行政總處的辦公日曆表貼上，每行一天；名稱含「補班」者視為營業日"
        placeholder="2029-01-01 開國紀念日"
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>取消</Button>
        <SubmitButton>匯入</SubmitButton>
      </div>
    </Form>
  );
}

function Remove({ row, year }: { row: DayRow; year: number }) {
  const client = useQueryClient();
  const remove = async () => {
    try {
      await api.servicing.removeHoliday({ day: row.day as Day });
      toast(`已移除 ${row.name}，已順延的期限不變`);
    } catch (error) {
      toast(wordsOf(error), { tone: 'info' });
    }
    await client.invalidateQueries({ queryKey: ['servicing', 'listHolidays', { year }] });
  };
  return (
    <IconButton label={`移除 ${row.day} ${row.name}`} onClick={() => void remove()}>
      <Trash2 size={18} aria-hidden="true" />
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
    source: { cell: (row) => (row.source === 'added' ? '自行新增' : '政府公告') },
    ...(mayChange && {
      acts: {
        cell: (row: Holiday) => (row.source === 'added' ? <Remove row={row} year={year} /> : '—'),
      },
    }),
  });

function Acts() {
  const [open, setOpen] = useState<'day' | 'year' | null>(null);
  const close = () => setOpen(null);
  const icon = { size: 18, 'aria-hidden': true } as const;
  return (
    <div className="flex flex-wrap gap-3">
      <Button look="primary" icon={<CalendarPlus {...icon} />} onClick={() => setOpen('day')}>
        新增一天
      </Button>
      <Button icon={<ClipboardPaste {...icon} />} onClick={() => setOpen('year')}>
        匯入一年的假日
      </Button>
      <Dialog open={open === 'day'} onClose={close} title="新增一天">
        {open === 'day' && <DayForm onDone={close} />}
      </Dialog>
      <Dialog open={open === 'year'} onClose={close} title="匯入一年的假日">
        {open === 'year' && <ImportForm onDone={close} />}
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
      whom="出納或管理同事"
      acts={<TableButtons list={holidayList} input={{ year }} read={api.servicing.holidaysTable} />}
      query={query}
      above={({ known }) => (
        <>
          {!known && (
            <Alert tone="warn" title={`尚無 ${year} 年的假日`}>
              目前只認得週末。請匯入政府公告的辦公日曆表，應還日遇假日才會順延。
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
