// Results of comparing what an applicant stated with what the office knows, with their sources.
import { z } from 'zod';
import type { ServerSide } from '../../core/server-side.ts';
import { outputIdSchema } from '../../core/lists.ts';
import { checkSchema } from '../../tasks/kind.ts';

export const crossCheckSchema = checkSchema.extend({
  /** What was compared with what, as the reviewer reads it. */
  source: z.string(),
  /** The members who have something in common with the applicant. */
  members: z.array(outputIdSchema).optional(),
});
export type CrossCheck = z.output<typeof crossCheckSchema>;
export type ServerCrossCheck = ServerSide<typeof crossCheckSchema>;
