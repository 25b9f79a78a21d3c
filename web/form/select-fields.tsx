// Fields for long texts and for choices from a list. They are separate from one-line fields because
// the sign-in pages need neither.
import { Select, TextArea, type Option } from '../ui/fields/Select.tsx';
import { Bind, type FieldProps } from './fields.tsx';

export function TextAreaField({
  limit,
  ...props
}: FieldProps & { limit?: number; placeholder?: string }) {
  const { placeholder, ...rest } = props;
  return (
    <Bind {...rest}>
      {(field) => (
        <TextArea
          {...field}
          value={field.value ?? ''}
          placeholder={placeholder}
          {...(limit !== undefined && { limit })}
          onChange={(event) =>
            field.onChange(
              event.target.value === '' && rest.optional ? undefined : event.target.value,
            )
          }
        />
      )}
    </Bind>
  );
}

/** A native select. With `numeric` the value is a number, as most ids of the contract are. */
export function SelectField({
  options,
  placeholder,
  numeric = false,
  autoComplete,
  onChosen,
  ...props
}: FieldProps & {
  options: readonly Option[];
  /** Text of the empty first option; null omits it if something is always chosen. */
  placeholder?: string | null;
  numeric?: boolean;
  autoComplete?: string;
  /** Called after a choice by the user, for other fields that depend on it. */
  onChosen?: (value: string) => void;
}) {
  return (
    <Bind {...props} verb="選擇">
      {(field) => (
        <Select
          {...field}
          value={field.value === undefined || field.value === null ? '' : String(field.value)}
          options={options}
          autoComplete={autoComplete}
          {...(placeholder !== undefined && { placeholder })}
          onChange={(event) => {
            const { value } = event.target;
            field.onChange(value === '' ? undefined : numeric ? Number(value) : value);
            onChosen?.(value);
          }}
        />
      )}
    </Bind>
  );
}
