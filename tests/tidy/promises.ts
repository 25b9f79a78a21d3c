// Sentences 11 and 12: every refusal is provoked by a test, every route stands in one snapshot.
import type { Feature } from '#contract/core/endpoint.ts';
import type { Problem, Source } from './source.ts';

/** What happens at the door is tested there, once for all calls. */
const doorTests = /^(server\/http\/.*|tests\/.*)\.test\.ts$/;

/**
 * Refusals that a call declares and no test of its feature names. The name in quotes is enough:
 * a test that writes it expects it.
 */
export function unprovoked(
  contract: Record<string, Feature>,
  sources: readonly Source[],
): Problem[] {
  const problems: Problem[] = [];
  for (const [feature, calls] of Object.entries(contract)) {
    const texts = sources
      .filter(({ path }) => isTestOf(feature, path) || doorTests.test(path))
      .map(({ text }) => text)
      .join('\n');
    for (const [name, endpoint] of Object.entries(calls)) {
      for (const code of endpoint.refusals) {
        if (texts.includes(`'${code}'`)) continue;
        const says = `no test of ${feature} provokes ${code}, which ${name} declares`;
        problems.push({ path: `contract/${feature}`, line: 1, says });
      }
    }
  }
  return problems;
}

function isTestOf(feature: string, path: string): boolean {
  return path.startsWith(`server/${feature}/`) && path.endsWith('.test.ts');
}

export const snapshot = 'web/site/kit/paths.test.ts';

/** Routes of the specification that the snapshot of paths.ts does not hold. */
export function unroutedPaths(specified: readonly string[], sources: readonly Source[]): Problem[] {
  const text = sources.find(({ path }) => path === snapshot)?.text ?? '';
  return specified
    .filter((route) => !text.includes(`'${route}'`))
    .map((route) => ({ path: snapshot, line: 1, says: `${route} is missing` }));
}
