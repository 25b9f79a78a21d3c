// Validates a form's values with a schema of the contract, for react-hook-form; adds default
// messages where the schema has none.
import { get, set, type FieldErrors, type FieldValues, type Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { inputWords, isMissing } from '#contract/core/input-words.ts';
import { untilReleased } from './press.ts';
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

/** Returns a resolver; the first issue of each field is its error. */
export function resolverOf<S extends Shape>(schema: S): Resolver<z.input<S>, unknown, z.output<S>> {
  return async (values, _context, { fields }) => {
    await untilReleased();
    const { data, error } = await schema.safeParseAsync(values, { error: wordsFor });
    if (!error) return { values: data, errors: {} };
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
