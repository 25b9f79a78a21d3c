// No file imports itself through others, not even for a type: what two files need from each other
// lies in a third.
import { type Problem, type Source, isCode, isTest, parse, target } from './source.ts';

/** Returns one problem for each circle, at its first file by name. */
export const circleProblems = (sources: readonly Source[]): Problem[] =>
  circlesOf(sources).map(([path = '', ...others]) => ({
    path,
    line: 1,
    says: `in a circle with ${others.join(', ')}`,
  }));

/**
 * Returns the groups of files that import each other in a circle, sorted by name: the strongly
 * connected components of the imports (Tarjan).
 */
export function circlesOf(sources: readonly Source[]): string[][] {
  const code = sources.filter((source) => isCode(source) && !isTest(source)).map(parse);
  const paths = new Set(code.map(({ path }) => path));
  const imports = new Map(
    code.map(({ path, imports: all }) => [
      path,
      all.map(({ from }) => target(path, from)).filter((to) => paths.has(to)),
    ]),
  );
  const circles: string[][] = [];
  const number = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const visit = (path: string): number => {
    number.set(path, number.size);
    lowest.set(path, number.size - 1);
    open.push(path);
    for (const to of imports.get(path) ?? []) {
      const reached = number.has(to) ? (open.includes(to) ? number.get(to)! : null) : visit(to);
      if (reached !== null) lowest.set(path, Math.min(lowest.get(path)!, reached));
    }
    const low = lowest.get(path)!;
    if (low === number.get(path)) {
      const group = open.splice(open.indexOf(path)).toSorted();
      if (group.length > 1) circles.push(group);
    }
    return low;
  };
  for (const path of paths) if (!number.has(path)) visit(path);
  return circles;
}
