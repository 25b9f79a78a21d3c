// Formats a setting's value with its unit, and the state of its versions.
import type { StateWord } from '#contract/core/state-words.ts';
import { inForceWords, versionWords } from '#contract/core/version-words.ts';
import { type RatesName, ratesSettings, type RatesValue } from '#contract/settings/rates.ts';
import {
  isListValue,
  isNumberName,
  isRatesName,
  type ListItem,
  numberSettings,
  type SettingName,
  type SettingValue,
} from '#contract/settings/values.ts';
import { formatRate } from '#contract/core/money.ts';
import type { SettingVersion } from '#contract/settings/calls.ts';
import { now } from '../../ui/clock.ts';
import { formatDay, formatInstant, formatMoney, formatNumber } from '../../ui/format.ts';

/** Returns the rows of a table of rates with their labels, in order. */
export const ratesIn = (name: RatesName, value: RatesValue) =>
  ratesSettings[name].rows.map(({ id, text }) => ({ id, text, bps: value[id] ?? 0 }));

/** Returns the rows of a table of rates that differ between two versions. */
export function ratesChanged(name: RatesName, before: RatesValue, after: RatesValue) {
  const old = new Map(ratesIn(name, before).map(({ id, bps }) => [id, bps]));
  return ratesIn(name, after)
    .filter(({ id, bps }) => old.get(id) !== bps)
    .map(({ text, id, bps }) => `${text} ${formatRate(old.get(id) ?? 0)} → ${formatRate(bps)}`);
}

export function valueText(name: SettingName, value: SettingValue): string {
  if (isListValue(value)) {
    return `${value.filter(({ enabled }) => enabled).length} 項啟用，共 ${value.length} 項`;
  }
  if (typeof value !== 'number' || !isNumberName(name)) {
    if (!isRatesName(name)) return '—';
    const rates = ratesIn(name, value as RatesValue).map(({ bps }) => bps);
    return `${formatRate(Math.min(...rates))} 至 ${formatRate(Math.max(...rates))}`;
  }
  const { unit } = numberSettings[name];
  return unit === '元' ? formatMoney(value) : `${formatNumber(value)} ${unit}`;
}

/** Returns the time from which a version applies. */
export function fromText({ effectiveOn, madeAt }: SettingVersion): string {
  return effectiveOn === null ? formatInstant(madeAt) : formatDay(effectiveOn);
}

/**
 * Returns label and colour for the state of a version; `inForce` is the number of the version in
 * force.
 */
export function stateOf(
  { state, number, effectiveAt }: SettingVersion,
  inForce: number | null,
): StateWord {
  if (state === 'waiting' || state === 'returned') return versionWords[state];
  if (state === 'withdrawn') return versionWords.recalled;
  if (number === inForce) return inForceWords.current.office;
  const isComing = effectiveAt !== null && Date.parse(effectiveAt) > now();
  return inForceWords[isComing ? 'coming' : 'past'].office;
}

const named = (items: readonly ListItem[]) => items.map(({ text }) => `「${text}」`).join('、');

/** Returns the differences between two versions of a list, one line each. */
export function differencesOf(
  before: readonly ListItem[],
  after: readonly ListItem[],
): readonly string[] {
  const old = new Map(before.map((item) => [item.id, item]));
  const turned = (on: boolean) =>
    after.filter(({ id, enabled }) => enabled === on && old.get(id)?.enabled === !on);
  const renamed = after.filter(({ id, text }) => old.get(id) && old.get(id)?.text !== text);
  const added = after.filter(({ id }) => !old.has(id));
  const kept = after.filter(({ id }) => old.has(id));
  const moved = kept.some(({ id }, at) => before[at]?.id !== id);
  const [off, on] = [turned(false), turned(true)];
  return [
    ...(added.length > 0 ? [`新增${named(added)}`] : []),
    ...(off.length > 0 ? [`停用${named(off)}`] : []),
    ...(on.length > 0 ? [`啟用${named(on)}`] : []),
    ...renamed.map(({ id, text }) => `「${old.get(id)?.text}」改為「${text}」`),
    ...(moved ? ['調整順序'] : []),
  ];
}
