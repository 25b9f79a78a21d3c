// API of operator administration: invitation by link, roles, and sign-in history.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { office, visitor, type Role, roles, together } from '../core/endpoint.ts';
import { emailSchema, operatorSchema, passwordSchema } from './calls.ts';
import { officeReason } from './members.ts';
import { done, idSchema, instantSchema, nothing, outputIdSchema } from '../core/lists.ts';
import { countSchema, moneySchema } from '../core/wire.ts';
import { limitsSchema } from '../tasks/limits.ts';

/** How many hours a mailed setup link stays valid. */
export const setupHours = 24;

/** Roles that handle money or manage operators; they take effect a day after they are granted. */
export const delayedRoles: readonly Role[] = ['reviewer', 'approver', 'finance', 'admin'];
export const roleHoldHours = 24;

/** Changes to an operator that one admin proposes and another must approve. */
export const operatorActs = ['invite', 'roles', 'limits', 'reset', 'enable'] as const;
export const operatorActText: Record<(typeof operatorActs)[number], string> = {
  invite: '邀請同仁',
  roles: '變更角色',
  limits: '變更核准上限',
  reset: '重設登入方式',
  enable: '恢復帳號',
};

/** Roles that one person should not have together, and why. */
const conflicts: readonly (readonly [Role, Role, string])[] = [
  ['reviewer', 'approver', '審核與核准：同一人可以審核，也可以核准'],
  ['finance', 'approver', '出納與核准：同一人可以放行，也可以覆核付款'],
  ['reviewer', 'finance', '審核與出納：同一人可以審核案件，也可以經手款項'],
  ['admin', 'approver', '管理與核准：同一人可以管理同仁，也可以核准案件與付款'],
  ['admin', 'finance', '管理與出納：同一人可以管理同仁，也可以經手款項'],
  ['auditor', 'admin', '稽核與管理：稽核應獨立於受查核的工作'],
  ['auditor', 'finance', '稽核與出納：稽核應獨立於受查核的工作'],
  ['auditor', 'approver', '稽核與核准：稽核應獨立於受查核的工作'],
  ['auditor', 'reviewer', '稽核與審核：稽核應獨立於受查核的工作'],
];

/** Returns the reasons why these roles should not belong to one person; empty if they fit. */
export const roleConflicts = (own: readonly Role[]): readonly string[] =>
  conflicts.filter(([a, b]) => own.includes(a) && own.includes(b)).map(([, , why]) => why);

/**
 * States of an operator account. proposed: no second admin has approved the account yet. invited:
 * the invitation link has not been followed yet. totp: the operator must set up a new authenticator
 * first.
 */
export const operatorStates = ['active', 'proposed', 'invited', 'totp', 'disabled'] as const;

/**
 * Outcomes of an operator's sign-in. wrong: wrong e-mail or password. code: wrong six-digit code.
 * stopped: blocked because of too many earlier failures. provider: the identity provider vouches
 * for the person, but the office does not let them in.
 */
export const signInOutcomes = [
  'right',
  'wrong',
  'code',
  'disabled',
  'stopped',
  'provider',
] as const;

export const listedOperator = operatorSchema.extend({
  state: z.enum(operatorStates),
  createdAt: instantSchema,
  /** Number of active sessions. */
  sessions: countSchema,
  /** Until when the last mailed link is valid; null if there is none. */
  setupUntil: instantSchema.nullable(),
  /** The open task in which the second admin decides. */
  taskId: outputIdSchema.nullable(),
  /** Limits as they were set last; a higher limit counts a day after it was approved. */
  limits: limitsSchema,
});
export type ListedOperator = z.output<typeof listedOperator>;

const rolesSchema = z
  .array(z.enum(roles))
  .min(1)
  .max(roles.length)
  .transform((chosen) => roles.filter((role) => chosen.includes(role)));

export const signIn = z.object({
  id: outputIdSchema,
  at: instantSchema,
  email: z.string(),
  operator: z.object({ id: outputIdSchema, name: z.string() }).nullable(),
  address: z.string(),
  agent: z.string(),
  outcome: z.enum(signInOutcomes),
});
export type OperatorSignIn = z.output<typeof signIn>;
export type ServerOperatorSignIn = ServerSide<typeof signIn>;

const ownSession = z.object({
  id: outputIdSchema,
  createdAt: instantSchema,
  usedAt: instantSchema,
  address: z.string(),
  agent: z.string(),
  current: z.boolean(),
});
export type OperatorSession = z.output<typeof ownSession>;

const one = z.object({ data: listedOperator });
const act = z.strictObject({ id: idSchema, reason: officeReason });
export const admin = ['admin'] as const;

