// Every call of the office by feature and name: method, path, access, kind. Runs during the build
// (`web/first-paint/evaluated.ts`), so that no page loads the contract's schemas.
import { office, type Office } from '#contract/index.ts';
import type { CallTable } from '../api.ts';
import { linesOf } from '../call-lines.ts';

export const officeCalls = linesOf(office) as CallTable<Office>;
