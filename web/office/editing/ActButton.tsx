// One of several buttons that submit the same form, each for a different purpose.
import type { ReactNode } from 'react';
import { useFormState } from 'react-hook-form';
import { Button, type ButtonLook } from '../../ui/Button.tsx';

/**
 * Button that submits the form for one purpose. `onIntend` is called before the form is submitted;
 * pressing Enter in a field has the effect of the form's first such button.
 */
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
      // Prevents the blur of the field on mouse down, because the field's error would appear and
      // move the button, so that the click would miss the button.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onIntend}
    >
      {children}
    </Button>
  );
}
