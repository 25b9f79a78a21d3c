// Flags: warnings about the subject of a task, which an operator answers before approving it.
import { z } from 'zod';
import { instantSchema, outputIdSchema } from '../core/lists.ts';
import { FLAG_ANSWER_MAX, FLAG_ANSWERS_MAX, flagCodes } from './flag-words.ts';

export const flagSchema = z.object({
  /** Identifies the warning together with what it states. */
  key: z.string(),
  code: z.enum(flagCodes),
  text: z.string(),
  isSerious: z.boolean(),
  /**
   * Members whom it is about, with masked names: who is paid, if several are, and at most five
   * others.
   */
  who: z.array(z.object({ id: outputIdSchema, name: z.string().nullable() })),
  /** Newest answer; null until somebody has answered. */
  answer: z.object({ text: z.string(), by: z.string(), at: instantSchema }).nullable(),
});
export type Flag = z.output<typeof flagSchema>;

/** Answers that a decision contains, by the key of the flag. */
export const flagAnswers = z
  .array(
    z.strictObject({
      flag: z.string().min(1).max(200),
      answer: z.string().trim().min(1).max(FLAG_ANSWER_MAX),
    }),
  )
  .max(FLAG_ANSWERS_MAX)
  .optional();
