// Table columns of data that the office writes in versions (plans, settings, messages), and of
// security events.
import { noticeCategoryText } from '#contract/notices/words.ts';
import { broadcastWords } from '#contract/messages/words.ts';
import type { Output } from '#contract/core/endpoint.ts';
import type { plansOffice } from '#contract/lending/plans.ts';
import {
  audienceGroupText,
  type ServerBroadcast,
  broadcastCategoryText,
} from '#contract/messages/broadcasts.ts';
import type { ServerWordingRow } from '#contract/messages/calls.ts';
import type { ServerSetting } from '#contract/settings/calls.ts';
import { formatRate } from '#contract/core/money.ts';
import { type RatesName, ratesSettings } from '#contract/settings/rates.ts';
import {
  isListValue,
  isNumberName,
  numberSettings,
  settingGroups,
  type SettingName,
  settingOf,
  type SettingValue,
} from '#contract/settings/values.ts';
import { type ServerSecurityEventRow, securityKinds } from '#contract/tasks/security.ts';
import { wayText } from '#contract/core/wording.ts';
import type { Columns } from './table.ts';

export type Plan = Output<(typeof plansOffice)['listPlans']>['data'][number];
type Version = NonNullable<Plan['current']>;
const inForce =
  <Cell>(cell: (version: Version) => Cell) =>
  ({ current }: Plan) =>
    current && cell(current);
export const plans: Columns<Plan> = [
  ['代號', (row) => row.slug],
  ['方案', (row) => row.listName],
  ['受理', inForce((version) => (version.enabled ? '是' : '否'))],
  ['額度下限', inForce((version) => version.amountMin)],
  ['額度上限', inForce((version) => version.amountMax)],
  ['利率下限 %', inForce((version) => version.rateMin)],
  ['利率上限 %', inForce((version) => version.rateMax)],
  ['期數', inForce((version) => version.installments.join(' '))],
  ['服務費率 %', inForce((version) => version.platformFeePercent)],
  ['最低服務費', inForce((version) => version.platformFeeMin)],
  ['現行版本', inForce((version) => version.number)],
  ['生效日', inForce((version) => version.effectiveOn)],
  ['下一版', (row) => row.coming?.number ?? null],
  ['下一版生效日', (row) => row.coming?.effectiveOn ?? null],
];

/**
 * Returns the value of a setting as text: a number unchanged, the offered options of a list, or
 * each row of a table of rates.
 */
function valueIn(name: SettingName, value: SettingValue) {
  if (typeof value === 'number') return value;
  if (isListValue(value)) {
    return value.flatMap(({ enabled, text }) => (enabled ? [text] : [])).join('、');
  }
  const { rows } = ratesSettings[name as RatesName];
  return rows.map(({ id, text }) => `${text} ${formatRate(value[id] ?? 0)}`).join('、');
}
export const settings: Columns<ServerSetting> = [
  ['代號', (row) => row.name],
  ['類別', (row) => settingGroups[settingOf(row.name).group]],
  ['設定', (row) => settingOf(row.name).text],
  ['現行', (row) => valueIn(row.name, row.value)],
  ['單位', (row) => (isNumberName(row.name) ? numberSettings[row.name].unit : null)],
  ['自', (row) => row.since],
  ['下一版', (row) => row.coming && valueIn(row.name, row.coming.value)],
  ['下一版生效', (row) => row.coming && (row.coming.effectiveOn ?? row.coming.madeAt)],
];

const waysIn = (ways: ServerWordingRow['ways']) => ways.map((way) => wayText[way]).join(' ');
export const wordings: Columns<ServerWordingRow> = [
  ['代號', (row) => row.key],
  ['通知', (row) => row.name],
  ['分類', (row) => noticeCategoryText[row.category].text],
  ['管道', (row) => waysIn(row.ways)],
  ['已改寫', (row) => waysIn(row.own)],
  ['最近變更', (row) => row.changedAt],
];

export const broadcasts: Columns<ServerBroadcast> = [
  ['編號', (row) => row.id],
  ['標題', (row) => row.title],
  ['分類', (row) => broadcastCategoryText[row.category]],
  ['對象', (row) => audienceGroupText[row.audience.group]],
  ['狀態', (row) => broadcastWords[row.status].text],
  ['寄送時間', (row) => row.sendAt],
  ['預計人數', (row) => row.counted],
  ['已通知', (row) => row.told],
  ['經辦', (row) => row.by],
  ['建立時間', (row) => row.madeAt],
  ['覆核', (row) => row.approvedBy],
  ['覆核時間', (row) => row.approvedAt],
  ['寄完時間', (row) => row.endedAt],
  ['原因', (row) => row.reason],
];

export const securityEvents: Columns<ServerSecurityEventRow> = [
  ['編號', (row) => row.id],
  ['首次時間', (row) => row.at],
  ['最後時間', (row) => row.until],
  ['事件', (row) => securityKinds[row.kind]],
  ['次數', (row) => row.times],
  ['位址', (row) => row.address],
  ['裝置', (row) => row.agent],
  ['會員編號', (row) => row.member],
  ['同事編號', (row) => row.operator?.id ?? null],
  ['同事', (row) => row.operator?.name ?? null],
  ['帳號代碼', (row) => row.account],
  ['功能代碼', (row) => row.call],
  ['結果代碼', (row) => row.code],
  ['事件代碼', (row) => row.kind],
  ['請求編號', (row) => row.requestId],
];
