// A software authenticator for tests: real keys, real signatures, and the necessary CBOR encoding.
import {
  type KeyObject,
  createHash,
  generateKeyPairSync,
  randomBytes,
  sign as signWith,
} from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

export type Passkey = {
  id: Buffer;
  userHandle: string;
  rpId: string;
  privateKey: KeyObject;
  counter: number;
};

/** Faults that the authenticator's answer shall have; by default none. */
export type Flaws = {
  origin?: string;
  rpId?: string;
  /** If true, the user was not verified by fingerprint, face or PIN. */
  unverified?: boolean;
  counter?: number;
  userHandle?: string | null;
  challenge?: string;
  type?: string;
  /** If true, the answer is signed with a key that does not belong to the passkey. */
  forged?: boolean;
};

type CreationOptions = { challenge: string; rp: { id: string }; user: { id: string } };
type RequestOptions = { challenge: string; rpId: string };

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Returns a CBOR head (RFC 8949 §3): major type and length. */
function head(major: number, length: number): Buffer {
  const first = major << 5;
  if (length < 24) return Buffer.from([first | length]);
  if (length < 256) return Buffer.from([first | 24, length]);
  return Buffer.from([first | 25, length >> 8, length & 0xff]);
}
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const text = (value: string) =>
  Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const map = (pairs: [Buffer, Buffer][]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()]);

/** Returns a public key in COSE format: EC2, ES256, P-256 (RFC 9053 §7.1). */
function cose(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return map([
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), bytes(Buffer.from(x, 'base64url'))],
    [integer(-3), bytes(Buffer.from(y, 'base64url'))],
  ]);
}

function authenticatorData(rpId: string, flags: number, counter: number, key = Buffer.alloc(0)) {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, key]);
}

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** Creates a passkey and returns the answer of `navigator.credentials.create()`. */
export function createPasskey(given: unknown, origin: string, flaws: Flaws = {}) {
  const options = given as CreationOptions;
  const { publicKey, privateKey } = newKeys();
  const id = randomBytes(32);
  const length = Buffer.from([0, id.length]);
  const attested = Buffer.concat([Buffer.alloc(16), length, id, cose(publicKey)]);
  const flags = USER_PRESENT | HAS_KEY | (flaws.unverified ? 0 : USER_VERIFIED);
  const data = authenticatorData(flaws.rpId ?? options.rp.id, flags, 0, attested);
  const attestation = map([
    [text('fmt'), text('none')],
    [text('attStmt'), map([])],
    [text('authData'), bytes(data)],
  ]);
  const challenge = flaws.challenge ?? options.challenge;
  const client = clientData(flaws.type ?? 'webauthn.create', challenge, flaws.origin ?? origin);
  const userHandle = options.user.id;
  const passkey: Passkey = { id, userHandle, rpId: options.rp.id, privateKey, counter: 0 };
  return {
    passkey,
    response: {
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    },
  };
}

/** Returns the answer of `navigator.credentials.get()`; each one increments the counter. */
export function signWithPasskey(
  passkey: Passkey,
  given: unknown,
  origin: string,
  flaws: Flaws = {},
) {
  const options = given as RequestOptions;
  passkey.counter = flaws.counter ?? passkey.counter + 1;
  const flags = USER_PRESENT | (flaws.unverified ? 0 : USER_VERIFIED);
  const data = authenticatorData(flaws.rpId ?? passkey.rpId, flags, passkey.counter);
  const challenge = flaws.challenge ?? options.challenge;
  const client = clientData(flaws.type ?? 'webauthn.get', challenge, flaws.origin ?? origin);
  const key = flaws.forged ? newKeys().privateKey : passkey.privateKey;
  const signature = signWith('sha256', Buffer.concat([data, sha256(client)]), key);
  const userHandle = flaws.userHandle === undefined ? passkey.userHandle : flaws.userHandle;
  const id = passkey.id.toString('base64url');
  return {
    id,
    rawId: id,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      ...(userHandle === null ? {} : { userHandle }),
    },
  };
}
