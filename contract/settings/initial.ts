// The value of each setting until its first version takes effect.
import { assignableKinds, taskRules } from '../tasks/kinds.ts';
import { ratesSettings } from './rates.ts';
import {
  isNumberName,
  isRatesName,
  type ListItem,
  type ListName,
  listSettings,
  numberSettings,
  type SettingName,
  type SettingValue,
} from './values.ts';

/** All kinds of tasks that may be assigned automatically, none of which is. */
const kinds: readonly ListItem[] = Object.entries(assignableKinds).map(([id, kind]) => ({
  id,
  text: taskRules[kind].text,
  enabled: false,
}));

/** Returns the options of a list until its first version takes effect. */
export const initialListOf = (name: ListName): readonly ListItem[] =>
  name === 'autoAssigned' ? kinds : listSettings[name].initial;

/** Returns the value of a setting until its first version takes effect. */
export function initialOf(name: SettingName): SettingValue {
  if (isNumberName(name)) return numberSettings[name].initial;
  return isRatesName(name) ? ratesSettings[name].initial : initialListOf(name);
}
