// Single-line text input.
import type { ComponentProps, ReactNode } from 'react';
import { useControl } from './Field.tsx';

/**
 * Single-line input. `prefix` and `suffix` are drawn inside the box and are not part of the value.
 */
export function TextInput({
  prefix,
  suffix,
  className = '',
  ...rest
}: Omit<ComponentProps<'input'>, 'prefix'> & { prefix?: ReactNode; suffix?: ReactNode }) {
  const input = <input {...useControl()} className={`input ${className}`} {...rest} />;
  if (!prefix && !suffix) return input;
  return (
    <span className="input-box">
      {prefix && <span className="prefix">{prefix}</span>}
      {input}
      {suffix && <span className="suffix">{suffix}</span>}
    </span>
  );
}
