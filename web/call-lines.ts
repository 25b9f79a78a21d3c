// The client's tables of calls, taken from the contract. Runs at build; see `evaluated.ts`.
import type { Feature } from '#contract/core/endpoint.ts';
import type { CallLine } from './api.ts';

type Features = Readonly<Record<string, Feature>>;
/** Names of calls by feature. */
type Names = Readonly<Record<string, readonly string[]>>;

/** Returns the line of each call for which `takes` is true, by feature and name. */
function lines(features: Features, takes: (feature: string, name: string) => boolean) {
  return Object.fromEntries(
    Object.entries(features).map(([feature, calls]) => [
      feature,
      Object.fromEntries(
        Object.entries(calls)
          .filter(([name]) => takes(feature, name))
          .map(([name, { method, path, access, kind }]): [string, CallLine] => [
            name,
            `${method} ${path} ${access} ${kind}`,
          ]),
      ),
    ]),
  );
}

export const linesOf = (features: Features) => lines(features, () => true);

export const linesExcept = (features: Features, names: Names) =>
  lines(features, (feature, name) => !names[feature]?.includes(name));

export function linesOnly(features: Features, names: Names) {
  const chosen = Object.entries(features).filter(([feature]) => feature in names);
  return lines(Object.fromEntries(chosen), (feature, name) => !!names[feature]?.includes(name));
}
