// Stores a long form while it is filled in, in case the session expires meanwhile.
import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { type DraftKey, dropFormDraft, keepFormDraft, readFormDraft } from '../drafts.ts';
import { currentSession } from '../session.ts';

const isFiles = (value: unknown) =>
  Array.isArray(value) && value.some((one) => one instanceof File);

const withoutFiles = (values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isFiles(value)));

/** Key of the draft of a form of the member who is signed in. */
export const draftKeyOf = (form: string): DraftKey => ({
  form,
  memberId: currentSession().user?.id ?? '',
});

/** What the member entered before in a form, and under which key it is stored. */
export type StoredDraft = {
  key: DraftKey;
  /** Null if there is none. */
  draft: Readonly<Record<string, unknown>> | null;
};

/** Reads the draft of a form of the member once, when the page is first rendered. */
export function useStoredDraft(form: string): StoredDraft {
  const [stored] = useState(() => {
    const key = draftKeyOf(form);
    return { key, draft: readFormDraft(key) };
  });
  return stored;
}

/**
 * Restores the form's draft and keeps storing it; returns whether there was one. Leaving the page
 * by choice or submitting it deletes the draft; an expired session, a reload or a crash does not.
 * Files are not stored.
 */
export function useFormDraft<I extends FieldValues, O>(
  form: UseFormReturn<I, unknown, O>,
  { key, draft }: StoredDraft,
): boolean {
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
