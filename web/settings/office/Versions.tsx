// Who changed a setting, when, from what to what, from when on, and why; newest first.
import type { FullSetting, SettingVersion } from '#contract/settings.ts';
import { EmptyState } from '../../ui/Alert.tsx';
import { DateText } from '../../ui/Amount.tsx';
import { Tag } from '../../ui/Card.tsx';
import { Table, type Column } from '../../ui/Table.tsx';
import { fromText, stateOf, valueText } from './setting.ts';

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
  { key: 'number', label: '版本', head: true, cell: ({ number }) => `第 ${number} 版` },
  {
    key: 'change',
    label: '變更',
    cell: ({ before, value }) =>
      `${valueText(setting.name, before)} → ${valueText(setting.name, value)}`,
  },
  {
    key: 'state',
    label: '狀態',
    cell: (version) => {
      const { text, tone } = stateOf(version, inForce);
      return <Tag tone={tone}>{text}</Tag>;
    },
  },
  { key: 'from', label: '生效', cell: (version) => fromText(version) },
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
    return <EmptyState title="還沒有任何變更">第一次變更之前，適用開站時的內容。</EmptyState>;
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
