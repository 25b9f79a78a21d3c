// The late calls of the member site by feature and name: method, path, access, kind.
// Runs at build, as `calls.ts` does.
import { site, type Site } from '#contract/index.ts';
import type { CallTable } from '../../api.ts';
import { linesOnly } from '../../call-lines.ts';
import { type LateNameOf, lateNames } from './late-names.ts';

export type LateCalls = {
  [F in keyof typeof lateNames]: Pick<Site[F], LateNameOf<F> & keyof Site[F]>;
};

export const lateCalls = linesOnly(site, lateNames) as CallTable<LateCalls>;
