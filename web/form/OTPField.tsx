// Field for a code that came by text message or mail.
import { OTPInput } from '../ui/fields/OTPInput.tsx';
import { Bind, type FieldProps } from './fields.tsx';

export function OTPField({
  length,
  onComplete,
  ...props
}: FieldProps & { length?: 6 | 8; onComplete?: (code: string) => void }) {
  return (
    <Bind {...props}>
      {({ onChange, ref: _ref, ...field }) => (
        <OTPInput
          {...field}
          value={field.value ?? ''}
          onValueChange={onChange}
          {...(length && { length })}
          {...(onComplete && { onComplete })}
        />
      )}
    </Bind>
  );
}