const ofOperators = {
  inviteOperator: office.command({
    path: '/ops/v1/operators',
    summary: 'Propose to take an operator on; the link is mailed once another admin agrees',
    input: z.strictObject({
      email: emailSchema,
      name: z.string().trim().min(2).max(40),
      roles: rolesSchema,
    }),
    output: one,
    refusals: ['OPERATOR_EXISTS', 'OPERATOR_DOMAIN'],
    roles: admin,
  }),
  changeRoles: office.command({
    path: '/ops/v1/operators/:id/roles',
    summary: 'Propose other roles for an operator, to which another admin agrees',
    input: act.extend({ roles: rolesSchema }),
    output: one,
    refusals: ['NOT_FOUND', 'OWN_ACCOUNT', 'LAST_ADMIN', 'OPERATOR_PENDING'],
    roles: admin,
  }),
  changeLimits: office.command({
    path: '/ops/v1/operators/:id/limits',
    summary: 'Propose limits for what an operator approves, to which another admin agrees',
    input: act.extend({
      loan: moneySchema.nullable(),
      payment: moneySchema.nullable(),
      /** Sums of a day; they stay as they are if they are missing. */
      loanDay: moneySchema.nullable().optional(),
      paymentDay: moneySchema.nullable().optional(),
    }),
    output: one,
    refusals: ['NOT_FOUND', 'OWN_ACCOUNT', 'OPERATOR_PENDING'],
    roles: admin,
  }),
  disableOperator: office.command({
    path: '/ops/v1/operators/:id/disable',
    summary: 'Shut an operator out at once',
    input: act,
    output: one,
    refusals: ['NOT_FOUND', 'OWN_ACCOUNT', 'LAST_ADMIN', 'OPERATOR_PENDING'],
    roles: admin,
  }),
  enableOperator: office.command({
    path: '/ops/v1/operators/:id/enable',
    summary: 'Propose to let a disabled operator back in, to which another admin agrees',
    input: act,
    output: one,
    refusals: ['NOT_FOUND', 'OWN_ACCOUNT', 'OPERATOR_PENDING'],
    roles: admin,
  }),
  endOperatorSessions: office.command({
    path: '/ops/v1/operators/:id/sessions/end',
    summary: 'Sign an operator out everywhere',
    input: act,
    output: one,
    refusals: ['NOT_FOUND'],
    roles: admin,
  }),
  resetOperator: office.command({
    path: '/ops/v1/operators/:id/reset',
    summary: 'Propose to take the authenticator (and password) from an operator and mail a link',
    input: act.extend({ password: z.boolean().default(false) }),
    output: one,
    refusals: ['NOT_FOUND', 'OWN_ACCOUNT', 'LAST_ADMIN', 'OPERATOR_DISABLED', 'OPERATOR_PENDING'],
    roles: admin,
  }),
} as const;

const token = z.string().max(200);

export const identityOperatorsOffice = together(ofOperators, {
  openSetup: visitor.token({
    path: '/ops/v1/setup/open',
    summary: 'What a mailed link is for, and the secret to put into the authenticator',
    input: z.strictObject({ token }),
    output: z.object({
      data: z.object({
        purpose: z.enum(['invitation', 'totp']),
        email: z.string(),
        name: z.string(),
        /** Base32. */
        secret: z.string(),
        uri: z.string(),
      }),
    }),
    refusals: ['TOKEN_INVALID'],
    perMinute: 30,
  }),
  finishSetup: visitor.token({
    path: '/ops/v1/setup/finish',
    summary: 'Set the authenticator up by its first code, and an invited one’s password; signs in',
    input: z.strictObject({
      token,
      password: passwordSchema,
      /** The password repeated; required if the link is an invitation. */
      passwordCheck: z.string().max(200).optional(),
      totp: z.string().regex(/^\d{6}$/),
    }),
    output: z.object({ data: operatorSchema }),
    refusals: [
      'TOKEN_INVALID',
      'TOTP_WRONG',
      'PASSWORD_WRONG',
      'PASSWORD_COMMON',
      'PASSWORD_IS_EMAIL',
      'PASSWORD_MISMATCH',
      'TOO_MANY_REQUESTS',
    ],
    perMinute: 10,
  }),
  ownSessions: office.read({
    path: '/ops/v1/me/sessions',
    summary: 'Where this operator is signed in',
    input: nothing,
    output: z.object({ data: z.array(ownSession) }),
  }),
  endOwnSession: office.command({
    path: '/ops/v1/me/sessions/:id/end',
    summary: 'End one of this operator’s own sessions',
    input: z.strictObject({ id: idSchema }),
    output: done,
    refusals: ['NOT_FOUND'],
  }),
});
