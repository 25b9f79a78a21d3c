// State of an editor for a subject that others may save meanwhile: the version with which the
// editing began, and a newer one.
import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

type Versioned = { version: number };

/**
 * State for detecting changes by others: `base` is the version with which the editing began;
 * `newer` is set once somebody else has saved meanwhile.
 */
export function useBase<T extends Versioned>(latest: T) {
  const [base, setBase] = useState(latest);
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
  const { base, setBase, newer } = useBase(latest ?? ({ version: 0 } as V));
  const [edition, setEdition] = useState(0);
  /** Puts the version stored on the server into the form. */
  const settle = (version: V) => {
    setBase(version);
    form.reset(fieldsOf(version));
  };
  return {
    base,
    newer,
    settle,
    /** Counts how often another operator's version has replaced the contents of the form. */
    edition,
    keep: () => {
      if (newer) setBase(newer);
    },
    take: () => {
      if (newer) settle(newer);
      setEdition(edition + 1);
    },
  };
}
