// Changes of a version: a number before and after, or the differences of a list line by line.
import { type RatesName, type RatesValue } from '#contract/settings/rates.ts';
import {
  isListValue,
  isRatesName,
  type SettingName,
  type SettingValue,
} from '#contract/settings/values.ts';
import { differencesOf, ratesChanged, valueText } from './setting.ts';

export function Changed({
  name,
  before,
  after,
}: {
  name: SettingName;
  before: SettingValue;
  after: SettingValue;
}) {
  if (typeof before === 'number' || typeof after === 'number') {
    return (
      <span>
        <del>{valueText(name, before)}</del> → <ins>{valueText(name, after)}</ins>
      </span>
    );
  }
  const lines =
    isRatesName(name) || !isListValue(before) || !isListValue(after)
      ? ratesChanged(name as RatesName, before as RatesValue, after as RatesValue)
      : differencesOf(before, after);
  if (lines.length === 0) return <span>沒有差異</span>;
  return (
    <ul className="ps-[1.25em] list-disc">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
