// Passkeys: adding and managing them, signing in, and stepping up a session.
import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import type { Input } from '#contract/core/endpoint.ts';
import type { identityPasskey } from '#contract/identity/passkey.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions } from '../../call.ts';
import { prepared } from '../../call.ts';
import type { Services } from '../../services.ts';
import type { Work } from '../../work.ts';
import { bareHash } from '../../adapters/secrets.ts';
import type { Config } from '../../config/config.ts';
import { db } from '../../database/db.ts';
import { tell } from '../../notices/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { remember, takeOnce } from './challenges.ts';
import { lockCodes } from '../credentials/code-queries.ts';
import { assertHimself } from '../member/confirming.ts';
import {
  type ChallengeFor,
  type PasskeyRow,
  deletePasskey,
  insertPasskey,
  namePasskey,
  passkeyOf,
  passkeysOf,
  usePasskey,
} from './entrance-queries.ts';
import { lockMember } from '../credentials/password-queries.ts';
import { memberById, setStepUp } from '../queries.ts';
import { challengeMs, passkeyName, passkeysMax, stepUpMs } from '../rules.ts';
import { memberAsking, openSession } from '../sessions.ts';
import { tokenHash } from '../tokens.ts';
import { noticeKinds } from '../words.ts';

type Promised = typeof identityPasskey;
type Made = Input<Promised['addPasskey']>['response'];
type Signed = Input<Promised['passkeyLogin']>['response'];

/** Loaded at its first use, because its 300 modules would take a twentieth of the start. */
export const webauthn = () => import('@simplewebauthn/server');

/** Ed25519, ES256, RS256 (COSE); every authenticator supports at least one of them. */
const algorithms = [-8, -7, -257];

/** A passkey is bound to the site's domain and works nowhere else. */
export const siteOf = ({ publicUrl }: Config) => {
  const { hostname, origin } = new URL(publicUrl);
  return { rpID: hostname, origin };
};

/**
 * Returns the user handle that an authenticator stores beside a new key; it does not reveal the
 * member to others. It cannot be changed there, so a key that is never changed makes it.
 */
const handleOf = ({ secrets }: Services, memberId: number): string =>
  secrets.personTrace('passkeyUser', `${memberId}`);

/**
 * Returns whether a passkey has this handle. One without a stored handle has the one that earlier
 * programs calculated with the hash key, as has one whose options such a program gave.
 */
const hasHandle = (services: Services, { memberId, userHandle }: PasskeyRow, handle: string) =>
  handle === userHandle ||
  services.secrets
    .fingerprints('passkeyUser', `${memberId}`)
    .some((one) => bareHash(one) === handle);

/** Returns the challenge contained in the browser's answer; '' if it cannot be read. */
function challengeIn(clientDataJSON: string): string {
  try {
    const told = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as unknown;
    const { challenge } = told as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

/**
 * Uses up the challenge of an answer before the transaction and permanently, so that a refused
 * answer cannot be tried again. Returns null if the server did not issue the challenge or it is no
 * longer valid.
 */
async function takeChallenge(
  { clock, pool }: Services,
  clientDataJSON: string,
  given: ChallengeFor,
): Promise<string | null> {
  const challenge = challengeIn(clientDataJSON);
  const tx = db(pool);
  return (await takeOnce(tx, challenge, clock.realNow(), given)) ? challenge : null;
}

/** The result of a verified signature; `reference` identifies this use of the passkey. */
export type Proof = {
  passkey: PasskeyRow;
  counter: number;
  isSynchronised: boolean;
  reference: string;
};

/**
 * Verifies an answer's challenge, origin, signature, user verification and counter. Returns null if
 * any of them is wrong; only the log says which.
 */
export async function proofOf(
  services: Services,
  response: Signed,
  given: ChallengeFor,
): Promise<Proof | null> {
  const challenge = await takeChallenge(services, response.response.clientDataJSON, given);
  const passkey = await passkeyOf(db(services.pool), response.id);
  if (challenge === null || !passkey) return null;
  const { userHandle } = response.response;
  if (userHandle === undefined) {
    if (given.purpose === 'passkey_login') return null;
  } else if (!hasHandle(services, passkey, userHandle)) return null;
  const { rpID, origin } = siteOf(services.config);
  try {
    const { verifyAuthenticationResponse } = await webauthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
        transports: passkey.transports,
      },
    });
    if (!verified) return null;
    const use = tokenHash(challenge).toString('hex').slice(0, 8);
    return {
      passkey,
      counter: authenticationInfo.newCounter,
      isSynchronised: authenticationInfo.credentialBackedUp,
      reference: `PASSKEY-${passkey.id}-${use}`,
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    services.log.warn({ passkey: passkey.id, why }, 'the answer of a passkey was refused');
    return null;
  }
}

