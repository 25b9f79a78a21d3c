// Keeps what an operator types in a long form, in case the session ends before it is sent.
import { useEffect, useMemo, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router';
import { type DraftKey, dropFormDraft, keepFormDraft, readFormDraft } from '../../drafts.ts';
import { type StoredDraft, useStoredForm } from '../../form/use-form-draft.ts';
import { isLeaving } from '../../leave.ts';
import { toast } from '../../ui/overlay/toasts.tsx';
import { useOperator } from '../operator.ts';

/** Name under which the version of the subject is stored beside the values of its form. */
const VERSION = ' version';

/** User of the drafts of an operator. */
export const draftsOf = (operatorId: string) => `operator-${operatorId}`;

/** Key of what the operator types at this address; `part` tells the forms of one page apart. */
function useKey(part: string): DraftKey {
  const { pathname, search } = useLocation();
  const userId = draftsOf(useOperator().data?.data.id ?? '');
  const [key] = useState(() => ({ form: `${pathname}${search} ${part}`, userId }));
  return key;
}

/** What was typed at this address before the session ended. */
export type Typed = StoredDraft & {
  /** Version of the subject that was being edited; undefined if it has none. */
  version: number | undefined;
};

export function useTyped(part = ''): Typed {
  const key = useKey(part);
  const [typed] = useState(() => {
    const stored = readFormDraft(key);
    if (!stored) return { key, draft: null, version: undefined };
    const { [VERSION]: version, ...draft } = stored;
    return { key, draft, version: typeof version === 'number' ? version : undefined };
  });
  return typed;
}

/**
 * Puts what was typed into the form, says so, and stores the form from then on. Returns 1 after
 * that, and 0 before it or if nothing was typed, for editors that only show their first text.
 */
export function useKeptForm<I extends FieldValues, O>(
  form: UseFormReturn<I, unknown, O>,
  typed: Typed,
  { version, without }: { version?: number; without?: readonly string[] } = {},
): number {
  const [edition, setEdition] = useState(0);
  const beside = useMemo(() => (version === undefined ? {} : { [VERSION]: version }), [version]);
  useStoredForm(form, typed, { isLost: isLeaving, beside, ...(without && { without }) });
  const { draft } = typed;
  useEffect(() => {
    if (!draft) return;
    toast('已帶回您先前填寫的內容，請確認後送出', { tone: 'info' });
    setEdition(1);
  }, [draft]);
  return edition;
}

/** Does the same for the form of a subject without versions. */
export function useTypedForm<I extends FieldValues, O>(
  form: UseFormReturn<I, unknown, O>,
  part = '',
  without?: readonly string[],
): number {
  return useKeptForm(form, useTyped(part), without ? { without } : {});
}

/** Stores values that are not in a form; null if nothing is typed. */
export function useKeptValues(
  { key }: Typed,
  values: Readonly<Record<string, unknown>> | null,
): void {
  const text = JSON.stringify(values);
  useEffect(() => {
    const typed = JSON.parse(text) as Record<string, unknown> | null;
    if (typed) keepFormDraft(key, typed);
    else dropFormDraft(key);
  }, [key, text]);
  useEffect(
    () => () => {
      if (!isLeaving()) dropFormDraft(key);
    },
    [key],
  );
}
