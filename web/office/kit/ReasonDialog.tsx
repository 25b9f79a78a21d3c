// Dialog for an action on a member: its effect, a reason (stored in the audit log), and one button.
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { TextAreaField } from '../../form/select-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { REQUIRED } from '../../form/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';

export type Acting = { reason: string; idempotencyKey: string };

type Props<More extends z.ZodRawShape> = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Explains the consequences of the action. */
  about: ReactNode;
  button: string;
  look?: 'primary' | 'danger';
  /** Fields in addition to the reason: their schemas, initial values, and rendering. */
  shape?: More;
  start?: Record<string, unknown>;
  children?: ReactNode;
  reasonHint?: string;
  onAct: (values: Acting & z.output<z.ZodObject<More>>) => Promise<unknown>;
  /** Message after success. */
  done: string;
  /** The feature whose cached data becomes outdated. */
  refresh?: string;
};

function TheForm<More extends z.ZodRawShape>(props: Props<More>) {
  const { about, button, children, done, look = 'primary', onAct, onClose, shape, start } = props;
  const { refresh = 'verification' } = props;
  const client = useQueryClient();
  const schema = z.object({
    ...(shape as z.ZodRawShape),
    reason: z.string().trim().min(1, REQUIRED).min(2, '請再說明清楚一些').max(200),
  });
  const form = useZodForm(schema, { ...start, reason: '' } as never);
  return (
    <Form
      form={form}
      label={props.title}
      onSubmit={async (values, { idempotencyKey }) => {
        await onAct({ ...values, idempotencyKey } as never);
        onClose();
        toast(done);
        await client.invalidateQueries({ queryKey: [refresh] });
      }}
    >
      <p>{about}</p>
      {children}
      <TextAreaField
        name="reason"
        label="原因"
        limit={200}
        hint={props.reasonHint ?? '會記入稽核紀錄'}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>取消</Button>
        <SubmitButton look={look}>{button}</SubmitButton>
      </div>
    </Form>
  );
}

export function ReasonDialog<More extends z.ZodRawShape>(props: Props<More>) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title={props.title}>
      <TheForm {...props} />
    </Dialog>
  );
}
