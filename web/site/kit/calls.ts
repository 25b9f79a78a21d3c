// Every API call of the member site except the rarely used ones (`deferred-lines.ts`), by feature
// and name: method, path, access, kind. Runs during the build (`web/first-paint/evaluated.ts`), so
// that no page loads the contract's schemas.
import { demo, site, type Demo, type Site } from '#contract/index.ts';
import type { CallTable } from '../../api.ts';
import { linesExcept } from '../../call-lines.ts';
import { type DeferredNameOf, deferredNames } from './deferred-names.ts';

/** Leaves out the API for the bank, which browsers never call. */
export type SiteCalls = Omit<Site, 'banking'> & Demo;
/** The calls in the table that every page loads; the others are in `deferred-lines.ts`. */
export type EarlyCalls = { [F in keyof SiteCalls]: Omit<SiteCalls[F], DeferredNameOf<F>> };

const { banking: _bankOnly, ...members } = site;

export const siteCalls = linesExcept(
  { ...members, ...demo },
  deferredNames,
) as CallTable<EarlyCalls>;
