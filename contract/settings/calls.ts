// Settings API of the office: list, view, change and withdraw versions at run time.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { office } from '../core/endpoint.ts';
import { instantSchema, outputIdSchema } from '../core/lists.ts';
import { LIST_ITEMS_MAX, listItemSchema, settingNames } from './values.ts';
import { countSchema, daySchema, INTEGER_MAX } from '../core/wire.ts';

/**
 * `waiting`: a second person must decide. `approved`: in force from `effectiveAt` until a later
 * version replaces it. `returned` and `withdrawn` never come into force.
 */
export const versionStates = ['waiting', 'approved', 'returned', 'withdrawn'] as const;

const name = z.enum(settingNames);
/** Limits of PostgreSQL's `integer`; each setting has narrower bounds of its own. */
const integer = z.int().min(-INTEGER_MAX).max(INTEGER_MAX);
const value = z.union([
  integer,
  z.record(z.string().max(20), integer).readonly(),
  z.array(listItemSchema).max(LIST_ITEMS_MAX).readonly(),
]);
const reason = z.string().trim().min(1).max(500);

export const settingVersionSchema = z.object({
  number: z.number(),
  value,
  /** The value that was in force, or was about to be, when the change was proposed. */
  before: value,
  state: z.enum(versionStates),
  /**
   * The change is in force from the start of this day in Taipei; null means from the moment it was
   * made.
   */
  effectiveOn: daySchema.nullable(),
  effectiveAt: instantSchema.nullable(),
  maker: z.string(),
  madeAt: instantSchema,
  reason: z.string(),
  checker: z.string().nullable(),
  decidedAt: instantSchema.nullable(),
  decidedReason: z.string().nullable(),
});
export type SettingVersion = z.output<typeof settingVersionSchema>;
export type ServerSettingVersion = ServerSide<typeof settingVersionSchema>;

export const settingSchema = z.object({
  name,
  value,
  /** Since when the value is in force; null if it was never changed. */
  since: instantSchema.nullable(),
  /**
   * Number of the setting's newest version, 0 if there is none; a change request must contain it.
   */
  version: z.number(),
  coming: settingVersionSchema.nullable(),
  /** Open task of the second person. */
  taskId: outputIdSchema.nullable(),
});
export type Setting = z.output<typeof settingSchema>;

const fullSchema = settingSchema.extend({ history: z.array(settingVersionSchema) });
export type FullSetting = z.output<typeof fullSchema>;

const full = z.object({ data: fullSchema });

export const settingsOffice = {
  getSetting: office.read({
    path: '/ops/v1/settings/:name',
    summary: 'One setting with all its versions, newest first',
    input: z.strictObject({ name }),
    output: full,
    roles: ['finance', 'approver', 'auditor', 'admin'],
  }),
  changeSetting: office.command({
    path: '/ops/v1/settings/:name',
    summary: 'Propose the next version; one that moves money opens task setting_approval',
    input: z.strictObject({
      name,
      value,
      effectiveOn: daySchema.nullable(),
      reason,
      version: countSchema,
    }),
    output: full,
    refusals: [
      'SETTING_CHANGED',
      'SETTING_WAITING',
      'SETTING_SAME',
      'SETTING_VALUE',
      'SETTING_DAY',
      'ROLE_REQUIRED',
    ],
    roles: ['finance', 'admin'],
  }),
  withdrawSetting: office.command({
    path: '/ops/v1/settings/:name/withdraw',
    summary: 'Take back the version that is not in force yet; it stays in the history',
    input: z.strictObject({ name, reason, version: z.int().positive().max(INTEGER_MAX) }),
    output: full,
    refusals: ['SETTING_CHANGED', 'SETTING_IN_FORCE', 'ROLE_REQUIRED'],
    roles: ['finance', 'admin'],
  }),
} as const;
