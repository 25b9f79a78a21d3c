// The searchable select field; separate, so that only forms that use it load Base UI.
import { Combobox, type ComboboxItem } from '../ui/fields/Combobox.tsx';
import { Bind, type FieldProps } from './fields.tsx';

export function ComboboxField({
  items,
  placeholder,
  empty,
  ...props
}: FieldProps & { items: readonly ComboboxItem[]; placeholder?: string; empty?: string }) {
  return (
    <Bind {...props} verb="選擇">
      {(field) => (
        <Combobox
          items={items}
          name={field.name}
          value={field.value ?? ''}
          onValueChange={(value) => field.onChange(value === '' ? undefined : value)}
          onBlur={field.onBlur}
          {...(placeholder && { placeholder })}
          {...(empty && { empty })}
        />
      )}
    </Bind>
  );
}
