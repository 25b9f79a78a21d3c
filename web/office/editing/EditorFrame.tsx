// The frame of every editor: alerts above, then the fields, with actions and history beside them.
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
  /** If false, the fields are shown but cannot be changed. */
  mayWrite?: boolean;
  notice?: ReactNode;
  /** Alert about a newer version that somebody else saved; null if there is none. */
  newer?: ComponentProps<typeof NewerAlert> | null;
  /** The fields of the editor. */
  main: ReactNode;
  /** Actions, settings and history beside the fields. */
  side: ReactNode;
};

/** Asks for confirmation before the user leaves unsaved changes. */
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
