// Decisions that take effect after some seconds, until when they can be taken back.
import { z } from 'zod';
import { office, roles } from '../core/endpoint.ts';
import { idSchema, nothing, outputIdSchema } from '../core/lists.ts';
import { countSchema } from '../core/wire.ts';
import { taskKinds } from './kinds.ts';

/** A decision that has not taken effect. */
export const heldSchema = z.object({
  decision: z.string(),
  by: z.string(),
  isMine: z.boolean(),
  /** It leaves the task to a second person, because of a serious warning. */
  toAnother: z.boolean(),
  /** Seconds until it takes effect, rounded up. */
  seconds: countSchema,
  /** Why it did not take effect; null while it waits. */
  failure: z.string().nullable(),
});
export type HeldDecision = z.output<typeof heldSchema>;

export const heldOffice = {
  heldDecisions: office.read({
    path: '/ops/v1/held-decisions',
    summary: 'One’s own decisions that have not taken effect, the newest first',
    input: nothing,
    output: z.object({
      data: z.array(
        heldSchema.extend({
          task: z.object({ id: outputIdSchema, kind: z.enum(taskKinds), label: z.string() }),
        }),
      ),
    }),
    roles,
  }),
  takeBackDecision: office.command({
    path: '/ops/v1/tasks/:id/take-back',
    summary: 'Take back one’s own decision before it takes effect',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: z.object({ ok: z.literal(true) }) }),
    refusals: ['TASK_NOT_FOUND', 'DECISION_IN_FORCE'],
    roles,
  }),
} as const;
