// Parts that the details of several kinds of tasks have in common.
import { z } from 'zod';

/** An uploaded paper, opened through a call of its own that records who read it. */
export const uploadSchema = z.object({
  id: z.string(),
  name: z.string(),
  field: z.string().optional(),
  filename: z.string().optional(),
  contentType: z.string(),
  /** Its name where it was asked for by name. */
  label: z.string().optional(),
});
export type Upload = z.output<typeof uploadSchema>;

/** A check that the program made; a reviewer looks where `ok` is false. */
export const checkSchema = z.object({ code: z.string(), text: z.string(), ok: z.boolean() });
export type Check = z.output<typeof checkSchema>;

/** Why the second person gave the same matter back to the first. */
export const returned = z.string().nullable();
