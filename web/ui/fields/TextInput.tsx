// Single-line text input.
import type { ClipboardEvent, ComponentProps, ReactNode } from 'react';
import { pastedText } from './digits.ts';
import { useControl } from './Field.tsx';

/** Inserts what was pasted as `clean` returns it, before the browser cuts it at `maxLength`. */
function paste(event: ClipboardEvent<HTMLInputElement>, clean: (text: string) => string): void {
  const text = event.clipboardData.getData('text');
  const cleaned = clean(pastedText(text));
  if (cleaned === text || cleaned === '') return;
  event.preventDefault();
  // Unlike a new value, this can be undone and keeps the caret.
  document.execCommand('insertText', false, cleaned);
}

/**
 * Single-line input. `prefix` and `suffix` are drawn inside the box and are not part of the value.
 * What is pasted is cleaned before it is cut at `maxLength`.
 */
export function TextInput({
  prefix,
  suffix,
  clean = (text) => text,
  className = '',
  ...rest
}: Omit<ComponentProps<'input'>, 'prefix'> & {
  prefix?: ReactNode;
  suffix?: ReactNode;
  clean?: (text: string) => string;
}) {
  const input = (
    <input
      {...useControl()}
      className={`input ${className}`}
      onPaste={(event) => paste(event, clean)}
      {...rest}
    />
  );
  if (!prefix && !suffix) return input;
  return (
    <span className="input-box">
      {prefix && <span className="prefix">{prefix}</span>}
      {input}
      {suffix && <span className="suffix">{suffix}</span>}
    </span>
  );
}
