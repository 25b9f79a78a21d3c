// Shared parts of the work on late loans: reloading after an act, dialogs, and who may act.
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Role } from '#contract/core/endpoint.ts';
import { SubmitButton } from '../../../form/Form.tsx';
import { useOperator } from '../../../office/operator.ts';
import { Button, type ButtonLook } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';

export const collectors: readonly Role[] = ['reviewer', 'approver'];

/** Returns whether the operator has one of the roles. */
export function useHasRole(those: readonly Role[]): boolean {
  const roles = useOperator().data?.data.roles ?? [];
  return those.some((role) => roles.includes(role));
}

/** Returns a function to call after an act: it closes the form, says what was done and reloads. */
export function useDone(onDone: () => void) {
  const client = useQueryClient();
  return async (said: string) => {
    onDone();
    toast(said);
    await client.invalidateQueries({ queryKey: ['servicing'] });
    await client.invalidateQueries({ queryKey: ['tasks'] });
  };
}

export function Buttons({ onCancel, children }: { onCancel: () => void; children: string }) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button onClick={onCancel}>取消</Button>
      <SubmitButton>{children}</SubmitButton>
    </div>
  );
}

/** Button with the dialog that it opens; the form inside is made anew each time. */
export function Act({
  label,
  title = label,
  sign,
  look,
  size,
  disabledReason,
  children,
}: {
  label: string;
  /** Title of the dialog, if it differs from the button. */
  title?: string;
  sign?: ReactNode;
  look?: ButtonLook;
  size?: 'sm';
  disabledReason?: string | undefined;
  children: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        icon={sign}
        look={look}
        size={size ?? 'md'}
        disabledReason={disabledReason}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Dialog open={open} onClose={close} title={title}>
        {open && children(close)}
      </Dialog>
    </>
  );
}
