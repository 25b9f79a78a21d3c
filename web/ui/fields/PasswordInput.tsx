// Password input: can be revealed, and shows the strength without composition rules.
import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { useControl } from './Field.tsx';
import './capture.css';

/**
 * Returns 0 (empty) to 4 according to length, variety and repetition; a hint for people, never a
 * requirement.
 */
export function strengthOf(password: string): number {
  const length = [...password].length;
  if (length === 0) return 0;
  const distinct = new Set(password).size;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) =>
    kind.test(password),
  ).length;
  if (length < 8 || distinct < 5 || /^(?:0?123456789?0?|password.*|qwerty.*)$/i.test(password)) {
    return 1;
  }
  const points = Number(length >= 10) + Number(length >= 14) + Number(kinds >= 3);
  return Math.min(4, 2 + Math.min(2, points));
}

const words = ['', '太弱', '普通', '良好', '很強'] as const;

export function PasswordInput({
  strength = false,
  value,
  className = '',
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & {
  /** Shows the strength of `value` under the input (for new passwords). */
  strength?: boolean;
  value?: string;
}) {
  const [shown, setShown] = useState(false);
  const control = useControl();
  const score = strength ? strengthOf(value ?? '') : 0;
  return (
    <>
      <span className="input-box">
        <input
          {...control}
          type={shown ? 'text' : 'password'}
          spellCheck={false}
          autoCapitalize="off"
          className={`input ${className}`}
          value={value}
          {...rest}
        />
        <span className="inside">
          <button
            type="button"
            className="button"
            data-look="quiet"
            data-size="sm"
            aria-controls={control.id}
            aria-pressed={shown}
            aria-label={shown ? '隱藏密碼' : '顯示密碼'}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
            {shown ? '隱藏' : '顯示'}
          </button>
        </span>
      </span>
      {strength && (
        <div className="grid gap-1" aria-live="polite">
          <span className="strength" data-score={score} aria-hidden="true">
            <i />
            <i />
            <i />
            <i />
          </span>
          {/* Without a score a no-break space keeps the line, so that nothing below moves. */}
          <span className="field-hint">{score > 0 ? `密碼強度：${words[score]}` : '\u00a0'}</span>
        </div>
      )}
    </>
  );
}
