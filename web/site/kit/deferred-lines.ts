// The rarely used API calls of the member site by feature and name: method, path, access, kind.
// Runs during the build, as `calls.ts` does.
import { demo, site } from '#contract/index.ts';
import type { CallTable } from '../../api.ts';
import { linesOnly } from '../../call-lines.ts';
import type { SiteCalls } from './calls.ts';
import { type DeferredNameOf, deferredNames } from './deferred-names.ts';

export type DeferredCalls = {
  [F in keyof typeof deferredNames]: Pick<SiteCalls[F], DeferredNameOf<F> & keyof SiteCalls[F]>;
};

export const deferredCalls = linesOnly(
  { ...site, ...demo },
  deferredNames,
) as CallTable<DeferredCalls>;
