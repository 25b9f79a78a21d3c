// API of passkeys: adding, using, naming and removing them.
import { z } from 'zod';
import { member, visitor } from '../core/endpoint.ts';
import { userSchema } from './calls.ts';
import { done, idSchema, instantSchema, nothing, outputIdSchema } from '../core/lists.ts';
import { stepUpShape } from './step-up.ts';

const base64url = z
  .string()
  .regex(/^[A-Za-z0-9_-]+$/)
  .max(20_000);

/** Fields that every `PublicKeyCredential.toJSON()` has; unknown keys are dropped. */
const credential = {
  id: base64url.max(1400),
  rawId: base64url.max(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.object({}),
};

/** The authenticator's answer to `navigator.credentials.create()`. */
const newCredentialSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});

/** The authenticator's answer to `navigator.credentials.get()`. */
export const signedCredentialSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.max(100).optional(),
  }),
});

/** Options in WebAuthn's JSON format, passed unchanged to the browser's library. */
const options = z.object({ data: z.record(z.string(), z.unknown()) });

const nameSchema = z.string().trim().min(1).max(40);

const passkeySchema = z.object({
  id: outputIdSchema,
  name: z.string(),
  createdAt: instantSchema,
  lastUsedAt: instantSchema.nullable(),
  /** Whether the passkey's provider synchronises it between the member's devices. */
  isSynchronised: z.boolean(),
});

export const identityPasskey = {
  passkeyAddOptions: member.token({
    path: '/v1/users/passkey/register-options',
    summary: 'Begin to add a passkey; takes a step-up',
    input: nothing,
    output: options,
    refusals: ['STEP_UP_REQUIRED', 'PASSKEY_LIMIT'],
    perMinute: 20,
  }),
  addPasskey: member.token({
    path: '/v1/users/passkey/register',
    summary: 'Add the passkey that the authenticator made',
    input: z.strictObject({ response: newCredentialSchema, name: nameSchema.optional() }),
    output: z.object({ data: passkeySchema }),
    refusals: ['PASSKEY_INVALID', 'PASSKEY_LIMIT'],
    perMinute: 20,
  }),
  passkeyLoginOptions: visitor.token({
    path: '/v1/users/passkey/login-options',
    summary: 'Begin to sign in by passkey; the authenticator knows whose it is',
    input: nothing,
    output: options,
    perMinute: 60,
  }),
  passkeyLogin: visitor.token({
    path: '/v1/users/passkey/login',
    summary: 'Sign in by passkey',
    input: z.strictObject({ response: signedCredentialSchema }),
    output: z.object({ data: userSchema }),
    refusals: ['PASSKEY_INVALID', 'SUSPENDED'],
    perMinute: 30,
  }),
  passkeyStepUpOptions: member.token({
    path: '/v1/users/passkey/step-up-options',
    summary: 'Begin a step-up by one of the member’s passkeys',
    input: nothing,
    output: options,
    refusals: ['NOT_FOUND'],
    perMinute: 20,
  }),
  passkeyStepUp: member.token({
    path: '/v1/users/passkey/step-up',
    summary: 'Step up this session by passkey for 10 minutes, for one act',
    input: z.strictObject({ response: signedCredentialSchema, ...stepUpShape }),
    output: z.object({ data: z.object({ validUntil: instantSchema }) }),
    refusals: ['PASSKEY_INVALID'],
    perMinute: 20,
  }),
  passkeys: member.read({
    path: '/v1/users/passkey/list',
    summary: 'The passkeys of the member, newest first',
    input: nothing,
    output: z.object({ data: z.array(passkeySchema) }),
  }),
  renamePasskey: member.command({
    path: '/v1/users/passkey/rename',
    summary: 'Give a passkey another name',
    input: z.strictObject({ id: idSchema, name: nameSchema }),
    output: done,
    refusals: ['NOT_FOUND'],
  }),
  removePasskey: member.command({
    path: '/v1/users/passkey/remove',
    summary: 'Remove a passkey; takes a step-up',
    input: z.strictObject({ id: idSchema }),
    output: done,
    refusals: ['NOT_FOUND', 'STEP_UP_REQUIRED'],
  }),
} as const;
