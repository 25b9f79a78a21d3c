// Stand-ins for key management services: OpenBao's transit engine, AWS KMS and Google Cloud KMS.
// They encrypt really, check credentials and signatures, and know several versions of their key.
import {
  type KeyObject,
  createCipheriv,
  createDecipheriv,
  generateKeyPairSync,
  randomBytes,
} from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import type { KmsSettings } from '../../server/adapters/kms/settings.ts';
import { signatureOf } from './s3.ts';

/** `sealed` answers as a service that is locked or too busy; `silent` answers nothing. */
export type KmsWay = 'well' | 'sealed' | 'silent' | 'html' | 'redirect';
export type KmsDouble = {
  settings: KmsSettings;
  /** The same settings with wrong credentials. */
  intruder: KmsSettings;
  /** `times` is the number of requests after which it is well again. */
  be(way: KmsWay, times?: number): void;
  /** From now on another version of the key encrypts; the old ones still decrypt. */
  rotate(): void;
  /** Forgets the versions before the newest. */
  forgetOld(): void;
  close(): void;
};

type Answer = { status: number; body: object };
type Call = {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  request: IncomingMessage;
};
type Api = {
  settings(url: string): KmsSettings;
  intruder(settings: KmsSettings): KmsSettings;
  sealed: Answer;
  answer(call: Call, key: MasterKey): Answer | Promise<Answer>;
};

/** A master key with versions, which encrypts as `VERSION IV TAG TEXT` and binds the context. */
class MasterKey {
  #versions = new Map([[1, randomBytes(32)]]);
  #newest = 1;

  rotate() {
    this.#newest += 1;
    this.#versions.set(this.#newest, randomBytes(32));
  }

  forgetOld() {
    for (const version of this.#versions.keys()) {
      if (version < this.#newest) this.#versions.delete(version);
    }
  }

  encrypt(plain: Buffer, context: string): { version: number; bytes: Buffer } {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#versions.get(this.#newest)!, iv);
    cipher.setAAD(Buffer.from(context));
    const text = Buffer.concat([cipher.update(plain), cipher.final()]);
    const bytes = Buffer.concat([Buffer.from([this.#newest]), iv, cipher.getAuthTag(), text]);
    return { version: this.#newest, bytes };
  }

  /** Returns null for anything that this key has not encrypted for this context. */
  decrypt(bytes: Buffer, context: string): Buffer | null {
    const key = this.#versions.get(bytes[0] ?? 0);
    if (!key || bytes.length < 30) return null;
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 13));
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(13, 29));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(29)), decipher.final()]);
    } catch {
      return null;
    }
  }
}

const bytesOf = (text: unknown) => Buffer.from(String(text ?? ''), 'base64');
const refuse = (status: number, body: object = {}): Answer => ({ status, body });
const fieldsIn = (body: string) => JSON.parse(body) as Record<string, unknown>;

const vault: Api = {
  settings: (url) => ({ kind: 'vault', url, key: 'baixi', mount: 'transit', token: 'to-ken' }),
  intruder: (settings) => ({ ...settings, token: 'another' }) as KmsSettings,
  sealed: { status: 503, body: { errors: ['Vault is sealed'] } },
  answer({ body, headers, path }, key) {
    if (headers['x-vault-token'] !== 'to-ken')
      return refuse(403, { errors: ['permission denied'] });
    const [, act, name] = /^\/v1\/transit\/(encrypt|decrypt)\/(\w+)$/.exec(path) ?? [];
    if (name !== 'baixi') return refuse(404, { errors: [] });
    const fields = fieldsIn(body);
    const context = bytesOf(fields['associated_data']).toString();
    if (act === 'encrypt') {
      const { bytes, version } = key.encrypt(bytesOf(fields['plaintext']), context);
      return refuse(200, { data: { ciphertext: `vault:v${version}:${bytes.toString('base64')}` } });
    }
    const [, text] = /^vault:v\d+:(.+)$/.exec(String(fields['ciphertext'])) ?? [];
    const plain = key.decrypt(bytesOf(text), context);
    if (!plain) return refuse(400, { errors: ['cipher: message authentication failed'] });
    return refuse(200, { data: { plaintext: plain.toString('base64') } });
  },
};