/** Records the use; refuses PASSKEY_INVALID if the counter has not increased. */
export async function acceptProof({ tx, realNow }: Work, proof: Proof | null): Promise<Proof> {
  if (!proof) throw new Refusal('PASSKEY_INVALID');
  const { passkey, counter, isSynchronised } = proof;
  const used = await usePasskey(tx, { id: passkey.id, counter, isSynchronised, at: realNow });
  if (used === 0) throw new Refusal('PASSKEY_INVALID');
  return proof;
}

type NewKey = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

/**
 * Returns the key that an authenticator created for this session's challenge; null if the answer is
 * invalid.
 */
async function keyIn(services: Services, response: Made, sessionId: number) {
  const given = { purpose: 'passkey_add', sessionId } as const;
  const challenge = await takeChallenge(services, response.response.clientDataJSON, given);
  if (challenge === null) return null;
  const { rpID, origin } = siteOf(services.config);
  try {
    const { verifyRegistrationResponse } = await webauthn();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    return verified ? registrationInfo : null;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    services.log.warn({ why }, 'a new passkey was refused');
    return null;
  }
}

const passkeyView = (passkey: PasskeyRow) => ({
  id: passkey.id,
  name: passkey.name,
  createdAt: passkey.createdAt,
  lastUsedAt: passkey.lastUsedAt,
  isSynchronised: passkey.isSynchronised,
});

/** Wraps the options as plain JSON for the API. */
const wire = (options: object) => ({ data: { ...options } });

const about = (memberId: number) => ({ type: 'member', id: memberId }) as const;

const addPasskey = prepared<Promised['addPasskey'], NewKey | null>({
  async prepare(services, { response }, asking) {
    const member = await memberAsking(services, asking);
    return (member && (await keyIn(services, response, member.sessionId))) ?? null;
  },
  async run(context, { name, response }, key) {
    const { agent, member, realNow, services, tx } = context;
    if (!key) throw new Refusal('PASSKEY_INVALID');
    await lockCodes(tx, `passkeys:${member.id}`);
    if ((await passkeysOf(tx, member.id)).length >= passkeysMax) throw new Refusal('PASSKEY_LIMIT');
    const passkey = await insertPasskey(tx, {
      memberId: member.id,
      credentialId: key.credential.id,
      publicKey: Buffer.from(key.credential.publicKey),
      counter: key.credential.counter,
      transports: response.response.transports ?? [],
      isSynchronised: key.credentialBackedUp,
      name: name ?? passkeyName(agent),
      at: realNow,
      userHandle: handleOf(services, member.id),
    });
    if (!passkey) throw new Refusal('PASSKEY_INVALID');
    await recordMove(context, {
      subject: about(member.id),
      action: 'identity.passkey_added',
      snapshot: { passkey: passkey.id, name: passkey.name },
    });
    await tell(context, member.id, noticeKinds.passkeyAdded({ passkey: passkey.name }));
    return { data: passkeyView(passkey) };
  },
});

const passkeyLogin = prepared<Promised['passkeyLogin'], Proof | null>({
  prepare: (services, { response }) =>
    proofOf(services, response, { purpose: 'passkey_login', sessionId: null }),
  async run(context, _input, tried) {
    // The member is locked before the passkey, in the same order as when an account is closed.
    if (tried) await lockMember(context.tx, tried.passkey.memberId);
    const { passkey, reference } = await acceptProof(context, tried);
    const member = await memberById(context.tx, passkey.memberId);
    if (member.suspended) throw new Refusal('SUSPENDED');
    await recordMove(
      { ...context, actor: about(member.id) },
      { subject: about(member.id), action: 'identity.login', snapshot: { by: reference } },
    );
    return { data: await openSession(context, member, context) };
  },
});

