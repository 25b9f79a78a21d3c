// One of several buttons that send a form, each for a purpose of its own.
import type { ReactNode } from 'react';
import { useFormState } from 'react-hook-form';
import { Button, type ButtonLook } from '../../ui/Button.tsx';

/** `onIntend` is told before the form is sent; Enter in a field presses the first of them. */
export function ActButton({
  look,
  children,
  onIntend,
  wide = true,
  disabledReason,
}: {
  look?: ButtonLook;
  children: ReactNode;
  onIntend: () => void;
  wide?: boolean;
  disabledReason?: string | undefined;
}) {
  const { isSubmitting } = useFormState();
  return (
    <Button
      type="submit"
      look={look}
      wide={wide}
      busy={isSubmitting}
      busyLabel="儲存中……"
      disabledReason={disabledReason}
      // Else the field left would show its error, push the button away, and the click would miss.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onIntend}
    >
      {children}
    </Button>
  );
}
