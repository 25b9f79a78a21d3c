// Text inputs: one line, many lines with a counter, and a native select.
import type { ComponentProps, ReactNode } from 'react';
import { useControl } from './Field.tsx';

/** One line. `prefix`/`suffix` are drawn inside the box and not part of the value. */
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

/** Many lines; with `limit` a counter says how many characters are left. */
export function TextArea({
  limit,
  value,
  className = '',
  ...rest
}: ComponentProps<'textarea'> & { limit?: number; value?: string }) {
  const length = [...(value ?? '')].length;
  return (
    <>
      <textarea {...useControl()} className={`input ${className}`} value={value} {...rest} />
      {limit !== undefined && (
        <p className={`field-hint text-end ${length > limit ? 'text-danger' : ''}`}>
          <span className="num">
            {length}／{limit}
          </span>
          <span className="visually-hidden"> 字</span>
        </p>
      )}
    </>
  );
}

export type Option = { value: string; label: string; disabled?: boolean };

/** The platform's own select: best on phones. `placeholder` is the empty first line. */
export function Select({
  options,
  placeholder = '請選擇',
  className = '',
  ...rest
}: ComponentProps<'select'> & { options: readonly Option[]; placeholder?: string | null }) {
  return (
    <select {...useControl()} className={`input ${className}`} {...rest}>
      {placeholder !== null && <option value="">{placeholder}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
