// Input for a one-time code: one real input, which phones can fill in automatically, drawn as six
// boxes.
import { useState, type ComponentProps } from 'react';
import { digitsOf } from './digits.ts';
import { useControl } from './Field.tsx';
import './capture.css';

/** `onComplete` is called once all digits are entered; paste and autofill work. */
export function OTPInput({
  value,
  onValueChange,
  onComplete,
  length = 6,
  ...rest
}: Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'maxLength'> & {
  value: string;
  onValueChange: (value: string) => void;
  onComplete?: (value: string) => void;
  length?: 6 | 8;
}) {
  const control = useControl();
  const [focused, setFocused] = useState(false);
  return (
    <div
      className="otp"
      data-length={length}
      data-invalid={control['aria-invalid'] ? '' : undefined}
    >
      <input
        {...control}
        type="text"
        inputMode="numeric"
        pattern="\d*"
        autoComplete="one-time-code"
        {...rest}
        value={value}
        onFocus={() => setFocused(true)}
        onBlur={(event) => {
          setFocused(false);
          rest.onBlur?.(event);
        }}
        onChange={(event) => {
          const digits = digitsOf(event.target.value, length);
          if (digits === value) return;
          onValueChange(digits);
          if (digits.length === length) onComplete?.(digits);
        }}
      />
      {Array.from({ length }, (_, i) => (
        <span
          key={i}
          aria-hidden="true"
          data-active={focused && i === Math.min(value.length, length - 1) ? '' : undefined}
        >
          {value[i] ?? ''}
        </span>
      ))}
    </div>
  );
}
