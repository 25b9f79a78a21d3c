// The rarely used API calls of the member site by feature and name: method, path, access, kind.
// Runs during the build, as `calls.ts` does.
import { demo, site } from '#contract/index.ts';
import type { CallTable } from '../../api.ts';
import { linesOnly } from '../../call-lines.ts';
import type { SiteCalls } from './calls.ts';
import { type LateNameOf, lateNames } from './late-names.ts';

export type LateCalls = {
  [F in keyof typeof lateNames]: Pick<SiteCalls[F], LateNameOf<F> & keyof SiteCalls[F]>;
};

export const lateCalls = linesOnly({ ...site, ...demo }, lateNames) as CallTable<LateCalls>;
