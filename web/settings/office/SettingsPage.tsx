// All settings by group with current and next value, and the rules that cannot be changed.
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { settingList } from '#contract/settings/lists.ts';
import { useQuery } from '@tanstack/react-query';
import {
  type SettingGroup,
  settingGroups,
  type SettingName,
  settingOf,
} from '#contract/settings/values.ts';
import type { Setting } from '#contract/settings/calls.ts';
import { queryOf } from '../../office/api.ts';
import { ListPage } from '../../office/kit/ListPage.tsx';
import * as paths from '../../office/paths.ts';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag } from '../../ui/display/Card.tsx';
import { Table } from '../../ui/display/Table.tsx';
import { fixedRules } from './fixed-rules.ts';
import { fromText, stateOf, valueText } from './setting.ts';

function Coming({ name, coming }: { name: SettingName; coming: NonNullable<Setting['coming']> }) {
  const { text, tone } = stateOf(coming, null);
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Tag tone={tone}>{text}</Tag>
      <span>
        {typeof coming.value === 'number' && `${valueText(name, coming.value)}，`}
        {fromText(coming)} 起
      </span>
    </span>
  );
}

const columns = columnsOf(settingList, {
  name: {
    head: true,
    cell: ({ name }) => (
      <Link className="office-row-link" to={paths.setting(name)} data-stretch="" data-row="">
        {settingOf(name).text}
      </Link>
    ),
  },
  value: { cell: ({ name, value }) => valueText(name, value) },
  since: { cell: ({ since }) => (since ? <DateText at={since} /> : '開站以來未變更') },
  coming: {
    cell: ({ name, coming }) => (coming ? <Coming name={name} coming={coming} /> : '—'),
  },
});

function Fixed() {
  return (
    <Card as="section">
      <CardHead title="不在此調整的規則" />
      <p className="mb-4 text-ink-2">
        下列數字由法令或已簽訂的契約訂定，變更時須修訂契約與政策條文，並隨新版程式一起發布。
      </p>
      <Facts
        facts={fixedRules.map(({ text, value, source }) => ({ name: text, value, note: source }))}
      />
    </Card>
  );
}

export function SettingsPage() {
  const list = useQuery(queryOf('settings', 'listSettings', {}));
  return (
    <ListPage
      title="設定"
      note={
        <p className="text-ink-2">
          每次變更都是一個新版本，留下經辦、原因與生效時間；已成立的訂單與契約維持成立當時的內容。
        </p>
      }
      acts={<TableButtons table={settingList.tables.data} input={{}} />}
      query={list}
      rows={({ data }) => (
        <div className="office-rows office-settings grid gap-8">
          {Object.entries(settingGroups).map(([group, text]) => (
            <Table
              key={group}
              caption={text}
              columns={columns}
              rows={data.filter(({ name }) => settingOf(name).group === (group as SettingGroup))}
              rowKey={({ name }) => name}
            />
          ))}
          <Fixed />
        </div>
      )}
    />
  );
}
