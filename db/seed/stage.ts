// Where the history of the demonstration stands while it is played.
import type { Day } from '#contract/core/day.ts';
import type { Stage } from '../../actors/stage.ts';
import type { Services } from '../../server/services.ts';
import type { Investor } from './acts.ts';
import type { Office } from './loan-acts.ts';

export type Past = Stage & {
  services: Services;
  /** Like `services`, with the hash of the shared password ready. */
  admitting: Services;
  office: Office;
  investors: Investor[];
  today: Day;
  /** Days from today at which the clock stands, and on which the books were last signed off. */
  at: number;
  signedAt: number;
};
