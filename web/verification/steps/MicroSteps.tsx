// Shows a long form as one page on wide screens and as several short screens on phones.
import { useRef, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { idOf } from '../../form/Form.tsx';
import { Button } from '../../ui/Button.tsx';
import { correctFocused, focusField, inPageOrder } from '../../ui/fields/focus-field.ts';

export type MicroPart = {
  /** Names of the fields that are validated before the next screen is shown. */
  fields: readonly string[];
  content: ReactNode;
};

/** `children` is the submit button, which is on the last screen on phones. */
export function MicroSteps({
  parts,
  part,
  onPart,
  children,
}: {
  parts: readonly MicroPart[];
  part: number;
  onPart: (part: number) => void;
  children: ReactNode;
}) {
  const { trigger, getFieldState } = useFormContext();
  const box = useRef<HTMLDivElement>(null);
  const isLast = part === parts.length - 1;
  const show = (next: number) => {
    onPart(next);
    requestAnimationFrame(() => box.current?.focus());
  };
  const forward = async () => {
    if (box.current) correctFocused(box.current);
    if (await trigger(parts[part]!.fields)) return show(part + 1);
    const wrong = parts[part]!.fields.filter((name) => getFieldState(name).invalid);
    inPageOrder(wrong.map(idOf)).some(focusField);
  };
  return (
    <div
      ref={box}
      tabIndex={-1}
      className="micro gap-6 outline-none scroll-mt-[calc(var(--header-h)_+_16px)]"
    >
      <p className="micro-count -mb-3 text-sm text-ink-3" role="status">
        第 {part + 1}／{parts.length} 頁
      </p>
      {parts.map(({ fields, content }, i) => (
        <div key={fields[0]} className="micro-part" data-now={i === part ? '' : undefined}>
          {content}
        </div>
      ))}
      <div className="micro-send" data-now={isLast ? '' : undefined}>
        {children}
      </div>
      <div className="micro-turn gap-2">
        {!isLast && (
          <Button
            look="primary"
            size="lg"
            wide
            // Keeps the focus in the current field, because its validation on blur would move the
            // button.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void forward()}
          >
            下一頁
          </Button>
        )}
        {part > 0 && (
          <Button look="quiet" wide onClick={() => show(part - 1)}>
            上一頁
          </Button>
        )}
      </div>
    </div>
  );
}
