// The frame of every editor: notices, the fields, beside them the acts and the history.
import type { ComponentProps, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Form } from '../../form/Form.tsx';
import { LeaveQuestion } from '../../form/LeaveGuard.tsx';
import { NewerAlert } from './NewerAlert.tsx';
import { ReadOnlyNote } from './ReadOnlyNote.tsx';

type Props<I extends FieldValues, O> = Pick<
  ComponentProps<typeof Form<I, O>>,
  'form' | 'label' | 'onSubmit'
> & {
  /** False shows the fields to somebody who may only read them. */
  mayWrite?: boolean;
  notice?: ReactNode;
  /** Another's newer version, if there is one. */
  newer?: ComponentProps<typeof NewerAlert> | null;
  /** The fields. */
  main: ReactNode;
  /** The acts, settings, the history. */
  side: ReactNode;
};

/** Asks before unsaved fields are left. */
export function EditorFrame<I extends FieldValues, O>({
  form,
  label,
  onSubmit,
  mayWrite = true,
  notice,
  newer,
  main,
  side,
}: Props<I, O>) {
  const { isDirty, isSubmitting } = form.formState;
  return (
    <>
      {!mayWrite && <ReadOnlyNote />}
      <Form form={form} label={label} className="office-editor" onSubmit={onSubmit}>
        {notice}
        {newer && (
          <div className="office-editor-wide">
            <NewerAlert {...newer} />
          </div>
        )}
        <div className="office-editor-main">{main}</div>
        <div className="office-editor-side">{side}</div>
      </Form>
      <LeaveQuestion dirty={mayWrite && isDirty && !isSubmitting} />
    </>
  );
}
