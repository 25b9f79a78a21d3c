// Schedules of the reports that are sent by mail: when, to whom, and what was sent last.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reportTitle } from '#contract/reports/print.ts';
import type { ReportSchedule } from '#contract/reports/schedules.ts';
import { Link } from '../../../office/links/Link.tsx';
import { api, queryOf } from '../../../office/api.ts';
import { ConfirmButton } from '../../../office/editing/ConfirmButton.tsx';
import { List } from '../../../office/kit/ListPage.tsx';
import { useListUrl } from '../../../office/kit/listing.ts';
import { PageHead } from '../../../office/kit/PageHead.tsx';
import { useOperator } from '../../../office/operator.ts';
import * as paths from '../../../office/paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/display/Amount.tsx';
import { Tag } from '../../../ui/display/Card.tsx';
import type { Column } from '../../../ui/display/Table.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { useAct } from '../../../use-act.ts';
import { ReportTabs } from '../Report.tsx';
import { ScheduleForm } from './ScheduleForm.tsx';
import { timingText } from './words.ts';

const stateText = { ready: '', left: '已離職，不寄', unable: '已無權限，不寄' } as const;

/** A text with a note below it. */
function Line({ text, note = '' }: { text: string; note?: string }) {
  return (
    <span className="grid">
      {text}
      {note && <small className="text-ink-3">{note}</small>}
    </span>
  );
}

function useMove({ id }: ReportSchedule) {
  const client = useQueryClient();
  return useAct(
    async (to: 'paused' | 'active' | 'ended', words: string) => {
      await api.reports.moveReportSchedule({ id, to });
      toast(words);
      await client.invalidateQueries({ queryKey: ['reports', 'listReportSchedules'] });
    },
    { toasted: 'danger' },
  );
}

function Acts({ schedule, onChange }: { schedule: ReportSchedule; onChange: () => void }) {
  const { busy, run } = useMove(schedule);
  const paused = schedule.nextOn === null;
  return (
    <div className="flex flex-wrap xl:flex-nowrap gap-2 items-center">
      <Button size="sm" onClick={onChange}>
        修改
      </Button>
      <Button
        size="sm"
        busy={busy}
        onClick={() => void (paused ? run('active', '已恢復寄送') : run('paused', '已暫停寄送'))}
      >
        {paused ? '恢復' : '暫停'}
      </Button>
      <ConfirmButton
        title={`刪除「${reportTitle[schedule.report]}」的寄送？`}
        text="之後不再寄出這份報表；已寄出的信不受影響。"
        verb="刪除"
        onConfirm={() => run('ended', '已刪除寄送')}
      />
    </div>
  );
}

const columnsFor = (
  mayChange: (schedule: ReportSchedule) => boolean,
  onChange: (schedule: ReportSchedule) => void,
): Column<ReportSchedule>[] => [
  {
    key: 'report',
    label: '報表',
    head: true,
    cell: ({ report }) => (
      <Link className="link" to={paths.report(report)}>
        {reportTitle[report]}
      </Link>
    ),
  },
  {
    key: 'timing',
    label: '頻率',
    cell: (row) => <span className="whitespace-nowrap">{timingText(row)}</span>,
  },
  {
    key: 'owner',
    label: '設定者',
    cell: ({ owner }) => (
      <Line text={owner.name} note={owner.left ? '已離職，照常寄給其他人' : ''} />
    ),
  },
  {
    key: 'recipients',
    label: '收件人',
    cell: ({ recipients }) => (
      <span className="grid gap-1">
        {recipients.map(({ id, name, state }) => (
          <Line key={id} text={name} note={stateText[state]} />
        ))}
      </span>
    ),
  },
  {
    key: 'last',
    label: '上次寄送',
    cell: ({ last }) =>
      last ? (
        <span className="grid">
          <DateText at={last.at} />
          <small className="text-ink-3">
            {last.mails} 封{last.skipped > 0 && `，略過 ${last.skipped} 人`}
          </small>
        </span>
      ) : (
        '—'
      ),
  },
  {
    key: 'next',
    label: '下次寄送',
    cell: ({ nextOn }) =>
      nextOn ? <DateText at={nextOn} weekday /> : <Tag tone="neutral">暫停</Tag>,
  },
  {
    key: 'act',
    label: '動作',
    acts: true,
    cell: (schedule) =>
      mayChange(schedule) ? <Acts schedule={schedule} onChange={() => onChange(schedule)} /> : '—',
  },
];

export function SchedulesPage() {
  const url = useListUrl();
  const [changed, setChanged] = useState<ReportSchedule | null>(null);
  const own = useOperator().data?.data;
  const isAdmin = own?.roles.includes('admin') ?? false;
  const query = useQuery({
    ...queryOf('reports', 'listReportSchedules', url.asks),
    placeholderData: keepPreviousData,
  });
  const close = () => setChanged(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ReportTabs />
      <PageHead title="寄送排程" />
      <p className="text-ink-3">
        每到寄送日上午 8:00，收件人會收到一封信，內有報表的合計與連結，不附檔案。
      </p>
      <List
        query={query}
        what="寄送排程"
        pages={url}
        none={{ title: '還沒有寄送排程', hint: '在報表頁按「定期寄送」即可設定。' }}
        columns={columnsFor(({ owner }) => isAdmin || owner.id === own?.id, setChanged)}
        rowKey={({ id }) => id}
      />
      <Dialog
        open={changed !== null}
        onClose={close}
        title={changed ? `修改「${reportTitle[changed.report]}」的寄送` : ''}
      >
        {changed && <ScheduleForm report={changed.report} schedule={changed} onDone={close} />}
      </Dialog>
    </div>
  );
}