const aws: Api = {
  settings: (url) => ({
    kind: 'aws',
    url,
    key: 'alias/baixi',
    region: 'ap-northeast-1',
    keyId: 'AKIABAIXI',
    secret: 'se-cret',
  }),
  intruder: (settings) => ({ ...settings, secret: 'another' }) as KmsSettings,
  sealed: { status: 400, body: { __type: 'ThrottlingException' } },
  answer({ body, headers, path, request }, key) {
    const own = { keyId: 'AKIABAIXI', secret: 'se-cret', region: 'ap-northeast-1' };
    const url = new URL(path, `http://${headers.host}`);
    const signature = signatureOf(request, url, own, { service: 'kms', body });
    if (!signature || !headers.authorization?.endsWith(`Signature=${signature}`)) {
      return refuse(400, { __type: 'IncompleteSignatureException' });
    }
    const fields = fieldsIn(body);
    if (fields['KeyId'] !== 'alias/baixi') return refuse(400, { __type: 'NotFoundException' });
    const context = JSON.stringify(fields['EncryptionContext']);
    if (headers['x-amz-target'] === 'TrentService.Encrypt') {
      const { bytes } = key.encrypt(bytesOf(fields['Plaintext']), context);
      return refuse(200, { CiphertextBlob: bytes.toString('base64'), KeyId: 'arn:aws:kms' });
    }
    const plain = key.decrypt(bytesOf(fields['CiphertextBlob']), context);
    if (!plain) return refuse(400, { __type: 'InvalidCiphertextException' });
    return refuse(200, { Plaintext: plain.toString('base64') });
  },
};

const GCP_KEY = 'projects/p/locations/asia-east1/keyRings/r/cryptoKeys/baixi';
const EMAIL = 'baixi@p.iam.gserviceaccount.com';
const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** With `machine`, tokens come from the metadata server and not from a service account. */
function gcp(machine: boolean): Api {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const token = randomBytes(16).toString('hex');
  const accountAt = (url: string, key: KeyObject) => ({
    email: EMAIL,
    privateKey: pem(key),
    tokenUrl: `${url}/token`,
  });
  const granted = { access_token: token, expires_in: 3_599, token_type: 'Bearer' };
  return {
    settings: (url) => ({
      kind: 'gcp',
      url,
      key: GCP_KEY,
      ...(machine
        ? { account: null, metadataUrl: url }
        : { account: accountAt(url, pair.privateKey) }),
    }),
    intruder: (settings) =>
      ({ ...settings, account: accountAt(settings.url, stranger.privateKey) }) as KmsSettings,
    sealed: { status: 503, body: { error: { status: 'UNAVAILABLE' } } },
    async answer({ body, headers, path }, key) {
      if (path.startsWith('/computeMetadata/') && headers['metadata-flavor'] === 'Google') {
        return refuse(200, granted);
      }
      if (path === '/token') {
        const assertion = new URLSearchParams(body).get('assertion') ?? '';
        const audience = `http://${headers.host}/token`;
        const isRight = await jwtVerify(assertion, pair.publicKey, {
          issuer: EMAIL,
          audience,
        }).then(
          ({ payload }) => payload['scope'] === 'https://www.googleapis.com/auth/cloudkms',
          () => false,
        );
        return isRight ? refuse(200, granted) : refuse(400, { error: 'invalid_grant' });
      }
      if (headers.authorization !== `Bearer ${token}`) return refuse(401);
      const fields = fieldsIn(body);
      const context = bytesOf(fields['additionalAuthenticatedData']).toString();
      if (path === `/v1/${GCP_KEY}:encrypt`) {
        const { bytes } = key.encrypt(bytesOf(fields['plaintext']), context);
        return refuse(200, { ciphertext: bytes.toString('base64') });
      }
      if (path !== `/v1/${GCP_KEY}:decrypt`) return refuse(404);
      const plain = key.decrypt(bytesOf(fields['ciphertext']), context);
      if (!plain) return refuse(400, { error: { status: 'INVALID_ARGUMENT' } });
      return refuse(200, { plaintext: plain.toString('base64') });
    },
  };
}

const apis = {
  vault: () => vault,
  aws: () => aws,
  gcp: () => gcp(false),
  machine: () => gcp(true),
};
export type KmsKind = keyof typeof apis;

/** Starts a service of this kind on this machine. */
export async function startKms(kind: KmsKind): Promise<KmsDouble> {
  const api = apis[kind]();
  const key = new MasterKey();
  let way: KmsWay = 'well';
  let left = Infinity;
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const piece of request) body += String(piece);
    if (left === 0) way = 'well';
    left -= 1;
    if (way === 'silent') return;
    if (way === 'html') return void response.end('<html>');
    if (way === 'redirect') return void response.writeHead(302, { location: '/elsewhere' }).end();
    const call = { path: request.url ?? '', headers: request.headers, body, request };
    const answer = way === 'sealed' ? api.sealed : await api.answer(call, key);
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer.body));
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const settings = api.settings(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    settings,
    intruder: api.intruder(settings),
    be: (next, times = Infinity) => void ([way, left] = [next, times]),
    rotate: () => key.rotate(),
    forgetOld: () => key.forgetOld(),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
