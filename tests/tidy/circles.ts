// No file imports itself through others, not even for a type: what two files need from each other
// lies in a third.
import { type Problem, type Source, isCode, isTest, parse, target } from './source.ts';

/**
 * Returns one problem for each group of files that import each other in a circle (a strongly
 * connected component of the imports, by Tarjan), at the first file of the group by name.
 */
export function circleProblems(sources: readonly Source[]): Problem[] {
  const code = sources.filter((source) => isCode(source) && !isTest(source)).map(parse);
  const paths = new Set(code.map(({ path }) => path));
  const imports = new Map(
    code.map(({ path, imports: all }) => [
      path,
      all.map(({ from }) => target(path, from)).filter((to) => paths.has(to)),
    ]),
  );
  const problems: Problem[] = [];
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
      if (group.length > 1) {
        problems.push({
          path: group[0]!,
          line: 1,
          says: `in a circle with ${group.slice(1).join(', ')}`,
        });
      }
    }
    return low;
  };
  for (const path of paths) if (!number.has(path)) visit(path);
  return problems;
}
