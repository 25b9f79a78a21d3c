// A month, selected in two fields with years of the ROC calendar (民國), as 'YYYY-MM'.
import { useState } from 'react';
import { Bind, type FieldProps } from '../../form/fields.tsx';
import { dayIn } from '../../ui/clock.ts';
import { useControl } from '../../ui/fields/Field.tsx';

const ROC_OFFSET = 1911;

function MonthSelects({
  value,
  years,
  onValueChange,
  onBlur,
}: {
  value: string;
  /** Number of past years that can be selected. */
  years: number;
  onValueChange: (month: string | undefined) => void;
  onBlur: () => void;
}) {
  const invalid = useControl()['aria-invalid'];
  const [kept, setKept] = useState(() => {
    const [year = '', month = ''] = value.split('-');
    return { year, month };
  });
  const [thisYear = 0, thisMonth = 12] = dayIn().split('-').map(Number);
  /** Future months of this year are not offered. */
  const months = Number(kept.year) === thisYear ? thisMonth : 12;
  const set = (change: Partial<typeof kept>) => {
    const next = { ...kept, ...change };
    if (Number(next.year) === thisYear && Number(next.month) > thisMonth) next.month = '';
    setKept(next);
    onValueChange(next.year && next.month ? `${next.year}-${next.month}` : undefined);
  };
  return (
    <div className="grid grid-cols-[1.7fr_1fr] gap-2 md:max-w-md">
      <select
        className="input"
        aria-label="民國年"
        aria-invalid={invalid}
        value={kept.year}
        onBlur={onBlur}
        onChange={(event) => set({ year: event.target.value })}
      >
        <option value="">民國年</option>
        {Array.from({ length: years }, (_, i) => thisYear - i).map((year) => (
          <option key={year} value={year}>
            {year - ROC_OFFSET} 年（{year}）
          </option>
        ))}
      </select>
      <select
        className="input"
        aria-label="月"
        aria-invalid={invalid}
        value={kept.month}
        onBlur={onBlur}
        onChange={(event) => set({ month: event.target.value })}
      >
        <option value="">月</option>
        {Array.from({ length: months }, (_, i) => i + 1).map((month) => (
          <option key={month} value={String(month).padStart(2, '0')}>
            {month} 月
          </option>
        ))}
      </select>
    </div>
  );
}

export function MonthField({ years = 50, ...props }: FieldProps & { years?: number }) {
  return (
    <Bind {...props} verb="選擇" group>
      {(field) => (
        <MonthSelects
          value={(field.value as string | undefined) ?? ''}
          years={years}
          onValueChange={field.onChange}
          onBlur={field.onBlur}
        />
      )}
    </Bind>
  );
}
