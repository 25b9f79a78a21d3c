// A date in three selects with 民國 years; the Western year is said beside it.
import { useState } from 'react';
import { useControl } from './Field.tsx';

const two = (n: string) => n.padStart(2, '0');

/** Days of a month; February of an unknown year may have 29. */
export function daysInMonth(year: number | null, month: number): number {
  if (month === 2) {
    const leap = year === null || (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
    return leap ? 29 : 28;
  }
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

type Parts = { year: string; month: string; day: string };

/** 'YYYY-MM-DD' → its parts without leading zeros; '' → empty parts. */
export function partsOf(date: string): Parts {
  const [year = '', month = '', day = ''] = date.split('-');
  return { year, month: month.replace(/^0/, ''), day: day.replace(/^0/, '') };
}

/** Parts → 'YYYY-MM-DD'; '' while incomplete; an impossible day passes for the schema to refuse. */
export function dateOf({ year, month, day }: Parts): string {
  return year && month && day ? `${year}-${two(month)}-${two(day)}` : '';
}

/** Put it in a FieldGroup. Years run from `toYear` back to `fromYear` (Western numbers). */
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
  /** `bday` gives the three parts their autofill tokens. */
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
  const years = Array.from({ length: toYear - fromYear + 1 }, (_, i) => toYear - i);
  const days = daysInMonth(parts.year ? Number(parts.year) : null, Number(parts.month || '1'));
  const common = { 'aria-invalid': control['aria-invalid'], onBlur, className: 'input' } as const;
  const token = (part: string) => (autoComplete ? `bday-${part}` : 'off');
  return (
    <div>
      <div className="grid grid-cols-[1.4fr_1fr_1fr] gap-2 md:max-w-md">
        <select
          {...common}
          aria-label="民國年"
          autoComplete={token('year')}
          value={parts.year}
          onChange={(event) => set({ year: event.target.value })}
        >
          <option value="">民國年</option>
          {years.map((year) => (
            <option key={year} value={year}>{`${year - 1911} 年`}</option>
          ))}
        </select>
        <select
          {...common}
          aria-label="月"
          autoComplete={token('month')}
          value={parts.month}
          onChange={(event) => set({ month: event.target.value })}
        >
          <option value="">月</option>
          {Array.from({ length: 12 }, (_, i) => (
            <option key={i} value={i + 1}>{`${i + 1} 月`}</option>
          ))}
        </select>
        <select
          {...common}
          aria-label="日"
          autoComplete={token('day')}
          value={parts.day}
          onChange={(event) => set({ day: event.target.value })}
        >
          <option value="">日</option>
          {Array.from({ length: days }, (_, i) => (
            <option key={i} value={i + 1}>{`${i + 1} 日`}</option>
          ))}
        </select>
      </div>
      <p className="field-hint mt-1.5" aria-live="polite">
        {parts.year ? `西元 ${parts.year} 年` : ' '}
      </p>
    </div>
  );
}
