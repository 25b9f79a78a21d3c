// Validates a form's values with a schema of the contract, for react-hook-form; adds default
// messages where the schema has none.
import { get, set, type FieldErrors, type FieldValues, type Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { inputWords, isMissing } from '#contract/core/input-words.ts';
import { REQUIRED } from './words.ts';

export type Shape = z.ZodType<FieldValues, FieldValues>;

type Issue = z.core.$ZodIssue;

/** Returns the message for an issue; every form uses it as zod's error map. */
export function wordsFor(issue: z.core.$ZodRawIssue): string {
  const unanswered = issue.code === 'invalid_value' || issue.code === 'invalid_type';
  return isMissing(issue) || unanswered ? REQUIRED : inputWords(issue);
}

/** If no union branch matches, reports the branch with the fewest errors. */
function messageOf(issue: Issue): string {
  if (issue.code !== 'invalid_union') return issue.message;
  const [least] = issue.errors.toSorted((a, b) => a.length - b.length);
  return least?.[0]?.message ?? issue.message;
}

/** Returns every issue; those inside unions come after those around them. */
function allOf(issues: readonly Issue[]): Issue[] {
  const inner = issues.flatMap((issue) =>
    issue.code === 'invalid_union'
      ? issue.errors.flat().map((one) => ({ ...one, path: [...issue.path, ...one.path] }))
      : [],
  );
  return inner.length > 0 ? [...issues, ...allOf(inner)] : [...issues];
}

/**
 * Settles once no pointer is pressed. A field that is left by pressing something else is judged
 * then: its message would move what is pressed away, and the press would be lost.
 */
let released = Promise.resolve();

/** What ends a press; the last two in case that its own end is never told. */
const ENDS = ['pointerup', 'pointercancel', 'pointerdown', 'keydown'] as const;

function press(): void {
  released = new Promise((settle) => {
    const waiting = new AbortController();
    const end = () => {
      waiting.abort();
      // The click follows the release, before the next task.
      setTimeout(settle);
    };
    const { signal } = waiting;
    for (const name of ENDS) window.addEventListener(name, end, { capture: true, signal });
  });
}

if (typeof document !== 'undefined') document.addEventListener('pointerdown', press, true);

/** Resolves once no pointer is pressed, after the click that the release has made. */
export const untilReleased = (): Promise<void> => released;

/** Returns a resolver; the first issue of each field is its error. */
export function resolverOf<S extends Shape>(schema: S): Resolver<z.input<S>, unknown, z.output<S>> {
  return async (values, _context, { fields }) => {
    const { data, error } = await schema.safeParseAsync(values, { error: wordsFor });
    if (!error) return { values: data, errors: {} };
    await untilReleased();
    const errors: FieldErrors = {};
    for (const issue of allOf(error.issues)) {
      const name = issue.path.join('.');
      if ((get(errors, name) as { message?: string } | undefined)?.message !== undefined) continue;
      const field = get(fields, name) as { ref?: unknown; refs?: unknown[] } | undefined;
      const ref = field?.refs?.[0] ?? field?.ref;
      set(errors, name, { type: issue.code, message: messageOf(issue), ref });
    }
    return { values: {}, errors: errors as FieldErrors<z.input<S>> };
  };
}
