// Inputs for digits: amounts with thousands separators while typing, grouped account numbers.
import { useLayoutEffect, useRef, useState, type ChangeEvent, type ComponentProps } from 'react';
import { afterDigit, digitsOf, grouped, hasPoint, thousands, wholeDigitsOf } from './digits.ts';
import { useControl } from './Field.tsx';

type Base = Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'type' | 'prefix' | 'maxLength' | 'defaultValue'
>;

/**
 * Formats the digits with `format` while the caret keeps its place among them. Does not interfere
 * with an input method until its composition is finished.
 */
function useFormatted(
  digits: string,
  read: (text: string) => string,
  format: (digits: string) => string,
  onDigits: (digits: string, text: string) => void,
) {
  const ref = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const [composing, setComposing] = useState<string | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null || !ref.current || composing !== null) return;
    const at = afterDigit(ref.current.value, caret.current);
    if (document.activeElement === ref.current) ref.current.setSelectionRange(at, at);
    caret.current = null;
  });
  const take = (input: HTMLInputElement) => {
    const end = input.selectionStart ?? input.value.length;
    caret.current = read(input.value.slice(0, end)).length;
    onDigits(read(input.value), input.value);
  };
  return {
    ref,
    value: composing ?? format(digits),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      if ((event.nativeEvent as InputEvent).isComposing) setComposing(event.target.value);
      else take(event.target);
    },
    onCompositionEnd: (event: { currentTarget: HTMLInputElement }) => {
      setComposing(null);
      take(event.currentTarget);
    },
  };
}

/**
 * Input for whole NT$. `value` is a number or null; digits beyond `maxDigits` and behind a decimal
 * point are cut off. A point that was typed stays until the field is left: if it vanished at once,
 * the cents typed after it would make the amount a hundred times as much.
 */
export function MoneyInput({
  value,
  onValueChange,
  maxDigits = 9,
  className = '',
  onBlur,
  ...rest
}: Base & {
  value: number | null;
  onValueChange: (value: number | null) => void;
  maxDigits?: number;
}) {
  const [pointed, setPointed] = useState(false);
  const shown = useFormatted(
    value === null || Number.isNaN(value) ? '' : String(value),
    (text) => wholeDigitsOf(text, maxDigits),
    (digits) => thousands(digits) + (pointed && digits !== '' ? '.' : ''),
    (digits, text) => {
      setPointed(hasPoint(text));
      onValueChange(digits === '' ? null : Number(digits));
    },
  );
  return (
    <span className="input-box">
      <span className="prefix" aria-hidden="true">
        $
      </span>
      <input
        {...useControl()}
        inputMode="numeric"
        autoComplete="off"
        data-numeric=""
        className={`input ${className}`}
        {...rest}
        {...shown}
        onBlur={(event) => {
          setPointed(false);
          onBlur?.(event);
        }}
      />
    </span>
  );
}

/**
 * Input for digits that identify something and are not an amount (phone, account): leading zeros
 * are kept.
 */
export function DigitsInput({
  value,
  onValueChange,
  maxDigits = 20,
  groupBy,
  className = '',
  ...rest
}: Base & {
  value: string;
  onValueChange: (value: string) => void;
  maxDigits?: number;
  groupBy?: number;
}) {
  const shown = useFormatted(
    value,
    (text) => digitsOf(text, maxDigits),
    (digits) => (groupBy ? grouped(digits, groupBy) : digits),
    onValueChange,
  );
  return (
    <input
      {...useControl()}
      inputMode="numeric"
      autoComplete="off"
      data-numeric=""
      className={`input ${className}`}
      {...rest}
      {...shown}
    />
  );
}
