// Fields of many lines and of a choice from a list, apart from those of one line because the pages
// where people come in need neither.
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

/** A native select. With `numeric` the value is a number, as most of the contract's ids are. */
export function SelectField({
  options,
  placeholder,
  numeric = false,
  autoComplete,
  onChosen,
  ...props
}: FieldProps & {
  options: readonly Option[];
  /** The empty first line; null leaves it out, where something always is chosen. */
  placeholder?: string | null;
  numeric?: boolean;
  autoComplete?: string;
  /** After a choice by the user; for what depends on it. */
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
