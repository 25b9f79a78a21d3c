// Form field for a day.
import { DateSelects } from '../ui/fields/DateSelects.tsx';
import { Bind, type FieldProps } from './fields.tsx';

/**
 * Edits a day 'YYYY-MM-DD' with three selects for year, month and day; years are those of the ROC
 * calendar (民國).
 */
export function DateField({
  fromYear,
  toYear,
  autoComplete,
  ...props
}: FieldProps & { fromYear: number; toYear: number; autoComplete?: 'bday' }) {
  return (
    <Bind {...props} verb="選擇" group>
      {(field) => (
        <DateSelects
          value={field.value ?? ''}
          onValueChange={field.onChange}
          onBlur={field.onBlur}
          fromYear={fromYear}
          toYear={toYear}
          {...(autoComplete && { autoComplete })}
        />
      )}
    </Bind>
  );
}
