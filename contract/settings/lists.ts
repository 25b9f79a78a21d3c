// The list of settings: its columns on the page and in the exported file.
import * as calls from './calls.ts';
import { list, listsOf } from '../core/list.ts';
import { formatRate } from '../core/money.ts';
import { type RatesName, ratesSettings } from './rates.ts';
import {
  isListValue,
  isNumberName,
  numberSettings,
  settingGroups,
  type SettingName,
  settingOf,
  type SettingValue,
} from './values.ts';

/**
 * Formats a value for the list: a number unchanged, the enabled items of a list, or every row of a
 * rate table.
 */
function valueIn(name: SettingName, value: SettingValue) {
  if (typeof value === 'number') return value;
  if (isListValue(value)) {
    return value.flatMap(({ enabled, text }) => (enabled ? [text] : [])).join('、');
  }
  const { rows } = ratesSettings[name as RatesName];
  return rows.map(({ id, text }) => `${text} ${formatRate(value[id] ?? 0)}`).join('、');
}

export const settingList = list({
  call: 'settings.listSettings',
  name: '設定',
  path: '/ops/v1/settings',
  summary: 'Every setting: in force, since when, and what comes next',
  roles: ['finance', 'approver', 'auditor', 'admin'],
  row: calls.settingSchema,
  columns: {
    code: { word: '代號', value: (row) => row.name },
    group: { word: '類別', value: (row) => settingGroups[settingOf(row.name).group] },
    name: { word: '設定', value: (row) => settingOf(row.name).text },
    value: { word: '現行', value: (row) => valueIn(row.name, row.value) },
    unit: {
      word: '單位',
      value: (row) => (isNumberName(row.name) ? numberSettings[row.name].unit : null),
    },
    since: '自',
    coming: { word: '下一版', value: (row) => row.coming && valueIn(row.name, row.coming.value) },
    comingAt: {
      word: '下一版生效',
      value: (row) => row.coming && (row.coming.effectiveOn ?? row.coming.madeAt),
    },
  },
});

export const settingsLists = listsOf(settingList);
