// Which version of a setting is in force, which comes next, and from when a new one may. Pure.
import { bankCodeOf } from '#contract/taiwan/banks.ts';
import { compareDays, startOfDay, type Day } from '#contract/core/day.ts';
import type { Role } from '#contract/core/endpoint.ts';
import { Refusal } from '#contract/refusals.ts';
import {
  changersOf,
  isNewItem,
  type ListItem,
  isListValue,
  isNumberName,
  isRatesName,
  isRatesValue,
  type ListName,
  listSettings,
  settingOf,
  type SettingName,
  type SettingValue,
  valueSchemaOf,
} from '#contract/settings/values.ts';
import type { SettingVersion } from '#contract/settings/calls.ts';

/** A version as the rules need it; always newest first. */
export type Ruled = {
  number: number;
  value: SettingValue;
  state: SettingVersion['state'];
  effectiveAt: Date | null;
};

export const isChecked = (name: SettingName): boolean => settingOf(name).checked;
export const initialOf = (name: SettingName): SettingValue => settingOf(name).initial;

/** Whether two values say the same, list items in their order. */
export function isSame(one: SettingValue, other: SettingValue): boolean {
  if (isListValue(one) && isListValue(other)) {
    return (
      one.length === other.length &&
      one.every(({ id, text, enabled }, at) => {
        const its = other[at];
        return its?.id === id && its.text === text && its.enabled === enabled;
      })
    );
  }
  if (isRatesValue(one) && isRatesValue(other)) {
    const rows = Object.keys({ ...one, ...other });
    return rows.every((id) => one[id] === other[id]);
  }
  return one === other;
}

/** The words of an id in a list, offered or not; empty where there is none. */
export const itemText = (list: readonly ListItem[], id: number | undefined): string =>
  list.find((item) => item.id === String(id))?.text ?? '';

/** A list as a version has it, with what was never named in it: an id that came with the code. */
export function listOf(name: ListName, version: readonly ListItem[] | undefined) {
  const { initial } = listSettings[name];
  if (!version) return initial;
  const named = new Set(version.map(({ id }) => id));
  return [...version, ...initial.filter(({ id }) => !named.has(id))];
}

/** Own ids of card banks: four digits, which no institution's code has. */
const OWN_BANKS_FROM = 1_001;

/**
 * Gives the new items of a list their ids: a bank's is its code, any other's the next number that
 * no item of any version ever had, in force or not.
 */
export function withIds(
  name: ListName,
  items: readonly ListItem[],
  ever: readonly ListItem[],
): ListItem[] {
  const taken = new Set([...listSettings[name].initial, ...ever].map(({ id }) => id));
  const first = name === 'cardBanks' ? OWN_BANKS_FROM : 1;
  // Issuers that are no banks came with the code under words: AMEX.
  const numbers = [...taken].filter((id) => /^\d+$/.test(id)).map(Number);
  let next = Math.max(first, ...numbers.map((number) => number + 1));
  return items.map((item) => {
    if (!isNewItem(item)) return item;
    const code = name === 'cardBanks' ? bankCodeOf(item.text) : null;
    const id = code !== null && !taken.has(code) ? code : String(next++);
    taken.add(id);
    return { ...item, id };
  });
}

export const isInForce = ({ state, effectiveAt }: Ruled, at: Date): boolean =>
  state === 'approved' && effectiveAt !== null && effectiveAt <= at;

/** The version in force at an instant; undefined where the first value still is. */
export const inForceOf = <V extends Ruled>(versions: readonly V[], at: Date): V | undefined =>
  versions.find((version) => isInForce(version, at));

/** The one that waits for a second person or for its day. */
export const comingOf = <V extends Ruled>(versions: readonly V[], at: Date): V | undefined =>
  versions.find(
    (version) =>
      version.state === 'waiting' || (version.state === 'approved' && !isInForce(version, at)),
  );

/** The value of a setting as its version in force says it, or as the code has it. */
export const valueOf = (name: SettingName, version: Ruled | undefined): SettingValue =>
  isNumberName(name) || isRatesName(name)
    ? (version?.value ?? initialOf(name))
    : listOf(name, version?.value as readonly ListItem[] | undefined);

/** What a version took the place of: the one agreed on before it. */
export function beforeOf(name: SettingName, versions: readonly Ruled[], number: number) {
  const earlier = versions.find((row) => row.state === 'approved' && row.number < number);
  return valueOf(name, earlier);
}

export function assertMayChange(name: SettingName, roles: readonly Role[]): void {
  if (!changersOf(name).some((role) => roles.includes(role))) throw new Refusal('ROLE_REQUIRED');
}

/** Refuses SETTING_VALUE, with what is wrong, for what the setting's own schema refuses. */
export function assertValue(name: SettingName, value: SettingValue, before: SettingValue): void {
  const { success, error } = valueSchemaOf(name, before).safeParse(value);
  if (success) return;
  throw new Refusal('SETTING_VALUE', { fields: { value: error.issues[0]?.message ?? '' } });
}

/**
 * From when a version proposed now is in force: never in the past, and what moves money never
 * before tomorrow, so that a second person can agree and everybody reads it beforehand.
 */
export function effectiveAtOf(
  name: SettingName,
  effectiveOn: Day | null,
  { now, today }: { now: Date; today: Day },
): Date {
  if (effectiveOn === null && !isChecked(name)) return now;
  if (effectiveOn === null || compareDays(effectiveOn, today) <= 0) {
    throw new Refusal('SETTING_DAY', { fields: { effectiveOn: '請選擇今天之後的日期' } });
  }
  return new Date(startOfDay(effectiveOn));
}
