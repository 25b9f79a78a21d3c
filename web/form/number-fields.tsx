// Fields for digits and for money.
import { DigitsInput, MoneyInput } from '../ui/fields/DigitsInput.tsx';
import { Bind, type FieldProps } from './fields.tsx';

/** Field for digits that stay text: phone numbers, accounts. */
export function DigitsField({
  maxDigits,
  groupBy,
  autoComplete,
  placeholder,
  readOnly,
  ...props
}: FieldProps & {
  maxDigits?: number;
  groupBy?: number;
  autoComplete?: string;
  placeholder?: string;
  readOnly?: boolean;
}) {
  return (
    <Bind {...props}>
      {({ onChange, ...field }) => (
        <DigitsInput
          {...field}
          value={field.value ?? ''}
          onValueChange={(digits) => onChange(digits === '' && props.optional ? undefined : digits)}
          maxDigits={maxDigits}
          groupBy={groupBy}
          autoComplete={autoComplete}
          placeholder={placeholder}
          readOnly={readOnly}
        />
      )}
    </Bind>
  );
}

/** Field for whole NT$, as a number. */
export function MoneyField({
  maxDigits,
  placeholder,
  ...props
}: FieldProps & { maxDigits?: number; placeholder?: string }) {
  return (
    <Bind {...props}>
      {({ onChange, ...field }) => (
        <MoneyInput
          {...field}
          value={field.value ?? null}
          onValueChange={(amount) => onChange(amount ?? undefined)}
          {...(maxDigits !== undefined && { maxDigits })}
          placeholder={placeholder}
        />
      )}
    </Bind>
  );
}
