// Hook for editing a version: saves a draft, submits it, and detects another editor's draft.
import { useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Sending } from '../../form/Form.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { useEditing } from './use-editing.ts';

export function useDrafting<V extends { version: number }, I extends FieldValues, O>({
  making,
  form,
  fieldsOf,
  save,
  handOver,
}: {
  /** The version being edited; null before the first save. */
  making: V | null;
  form: UseFormReturn<I, unknown, O>;
  fieldsOf: (version: V) => I;
  /** Returns the version now stored on the server; null if somebody else saved first. */
  save: (values: O, version: number, sending: Sending) => Promise<V | null>;
  handOver: (version: number) => Promise<void>;
}) {
  const { base, settle, ...editing } = useEditing({ latest: making, form, fieldsOf });
  const handsOver = useRef(false);
  const submit = async (values: O, sending: Sending) => {
    let latest = base;
    if (form.formState.isDirty || base.version === 0) {
      const saved = await save(values, base.version, sending);
      if (!saved) return;
      settle(saved);
      latest = saved;
    }
    if (handsOver.current) await handOver(latest.version);
    else toast('已儲存草稿');
  };
  return {
    ...editing,
    isSaved: base.version > 0,
    onSubmitting: (wanted: boolean) => {
      handsOver.current = wanted;
    },
    submit,
  };
}
