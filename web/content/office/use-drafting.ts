// A version in the making: kept as a draft, handed to a second person; and another's newer draft.
import { useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Sending } from '../../form/Form.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { useBase } from './editing.ts';

export function useDrafting<V extends { version: number }, I extends FieldValues, O>({
  making,
  form,
  fieldsOf,
  save,
  handOver,
}: {
  /** Null before the first save. */
  making: V | null;
  form: UseFormReturn<I, unknown, O>;
  fieldsOf: (version: V) => I;
  /** Answers what the server has then; null where somebody else was faster. */
  save: (values: O, version: number, sending: Sending) => Promise<V | null>;
  handOver: (version: number) => Promise<void>;
}) {
  const { base, setBase, newer } = useBase(making ?? ({ version: 0 } as V));
  const [edition, setEdition] = useState(0);
  const handsOver = useRef(false);
  const settle = (version: V) => {
    setBase(version);
    form.reset(fieldsOf(version));
  };
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
    newer,
    /** Counts how often another's text has replaced what stood in the form. */
    edition,
    isSaved: base.version > 0,
    keep: () => newer && setBase(newer),
    take: () => {
      if (newer) settle(newer);
      setEdition(edition + 1);
    },
    onSubmitting: (wanted: boolean) => {
      handsOver.current = wanted;
    },
    submit,
  };
}
