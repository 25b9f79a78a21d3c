// Multi-line text with a counter, and the browser's own select. They are in a separate file,
// because the sign-in and registration pages need neither.
import type { ComponentProps } from 'react';
import { useControl } from './Field.tsx';

/** Multi-line text; with `limit`, a counter shows how many characters are left. */
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

/**
 * The browser's native select, which works best on phones. `placeholder` is the empty first option.
 */
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
