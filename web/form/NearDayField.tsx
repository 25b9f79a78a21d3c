// Field for a day near today: a button for each named day, and a date picker for other days.
import { type Day, formatDayWithWeekday, isDay } from '#contract/core/day.ts';
import { dayIn } from '../ui/clock.ts';
import { TextInput } from '../ui/fields/TextInput.tsx';
import { Bind, type FieldProps } from './fields.tsx';
import { type NearDay, nearDays } from './near-days.ts';

/**
 * Field for a day 'YYYY-MM-DD' from `first` to `last`, both included. Throws RangeError if there is
 * no such day.
 */
export function NearDayField({
  first,
  last,
  more = [],
  ...props
}: FieldProps & {
  first: Day;
  last: Day;
  /** Further named days, which come after the usual ones. */
  more?: readonly NearDay[];
}) {
  const near = [...nearDays(dayIn() as Day, first, last), ...more];
  return (
    <Bind {...props} verb="選擇">
      {(field) => (
        <div className="grid gap-2">
          <div className="chips" role="group" aria-label={`常用的${props.label}`}>
            {near.map(({ on, name }) => (
              <button
                key={name}
                type="button"
                className="chip"
                aria-pressed={field.value === on}
                aria-label={`${name} ${formatDayWithWeekday(on)}`}
                onClick={() => field.onChange(on)}
              >
                {name}
              </button>
            ))}
          </div>
          <TextInput
            {...field}
            type="date"
            min={first}
            max={last}
            value={field.value ?? ''}
            onChange={(event) => field.onChange(event.target.value || undefined)}
          />
          <p className="field-hint" aria-live="polite">
            {isDay(field.value ?? '') ? formatDayWithWeekday(field.value) : ' '}
          </p>
        </div>
      )}
    </Bind>
  );
}
