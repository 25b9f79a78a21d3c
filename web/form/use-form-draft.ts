// Stores a long form while it is filled in, in case the session expires meanwhile.
import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { type DraftKey, dropFormDraft, keepFormDraft, readFormDraft } from '../drafts.ts';
import { currentSession } from '../session.ts';

const isFiles = (value: unknown) =>
  Array.isArray(value) && value.some((one) => one instanceof File);

const storable = (values: FieldValues, left: readonly string[]): FieldValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !left.includes(name) && !isFiles(value)),
  );

/** Text by which values are compared; an empty field is the same as none. */
const textOf = (values: unknown) =>
  JSON.stringify(values, (_name, value: unknown) => (value === '' ? undefined : value));

/** Key of the draft of a form of the member who is signed in. */
export const draftKeyOf = (form: string): DraftKey => ({
  form,
  userId: currentSession().user?.id ?? '',
});

/** What was entered before in a form, and under which key it is stored. */
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

type Storing = {
  /** Whether the page is gone without the user's will, so that the draft is kept. */
  isLost: () => boolean;
  /** Fields that are not stored. */
  without?: readonly string[];
  /** Stored together with the values. */
  beside?: Readonly<Record<string, unknown>>;
};

const nothing: readonly string[] = [];

/**
 * Puts the draft into the form, and stores the form under the key from then on while its values
 * differ from the default values. Leaving the page by choice or submitting it deletes the draft; an
 * expired session, a reload or a crash does not. Files are not stored.
 */
export function useStoredForm<I extends FieldValues, O>(
  form: UseFormReturn<I, unknown, O>,
  { key, draft }: StoredDraft,
  { isLost, without = nothing, beside }: Storing,
): void {
  useEffect(() => {
    if (draft) form.reset({ ...form.getValues(), ...draft }, { keepDefaultValues: true });
  }, [draft, form]);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, defaultValues }) => {
          if (textOf(values) === textOf(defaultValues)) dropFormDraft(key);
          else keepFormDraft(key, { ...storable(values, without), ...beside });
        },
      }),
    [form, key, without, beside],
  );
  useEffect(
    () => () => {
      if (!isLost()) dropFormDraft(key);
    },
    [key, isLost],
  );
}

const isSignedOut = () => !currentSession().user;

/** Stores a form of the member site and restores its draft; returns whether there was one. */
export function useFormDraft<I extends FieldValues, O>(
  form: UseFormReturn<I, unknown, O>,
  stored: StoredDraft,
): boolean {
  useStoredForm(form, stored, { isLost: isSignedOut });
  return stored.draft !== null;
}
