// Which version of a setting is in force, which is next, and when a new one may take effect. Pure
// functions.
import { bankCodeOf } from '#contract/taiwan/banks.ts';
import { compareDays, startOfDay, type Day } from '#contract/core/day.ts';
import type { Role } from '#contract/core/endpoint.ts';
import { initialListOf, initialOf } from '#contract/settings/initial.ts';
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
  settingOf,
  type SettingName,
  type SettingValue,
  valueSchemaOf,
} from '#contract/settings/values.ts';
import type { ServerSettingVersion } from '#contract/settings/calls.ts';

/** The fields of a version that the rules need; versions are always sorted newest first. */
export type Ruled = {
  number: number;
  value: SettingValue;
  state: ServerSettingVersion['state'];
  effectiveAt: Date | null;
};

const isChecked = (name: SettingName): boolean => settingOf(name).checked;

/** Returns whether two values are equal; for lists, the order of options counts too. */
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

/**
 * Returns the text of an option by its id, offered or not; empty if the list has no such option.
 */
export const itemText = (list: readonly ListItem[], id: number | undefined): string =>
  list.find((item) => item.id === `${id}`)?.text ?? '';

/**
 * Returns a list as a version defines it, followed by the options in the code that the version does
 * not contain.
 */
export function listOf(name: ListName, version: readonly ListItem[] | undefined) {
  const initial = initialListOf(name);
  if (!version) return initial;
  const named = new Set(version.map(({ id }) => id));
  return [...version, ...initial.filter(({ id }) => !named.has(id))];
}

/**
 * First id for card issuers that are not in the bank list: four digits, which no institution's code
 * has.
 */
const OWN_BANKS_FROM = 1_001;

/**
 * Assigns ids to new options of a list: a bank gets its bank code, any other option the next number
 * that no option of any version has ever used, in force or not.
 */
export function withIds(
  name: ListName,
  items: readonly ListItem[],
  ever: readonly ListItem[],
): ListItem[] {
  const taken = new Set([...initialListOf(name), ...ever].map(({ id }) => id));
  const first = name === 'cardBanks' ? OWN_BANKS_FROM : 1;
  // Some card issuers that are not banks have ids of letters in the code, such as AMEX; these are
  // skipped.
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

/** Returns the version in force at an instant; undefined if the initial value still applies. */
export const inForceOf = <V extends Ruled>(versions: readonly V[], at: Date): V | undefined =>
  versions.find((version) => isInForce(version, at));

/** Returns the version that waits for a second person or for its start day. */
export const comingOf = <V extends Ruled>(versions: readonly V[], at: Date): V | undefined =>
  versions.find(
    (version) =>
      version.state === 'waiting' || (version.state === 'approved' && !isInForce(version, at)),
  );

/** Returns the value of a setting in its version in force, or the initial value from the code. */
export const valueOf = (name: SettingName, version: Ruled | undefined): SettingValue =>
  isNumberName(name) || isRatesName(name)
    ? (version?.value ?? initialOf(name))
    : listOf(name, version?.value as readonly ListItem[] | undefined);

/** Returns the value that a version replaced, which is that of the version approved before it. */
export function beforeOf(name: SettingName, versions: readonly Ruled[], number: number) {
  const earlier = versions.find((row) => row.state === 'approved' && row.number < number);
  return valueOf(name, earlier);
}

export function assertMayChange(name: SettingName, roles: readonly Role[]): void {
  if (!changersOf(name).some((role) => roles.includes(role))) throw new Refusal('ROLE_REQUIRED');
}

/** Refuses SETTING_VALUE, with the reason, if the setting's own schema rejects the value. */
export function assertValue(name: SettingName, value: SettingValue, before: SettingValue): void {
  const { success, error } = valueSchemaOf(name, before).safeParse(value);
  if (success) return;
  throw new Refusal('SETTING_VALUE', { fields: { value: error.issues[0]?.message ?? '' } });
}

/**
 * Returns when a version proposed now takes effect: never in the past. A version that affects
 * members' money takes effect tomorrow at the earliest, so that a second person can approve it and
 * everybody can read it beforehand.
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
