// History of a setting, newest first: who changed it, when, old and new value, start and reason.
import type { ReactNode } from 'react';
import type { FullSetting, SettingVersion } from '#contract/settings/calls.ts';
import { DateText } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Tag } from '../../ui/display/Card.tsx';
import { Table, type Column } from '../../ui/display/Table.tsx';
import { Changed } from './Changed.tsx';
import { fromText, stateOf } from './setting.ts';

/** Text that is never broken into two lines. */
const Whole = ({ children }: { children: ReactNode }) => (
  <span className="whitespace-nowrap">{children}</span>
);

function Decided({ checker, decidedAt, decidedReason }: SettingVersion) {
  if (decidedAt === null) return '—';
  return (
    <span className="grid gap-1">
      <span>
        {checker}，<DateText at={decidedAt} />
      </span>
      {decidedReason && <span className="text-ink-2">{decidedReason}</span>}
    </span>
  );
}

const columnsFor = (setting: FullSetting, inForce: number | null): Column<SettingVersion>[] => [
  { key: 'number', label: '版本', head: true, cell: ({ number }) => <Whole>第 {number} 版</Whole> },
  {
    key: 'change',
    label: '變更',
    cell: ({ before, value }) => <Changed name={setting.name} before={before} after={value} />,
  },
  {
    key: 'state',
    label: '狀態',
    cell: (version) => {
      const { text, tone } = stateOf(version, inForce);
      return <Tag tone={tone}>{text}</Tag>;
    },
  },
  { key: 'from', label: '生效', cell: (version) => <Whole>{fromText(version)}</Whole> },
  {
    key: 'maker',
    label: '經辦與原因',
    cell: ({ maker, madeAt, reason }) => (
      <span className="grid gap-1">
        <span>
          {maker}，<DateText at={madeAt} />
        </span>
        <span className="text-ink-2">{reason}</span>
      </span>
    ),
  },
  { key: 'decided', label: '覆核或撤回', cell: (version) => <Decided {...version} /> },
];

export function Versions({ setting }: { setting: FullSetting }) {
  const { history, since } = setting;
  if (history.length === 0) {
    return (
      <Card as="section">
        <CardHead title="版本紀錄" />
        <p className="text-ink-3">還沒有任何變更，適用開站時的內容</p>
      </Card>
    );
  }
  const current = since && history.find(({ effectiveAt }) => effectiveAt === since);
  return (
    <Table
      caption={`版本紀錄，共 ${history.length} 版`}
      columns={columnsFor(setting, current ? current.number : null)}
      rows={history}
      rowKey={({ number }) => number}
    />
  );
}
