// Rule: every route of the specification must be in one snapshot.
import type { Problem, Source } from './source.ts';

export const snapshot = 'web/site/kit/paths.test.ts';

/** Returns routes of the specification that the snapshot of paths.ts lacks. */
export function unroutedPaths(specified: readonly string[], sources: readonly Source[]): Problem[] {
  const text = sources.find(({ path }) => path === snapshot)?.text ?? '';
  return specified
    .filter((route) => !text.includes(`'${route}'`))
    .map((route) => ({ path: snapshot, line: 1, says: `${route} is missing` }));
}
