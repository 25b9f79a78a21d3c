// State of an editor for a subject that others may save meanwhile: the version with which the
// editing began, and a newer one.
import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useKeptForm, useTyped } from './typed.ts';

type Versioned = { version: number };

/**
 * State for detecting changes by others: `base` is the version with which the editing began, which
 * may be older than the latest one; `newer` is set once somebody else has saved meanwhile.
 */
export function useBase<T extends Versioned>(latest: T, version = latest.version) {
  const [base, setBase] = useState(() => ({ ...latest, version }));
  return { base, setBase, newer: latest.version > base.version ? latest : null };
}

export function useEditing<V extends Versioned, I extends FieldValues, O>({
  latest,
  form,
  fieldsOf,
}: {
  /** The version stored on the server; null before the first save. */
  latest: V | null;
  form: UseFormReturn<I, unknown, O>;
  fieldsOf: (version: V) => I;
}) {
  const typed = useTyped();
  const stored = latest ?? ({ version: 0 } as V);
  const { base, setBase, newer } = useBase(stored, typed.version);
  const restored = useKeptForm(form, typed, { version: base.version });
  const [taken, setTaken] = useState(0);
  /** Puts the version stored on the server into the form. */
  const settle = (version: V) => {
    setBase(version);
    form.reset(fieldsOf(version));
  };
  return {
    base,
    newer,
    settle,
    /** Counts how often other contents were put into the form. */
    edition: restored + taken,
    keep: () => {
      if (newer) setBase(newer);
    },
    take: () => {
      if (newer) settle(newer);
      setTaken(taken + 1);
    },
  };
}
