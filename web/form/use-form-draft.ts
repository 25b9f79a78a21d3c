// Keeps a long form as it is typed, for the case that the session runs out in the middle of it.
import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { dropFormDraft, keepFormDraft, readFormDraft } from '../drafts.ts';
import { currentSession } from '../session.ts';

const isFiles = (value: unknown) =>
  Array.isArray(value) && value.some((one) => one instanceof File);

const withoutFiles = (values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isFiles(value)));

/**
 * Fills the form with what was typed before, and keeps it as it goes on; answers whether there was
 * any. Leaving the page by choice or by sending it drops the draft; a session that has run out, a
 * reload or a crash does not. Files are not kept.
 */
export function useFormDraft<I extends FieldValues, O>(
  form: UseFormReturn<I, unknown, O>,
  name: string,
): boolean {
  const [key] = useState(() => ({ form: name, memberId: currentSession().user?.id ?? '' }));
  const [draft] = useState(() => readFormDraft(key));
  useEffect(() => {
    if (draft) form.reset({ ...form.getValues(), ...draft }, { keepDefaultValues: true });
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => keepFormDraft(key, withoutFiles(values)),
    });
    return () => {
      unsubscribe();
      if (currentSession().user) dropFormDraft(key);
    };
  }, [draft, form, key]);
  return draft !== null;
}
