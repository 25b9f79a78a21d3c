// Ids and instants are converted by the contract's codecs, not by hand in a feature.
import { isCode, isTest, type Problem, type Source } from './source.ts';

/**
 * How often a feature still converts by hand. A number may only shrink; a feature without one
 * converts nothing by hand.
 */
const conversionsLeft: Readonly<Record<string, number>> = {
  banking: 33,
  content: 34,
  identity: 43,
  investing: 56,
  lending: 32,
  servicing: 53,
  settings: 3,
  tasks: 2,
  verification: 32,
};

const byHand = /\b(?:String|Number)\((?:\w+\??\.)*(?:\w*Id|id)\)|\.toISOString\(\)/g;
/** Folders of the server that are no features, where the wire, files and adapters are written. */
const notFeatures = /^server\/(adapters|chains|config|database|demonstration|http|tables)\//;

/** Returns a problem for each feature that converts more often by hand than it may. */
export function conversionProblems(
  sources: readonly Source[],
  left: Readonly<Record<string, number>> = conversionsLeft,
): Problem[] {
  const found = new Map<string, { path: string; line: number }[]>();
  for (const source of sources) {
    const { path, text } = source;
    const feature = /^server\/([^/]+)\//.exec(path)?.[1];
    if (!feature || !isCode(source) || notFeatures.test(path) || isTest(source)) continue;
    for (const { index } of text.matchAll(byHand)) {
      const line = text.slice(0, index).split('\n').length;
      found.set(feature, [...(found.get(feature) ?? []), { path, line }]);
    }
  }
  return [...found].flatMap(([feature, places]) => {
    const most = left[feature] ?? 0;
    const last = places.at(-1);
    if (!last || places.length <= most) return [];
    const says = `${places.length} ids and instants converted by hand, of ${most}: use a codec`;
    return [{ ...last, says }];
  });
}
