// A month chosen by its year and its month: works by keyboard, by touch and in every browser.
import { useState } from 'react';
import { Select } from '../../ui/fields/Select.tsx';

const months = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'));

/** Years before and after the present one that can be chosen, besides that of the value. */
const [YEARS_BEFORE, YEARS_AFTER] = [6, 1];

function yearsAround(present: number, own: string): string[] {
  const first = present - YEARS_BEFORE;
  const count = YEARS_BEFORE + YEARS_AFTER + 1;
  const years = Array.from({ length: count }, (_, at) => String(first + at));
  return (own && !years.includes(own) ? [...years, own] : years).toSorted();
}

/** `defaultValue` is YYYY-MM or empty; the form gets a month under `name` once both are chosen. */
export function MonthSelects({
  name,
  label,
  defaultValue,
  presentYear,
}: {
  name: string;
  label: string;
  defaultValue: string;
  presentYear: number;
}) {
  const [ownYear = '', ownMonth = ''] = defaultValue.split('-');
  const [year, setYear] = useState(ownYear);
  const [month, setMonth] = useState(ownMonth);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,0.8fr)] gap-1.5">
      <Select
        value={year}
        placeholder="年"
        options={yearsAround(presentYear, ownYear).map((value) => ({ value, label: value }))}
        onChange={(event) => setYear(event.target.value)}
      />
      <Select
        id={`${name}-month`}
        aria-label={`${label}的月份`}
        value={month}
        placeholder="月"
        options={months.map((value) => ({ value, label: `${Number(value)} 月` }))}
        onChange={(event) => setMonth(event.target.value)}
      />
      <input type="hidden" name={name} value={year && month ? `${year}-${month}` : ''} />
    </div>
  );
}
