// Rule: ids and instants are converted by the contract's codecs, not by hand in a feature.
import { isCode, isTest, type Problem, type Source } from './source.ts';

const byHand = /\b(?:String|Number)\((?:\w+\??\.)*(?:\w*Id|id)\)|\.toISOString\(\)/g;
/** Folders of the server that are not features: the code for HTTP, files, adapters and the like. */
const notFeatures = /^server\/(adapters|chains|config|database|demonstration|http|tables)\//;

/**
 * Returns a problem for each id or instant that is converted by hand. Texts outside an answer, such
 * as a refusal's data or a cell of a file, are written by the codec too
 * (`outputIdSchema.decode(id)`), or by a template.
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
