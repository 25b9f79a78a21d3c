// Ids and instants are converted by the contract's codecs, not by hand in a feature.
import { isCode, isTest, type Problem, type Source } from './source.ts';

const byHand = /\b(?:String|Number)\((?:\w+\??\.)*(?:\w*Id|id)\)|\.toISOString\(\)/g;
/** Folders of the server that are no features, where the wire, files and adapters are written. */
const notFeatures = /^server\/(adapters|chains|config|database|demonstration|http|tables)\//;

/**
 * Returns a problem for each conversion by hand. A text that is no answer, such as a refusal's data
 * or a cell of a file, is written by the codec too (`outputIdSchema.decode(id)`), or by a template.
 */
export function conversionProblems(sources: readonly Source[]): Problem[] {
  return sources.flatMap((source) => {
    const { path, text } = source;
    const isFeature = /^server\/[^/]+\//.test(path) && !notFeatures.test(path);
    if (!isFeature || !isCode(source) || isTest(source)) return [];
    return [...text.matchAll(byHand)].map(({ 0: found, index }) => ({
      path,
      line: text.slice(0, index).split('\n').length,
      says: `${found} converts an id or an instant by hand: use a codec of the contract`,
    }));
  });
}
