// Form of a report's sending: each month or week, on which day, and to which colleagues.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { ReportName } from '#contract/reports/print.ts';
import {
  mayReadReport,
  type ReportSchedule,
  type Rhythm,
  rhythms,
  SCHEDULE_DAY_MAX,
  SCHEDULE_RECIPIENTS_MAX,
} from '#contract/reports/schedules.ts';
import { CheckboxListField, RadioField } from '../../../form/choice-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../../form/Form.tsx';
import { SelectField } from '../../../form/select-fields.tsx';
import { api, queryOf } from '../../../office/api.ts';
import { Answered } from '../../../office/kit/Answered.tsx';
import { useOperator } from '../../../office/operator.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatDay } from '../../../ui/format.ts';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { weekdayText } from './words.ts';

const schema = z.object({
  rhythm: z.enum(rhythms),
  monthDay: z.int(),
  weekday: z.int(),
  recipients: z.array(z.string()).min(1, '請至少選擇一位').max(SCHEDULE_RECIPIENTS_MAX),
});

const monthDays = Array.from({ length: SCHEDULE_DAY_MAX }, (_, at) => {
  return { value: String(at + 1), label: `${at + 1} 日` };
});
const weekdays = weekdayText.map((label, at) => ({ value: String(at), label }));

type Colleague = { id: string; name: string };

function TimingFields({ rhythm }: { rhythm: Rhythm }) {
  return (
    <>
      <RadioField
        name="rhythm"
        label="頻率"
        columns={2}
        choices={[
          { value: 'monthly', title: '每月', about: '前一個月的報表' },
          { value: 'weekly', title: '每週', about: '當月到前一天的報表' },
        ]}
      />
      <SelectField
        key={rhythm}
        name={rhythm === 'weekly' ? 'weekday' : 'monthDay'}
        label={rhythm === 'weekly' ? '星期' : '日期'}
        hint="當天上午 8:00 寄出"
        numeric
        placeholder={null}
        options={rhythm === 'weekly' ? weekdays : monthDays}
      />
    </>
  );
}

function Fields({
  report,
  schedule,
  able,
  onDone,
}: {
  report: ReportName;
  schedule?: ReportSchedule | undefined;
  able: readonly Colleague[];
  onDone: () => void;
}) {
  const client = useQueryClient();
  const own = useOperator().data?.data;
  const ready = schedule?.recipients.filter(({ state }) => state === 'ready');
  const dayOf = (of: Rhythm) => (schedule && schedule.rhythm === of ? schedule.day : 1);
  const initial = {
    rhythm: schedule?.rhythm ?? ('monthly' as const),
    monthDay: dayOf('monthly'),
    weekday: dayOf('weekly'),
    recipients: ready ? ready.map(({ id }) => id) : own ? [own.id] : [],
  };
  const form = useZodForm(schema, initial);
  const rhythm = form.watch('rhythm');
  return (
    <Form
      form={form}
      label="定期寄送"
      onSubmit={async ({ monthDay, weekday, ...rest }, { idempotencyKey }) => {
        const wanted = { ...rest, day: rest.rhythm === 'weekly' ? weekday : monthDay };
        const { data } = schedule
          ? await api.reports.changeReportSchedule(
              { id: schedule.id, ...wanted },
              { idempotencyKey },
            )
          : await api.reports.scheduleReport({ report, ...wanted }, { idempotencyKey });
        onDone();
        const paused = schedule && schedule.nextOn === null;
        toast(paused ? '已儲存，目前暫停寄送' : `已儲存，下次寄送 ${formatDay(data.nextOn)}`);
        await client.invalidateQueries({ queryKey: ['reports', 'listReportSchedules'] });
      }}
    >
      <TimingFields rhythm={rhythm} />
      <CheckboxListField
        name="recipients"
        label="收件人"
        hint="只列出看得到這份報表的同仁；信中只有合計與連結，不附檔案"
        choices={able.map(({ id, name }) => ({ value: id, title: name }))}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>取消</Button>
        <SubmitButton>儲存</SubmitButton>
      </div>
    </Form>
  );
}

export function ScheduleForm({
  report,
  schedule,
  onDone,
}: {
  report: ReportName;
  /** The schedule to change; without it a new one. */
  schedule?: ReportSchedule | undefined;
  onDone: () => void;
}) {
  const query = useQuery(queryOf('tasks', 'colleagues', {}));
  return (
    <Answered query={query} what="同仁">
      {({ data }) => (
        <Fields
          report={report}
          schedule={schedule}
          able={data.filter(({ roles }) => mayReadReport(report, roles))}
          onDone={onDone}
        />
      )}
    </Answered>
  );
}