const passkeyStepUp = prepared<Promised['passkeyStepUp'], Proof | null>({
  async prepare(services, { response }, asking) {
    const member = await memberAsking(services, asking);
    if (!member) return null;
    const given = { purpose: 'passkey_step_up', sessionId: member.sessionId } as const;
    const proof = await proofOf(services, response, given);
    return proof?.passkey.memberId === member.id ? proof : null;
  },
  async run(context, { act, object }, tried) {
    const { member, realNow, tx } = context;
    const { reference } = await acceptProof(context, tried);
    await setStepUp(tx, { sessionId: member.sessionId, reference, realNow, act, object });
    await recordMove(context, {
      subject: about(member.id),
      action: 'identity.step_up',
      snapshot: { reference, act, object },
    });
    return { data: { validUntil: new Date(realNow.getTime() + stepUpMs) } };
  },
});

export const passkeyActions: Actions<{ identity: Promised }>['identity'] = {
  addPasskey,
  passkeyLogin,
  passkeyStepUp,

  async passkeyAddOptions(context) {
    const { member, services, tx } = context;
    const by = await assertHimself(context, member, 'passkey');
    const passkeys = await passkeysOf(tx, member.id);
    if (passkeys.length >= passkeysMax) throw new Refusal('PASSKEY_LIMIT');
    const { generateRegistrationOptions } = await webauthn();
    const options = await generateRegistrationOptions({
      rpName: services.config.brand.name,
      rpID: siteOf(services.config).rpID,
      userName: member.email,
      userDisplayName: member.email,
      userID: new Uint8Array(Buffer.from(handleOf(services, member.id), 'base64url')),
      attestationType: 'none',
      supportedAlgorithmIDs: algorithms,
      timeout: challengeMs.passkey_add,
      excludeCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const given = { purpose: 'passkey_add', sessionId: member.sessionId } as const;
    await remember(context, options.challenge, given);
    await recordMove(context, {
      subject: about(member.id),
      action: 'identity.passkey_begun',
      snapshot: { by },
    });
    return wire(options);
  },

  async passkeyLoginOptions(work) {
    const { rpID } = siteOf(work.services.config);
    const timeout = challengeMs.passkey_login;
    // The options list no passkeys: the authenticator offers those that it has, so that the member
    // need not enter an e-mail address.
    const { generateAuthenticationOptions } = await webauthn();
    const options = await generateAuthenticationOptions({
      rpID,
      timeout,
      userVerification: 'required',
    });
    await remember(work, options.challenge, { purpose: 'passkey_login', sessionId: null });
    return wire(options);
  },

  async passkeyStepUpOptions(context) {
    const { member, services, tx } = context;
    const passkeys = await passkeysOf(tx, member.id);
    if (passkeys.length === 0) throw new Refusal('NOT_FOUND');
    const { generateAuthenticationOptions } = await webauthn();
    const options = await generateAuthenticationOptions({
      rpID: siteOf(services.config).rpID,
      timeout: challengeMs.passkey_step_up,
      userVerification: 'required',
      allowCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports })),
    });
    const given = { purpose: 'passkey_step_up', sessionId: member.sessionId } as const;
    await remember(context, options.challenge, given);
    return wire(options);
  },

  async passkeys({ member, tx }) {
    return { data: (await passkeysOf(tx, member.id)).map(passkeyView) };
  },

  async renamePasskey(context, { id, name }) {
    const { member, tx } = context;
    const renamed = await namePasskey(tx, member.id, id, name);
    if (!renamed) throw new Refusal('NOT_FOUND');
    await recordMove(context, {
      subject: about(member.id),
      action: 'identity.passkey_renamed',
      snapshot: { passkey: id, from: renamed.before, to: name },
    });
    return { data: { ok: true } };
  },

  async removePasskey(context, { id }) {
    const { member, tx } = context;
    const by = await assertHimself(context, member, 'passkey');
    const removed = await deletePasskey(tx, member.id, id);
    if (!removed) throw new Refusal('NOT_FOUND');
    await recordMove(context, {
      subject: about(member.id),
      action: 'identity.passkey_removed',
      snapshot: { passkey: id, name: removed.name, by },
    });
    await tell(context, member.id, noticeKinds.passkeyRemoved({ passkey: removed.name }));
    return { data: { ok: true } };
  },
};
