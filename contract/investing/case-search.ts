// Schema of the filters with which an investor searches cases.
import { z } from 'zod';
import { ascending, paging } from '../core/lists.ts';
import { codeSchema, moneySchema } from '../core/wire.ts';
import { grades } from './grades.ts';

const planSlug = z.string().max(40);

export const searchInput = z.object({
  plan: z.union([planSlug, z.array(planSlug).max(100)]).optional(),
  rateMin: z.number().min(0).max(100).optional(),
  rateMax: z.number().min(0).max(100).optional(),
  installment: z.union([codeSchema, z.array(codeSchema).max(100)]).optional(),
  grade: z.union([z.enum(grades), z.array(z.enum(grades)).max(100)]).optional(),
  amountMin: moneySchema.optional(),
  amountMax: moneySchema.optional(),
  purpose: codeSchema.optional(),
  status: z.enum(['open', 'full', 'all']).optional(),
  /** If true or 1, only cases that this member can fund now are returned. */
  fundable: ascending.optional(),
  ...paging,
});
