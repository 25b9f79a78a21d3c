// A date in three selects with years of the ROC calendar (民國); the Western year is shown beside it.
import { useState } from 'react';
import { useControl } from './Field.tsx';

const two = (n: string) => n.padStart(2, '0');

/** Returns the days of a month; February of an unknown year may have 29. */
export function daysInMonth(year: number | null, month: number): number {
  if (month === 2) {
    const leap = year === null || (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
    return leap ? 29 : 28;
  }
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

type Parts = { year: string; month: string; day: string };

/** Splits 'YYYY-MM-DD' into parts without leading zeros; '' gives empty parts. */
export function partsOf(date: string): Parts {
  const [year = '', month = '', day = ''] = date.split('-');
  return { year, month: month.replace(/^0/, ''), day: day.replace(/^0/, '') };
}

/**
 * Joins the parts to 'YYYY-MM-DD'; '' while incomplete. An impossible day is passed on for the
 * schema to refuse.
 */
export function dateOf({ year, month, day }: Parts): string {
  return year && month && day ? `${year}-${two(month)}-${two(day)}` : '';
}

function Part({
  name,
  token,
  value,
  options,
  onChange,
  invalid,
  onBlur,
  autoComplete,
}: {
  name: string;
  token: string;
  value: string;
  options: [value: number, text: string][];
  onChange: (value: string) => void;
  invalid: true | undefined;
  onBlur: (() => void) | undefined;
  autoComplete: 'bday' | undefined;
}) {
  return (
    <select
      className="input"
      aria-label={name}
      aria-invalid={invalid}
      autoComplete={autoComplete ? token : 'off'}
      value={value}
      onBlur={onBlur}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{name}</option>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** Returns the years to choose from, the latest first. Throws RangeError if there would be none. */
export function yearsBetween(fromYear: number, toYear: number): number[] {
  if (fromYear > toYear) throw new RangeError(`no year from ${fromYear} to ${toYear}`);
  return Array.from({ length: toYear - fromYear + 1 }, (_, i) => toYear - i);
}

/**
 * A date as three selects, to be put in a FieldGroup. Years run from `toYear` back to `fromYear`
 * (Western numbers).
 */
export function DateSelects({
  value,
  onValueChange,
  onBlur,
  fromYear,
  toYear,
  autoComplete,
}: {
  value: string;
  onValueChange: (value: string) => void;
  onBlur?: () => void;
  fromYear: number;
  toYear: number;
  /** With `bday`, the browser may fill the three parts in automatically. */
  autoComplete?: 'bday';
}) {
  const control = useControl();
  const [kept, setKept] = useState<Parts>(() => partsOf(value));
  const parts = value && value !== dateOf(kept) ? partsOf(value) : kept;
  const set = (change: Partial<Parts>) => {
    const next = { ...parts, ...change };
    const last = daysInMonth(next.year ? Number(next.year) : null, Number(next.month || '1'));
    if (next.month && Number(next.day) > last) next.day = '';
    setKept(next);
    onValueChange(dateOf(next));
  };
  const years = yearsBetween(fromYear, toYear);
  const days = daysInMonth(parts.year ? Number(parts.year) : null, Number(parts.month || '1'));
  const common = { invalid: control['aria-invalid'], onBlur, autoComplete };
  return (
    <div>
      <div className="grid grid-cols-[1.2fr_1fr_1fr] gap-2 md:max-w-md">
        <Part
          {...common}
          name="民國年"
          token="bday-year"
          value={parts.year}
          options={years.map((year) => [year, `${year - 1911} 年`])}
          onChange={(year) => set({ year })}
        />
        <Part
          {...common}
          name="月"
          token="bday-month"
          value={parts.month}
          options={Array.from({ length: 12 }, (_, i) => [i + 1, `${i + 1} 月`])}
          onChange={(month) => set({ month })}
        />
        <Part
          {...common}
          name="日"
          token="bday-day"
          value={parts.day}
          options={Array.from({ length: days }, (_, i) => [i + 1, `${i + 1} 日`])}
          onChange={(day) => set({ day })}
        />
      </div>
      <p className="field-hint mt-1.5" aria-live="polite">
        {parts.year ? `西元 ${parts.year} 年` : ' '}
      </p>
    </div>
  );
}
