// Fields that the details of several kinds of tasks have in common.
import { z } from 'zod';
import { outputIdSchema } from '../core/lists.ts';

/** An uploaded document, opened through a separate call that records who read it. */
export const uploadSchema = z.object({
  id: outputIdSchema,
  name: z.string(),
  field: z.string().optional(),
  filename: z.string().optional(),
  contentType: z.string(),
  /** Name of the document, if the reviewer requested it by name. */
  label: z.string().optional(),
});
export type Upload = z.output<typeof uploadSchema>;

/** A check made by the program. If `ok` is false, the reviewer must look at it. */
export const checkSchema = z.object({ code: z.string(), text: z.string(), ok: z.boolean() });
export type Check = z.output<typeof checkSchema>;

/** The second person's reason for returning this proposal to the first person. */
export const returned = z.string().nullable();
