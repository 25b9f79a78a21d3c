// API of what members allow programs: creating a token, listing and revoking.
import { z } from 'zod';
import { member, signedIn } from '../core/endpoint.ts';
import { done, idSchema, instantSchema, nothing, outputIdSchema } from '../core/lists.ts';
import { asMoney, moneySchema } from '../core/wire.ts';
import { DAILY_CAP_MAX, DAILY_CAP_MIN, lifetimes, scopes } from './scopes.ts';

const dailyCapSchema = asMoney(z.int().min(DAILY_CAP_MIN).max(DAILY_CAP_MAX).multipleOf(1_000));

/** Scopes in the order in which pages list them, each once. */
export const scopesSchema = z
  .array(z.enum(scopes))
  .min(1)
  .max(scopes.length)
  .overwrite((given) => scopes.filter((scope) => given.includes(scope)));

/** What a member allows a program: scopes, a cap if it places orders, and for how many days. */
export const permissionShape = {
  scopes: scopesSchema,
  dailyCap: dailyCapSchema.optional(),
  days: z.literal(lifetimes),
};

/** A cap belongs to the permission to place orders, and to no other. */
const hasItsCap = ({ scopes: of, dailyCap }: { scopes: readonly string[]; dailyCap?: unknown }) =>
  of.includes('orders:place') === (dailyCap !== undefined);

const accessSchema = z.object({
  id: outputIdSchema,
  name: z.string(),
  /** Whether it is an application of a partner, and not a token that the member made. */
  isApp: z.boolean(),
  scopes: z.array(z.enum(scopes)),
  dailyCap: moneySchema.nullable(),
  /** What its orders of today come to, cancelled ones included. */
  orderedToday: moneySchema,
  createdAt: instantSchema,
  expiresAt: instantSchema,
  usedAt: instantSchema.nullable(),
});

export const identityApi = {
  apiAccess: member.read({
    path: '/v1/me/api/access',
    summary: 'Tokens and connected applications that are in force, newest first',
    input: nothing,
    output: z.object({ data: z.array(accessSchema) }),
  }),
  createApiToken: member.token({
    path: '/v1/me/api/token',
    summary: 'Create a token; takes a step-up, and the answer has its only copy',
    input: z
      .strictObject({ name: z.string().trim().min(1).max(40), ...permissionShape })
      .refine(hasItsCap, { path: ['dailyCap'], error: '下單出資須設定每日上限' }),
    output: z.object({ data: accessSchema.extend({ token: z.string() }) }),
    refusals: ['STEP_UP_REQUIRED', 'API_TOKEN_LIMIT'],
    himself: true,
    perMinute: 20,
  }),
  revokeApiAccess: signedIn.command({
    path: '/v1/me/api/revoke',
    summary: 'Revoke a token or disconnect an application; its next call is refused',
    input: z.strictObject({ id: idSchema }),
    output: done,
    refusals: ['NOT_FOUND'],
    himself: true,
  }),
} as const;
