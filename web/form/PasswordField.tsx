// Field for a password that can be shown.
import { PasswordInput } from '../ui/fields/PasswordInput.tsx';
import { Bind, type FieldProps } from './fields.tsx';

export function PasswordField({
  autoComplete,
  strength = false,
  ...props
}: FieldProps & { autoComplete: 'current-password' | 'new-password'; strength?: boolean }) {
  return (
    <Bind {...props}>
      {(field) => (
        <PasswordInput
          {...field}
          value={field.value ?? ''}
          autoComplete={autoComplete}
          strength={strength}
        />
      )}
    </Bind>
  );
}
