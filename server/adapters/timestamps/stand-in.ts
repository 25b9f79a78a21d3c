// A timestamp authority of our own for the demonstration and for tests: it answers with real tokens
// of RFC 3161, but nobody vouches for it.
import { X509Certificate, randomBytes } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { SHA_256, type SigningIdentity, TST_INFO, derOf, exact, signData } from './signed-data.ts';
import { type Timestamps, createTimestamps } from './timestamps.ts';

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
const AUTHORITY_YEARS = 40;
/** The policy of ETSI EN 319 421 for timestamps. */
const POLICY = '0.4.0.2023.1.1';

/** The keys of a stand-in as they are stored: PKCS #8 and certificates, in base64. */
export type StandInKeys = Record<'rootKey' | 'root' | 'key' | 'certificate', string>;

export type StandIn = {
  /** Answers a request of RFC 3161. */
  respond(request: Buffer): Promise<Buffer>;
  /** The revocation list of its certificates. */
  revocationList(): Promise<Buffer>;
  root: X509Certificate;
  certificate: X509Certificate;
};

type Pair = { key: CryptoKey; publicKey: CryptoKey };

async function freshPair(): Promise<Pair> {
  const { privateKey: key, publicKey } = await crypto.subtle.generateKey(ECDSA, true, [
    'sign',
    'verify',
  ]);
  return { key, publicKey };
}

const usageOf = (bits: number, unused: number) =>
  new asn1js.BitString({ valueHex: Uint8Array.of(bits).buffer, unusedBits: unused });

const extension = (extnID: string, critical: boolean, value: { toBER(): ArrayBuffer }) =>
  new pkijs.Extension({ extnID, critical, extnValue: value.toBER() });

const EXTENSIONS = {
  authority: () => [
    extension('2.5.29.19', true, new pkijs.BasicConstraints({ cA: true }).toSchema()),
    // Signs certificates and revocation lists.
    extension('2.5.29.15', true, usageOf(0x06, 1)),
  ],
  stamping: () => [
    extension('2.5.29.15', true, usageOf(0x80, 7)),
    extension(
      '2.5.29.37',
      true,
      new pkijs.ExtKeyUsage({ keyPurposes: ['1.3.6.1.5.5.7.3.8'] }).toSchema(),
    ),
  ],
};

const nameOf = (value: string) =>
  new pkijs.AttributeTypeAndValue({ type: '2.5.4.3', value: new asn1js.Utf8String({ value }) });

type CertificateRequest = {
  name: string;
  issuer: { name: string; key: CryptoKey };
  from: Date;
  until: Date;
  publicKey: CryptoKey;
  kind: keyof typeof EXTENSIONS;
  listUrl?: string | undefined;
};

/** Says where the revocation list of a certificate is (RFC 5280, 4.2.1.13). */
function listAt(url: string): pkijs.Extension {
  const distributionPoint = [new pkijs.GeneralName({ type: 6, value: url })];
  const point = new pkijs.DistributionPoint({ distributionPoint });
  const points = new pkijs.CRLDistributionPoints({ distributionPoints: [point] });
  return extension('2.5.29.31', false, points.toSchema());
}

async function certificateFor(wanted: CertificateRequest): Promise<Buffer> {
  const { name, issuer, from, until, publicKey, kind, listUrl } = wanted;
  const certificate = new pkijs.Certificate();
  certificate.version = 2;
  certificate.serialNumber = new asn1js.Integer({ valueHex: exact(positive(16)) });
  certificate.issuer.typesAndValues.push(nameOf(issuer.name));
  certificate.subject.typesAndValues.push(nameOf(name));
  certificate.notBefore = timeOf(from);
  certificate.notAfter = timeOf(until);
  certificate.extensions = [...EXTENSIONS[kind](), ...(listUrl ? [listAt(listUrl)] : [])];
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  await certificate.sign(issuer.key, 'SHA-256');
  return Buffer.from(certificate.toSchema(true).toBER());
}

const wholeSeconds = (at: Date): Date => new Date(Math.floor(at.getTime() / 1000) * 1000);

/** Years from 2050 on need the longer form (RFC 5280, 4.1.2.5). */
const timeOf = (at: Date) =>
  new pkijs.Time({ type: at.getUTCFullYear() < 2050 ? 0 : 1, value: wholeSeconds(at) });

function positive(bytes: number): Buffer {
  const number = randomBytes(bytes);
  number[0] = 0x40 | (number[0]! & 0x3f);
  return number;
}

const ROOT_NAME = 'Baixi Demonstration Root';

/** Makes an authority whose certificate for timestamps is valid for so many years. */
export async function makeStandInKeys({
  now,
  years = 10,
  listUrl,
}: {
  now: Date;
  years?: number;
  /** Address of the revocation list, which the certificate then names. */
  listUrl?: string;
}): Promise<StandInKeys> {
  const [root, own] = [await freshPair(), await freshPair()];
  const from = new Date(now.getTime() - DAY_MS);
  const issuer = { name: ROOT_NAME, key: root.key };
  const rootCertificate = await certificateFor({
    name: ROOT_NAME,
    issuer,
    from,
    publicKey: root.publicKey,
    kind: 'authority',
    until: new Date(now.getTime() + AUTHORITY_YEARS * YEAR_MS),
  });
  const certificate = await certificateFor({
    name: 'Baixi Demonstration TSA',
    issuer,
    from,
    publicKey: own.publicKey,
    kind: 'stamping',
    listUrl,
    until: new Date(now.getTime() + years * YEAR_MS),
  });
  const stored = async ({ key }: Pair) =>
    Buffer.from(await crypto.subtle.exportKey('pkcs8', key)).toString('base64');
  return {
    rootKey: await stored(root),
    root: rootCertificate.toString('base64'),
    key: await stored(own),
    certificate: certificate.toString('base64'),
  };
}

/** Opens an authority with the keys of `makeStandInKeys`; `now` is its clock. */
export async function openStandIn(keys: StandInKeys, now: () => Date): Promise<StandIn> {
  const bytes = (text: string) => Buffer.from(text, 'base64');
  const keyOf = (text: string) =>
    crypto.subtle.importKey('pkcs8', exact(bytes(text)), ECDSA, false, ['sign']);
  const [rootKey, key] = [await keyOf(keys.rootKey), await keyOf(keys.key)];
  const root = bytes(keys.root);
  const certificate = bytes(keys.certificate);
  const identity: SigningIdentity = { key, certificate, chain: [certificate] };
  let list: { der: Buffer; until: number } | null = null;
  return {
    respond: (request) => respond(request, identity, now()),
    async revocationList() {
      if (list === null || list.until < now().getTime()) {
        list = {
          der: await revocationList(root, rootKey, now()),
          until: now().getTime() + DAY_MS,
        };
      }
      return list.der;
    },
    root: new X509Certificate(root),
    certificate: new X509Certificate(certificate),
  };
}

async function respond(request: Buffer, identity: SigningIdentity, now: Date): Promise<Buffer> {
  const status = new pkijs.PKIStatusInfo({ status: pkijs.PKIStatus.granted });
  const asked = readRequest(request);
  if (asked?.messageImprint.hashAlgorithm.algorithmId !== SHA_256) {
    status.status = pkijs.PKIStatus.rejection;
    return Buffer.from(new pkijs.TimeStampResp({ status }).toSchema().toBER());
  }
  const info = new pkijs.TSTInfo({
    version: 1,
    policy: POLICY,
    messageImprint: asked.messageImprint,
    serialNumber: new asn1js.Integer({ valueHex: exact(positive(16)) }),
    genTime: wholeSeconds(now),
    accuracy: new pkijs.Accuracy({ seconds: 1 }),
    ...(asked.nonce && { nonce: asked.nonce }),
  });
  const signed = await signData(Buffer.from(info.toSchema().toBER()), identity, { type: TST_INFO });
  const timeStampToken = pkijs.ContentInfo.fromBER(exact(derOf(signed)));
  return Buffer.from(new pkijs.TimeStampResp({ status, timeStampToken }).toSchema().toBER());
}

function readRequest(request: Buffer): pkijs.TimeStampReq | null {
  try {
    return pkijs.TimeStampReq.fromBER(exact(request));
  } catch {
    return null;
  }
}

async function revocationList(root: Buffer, rootKey: CryptoKey, now: Date): Promise<Buffer> {
  const list = new pkijs.CertificateRevocationList();
  list.version = 1;
  list.issuer = pkijs.Certificate.fromBER(exact(root)).subject;
  list.thisUpdate = timeOf(now);
  list.nextUpdate = timeOf(new Date(now.getTime() + 7 * DAY_MS));
  await list.sign(rootKey, 'SHA-256');
  return Buffer.from(list.toSchema(true).toBER());
}

/** Returns the stand-in as an adapter within this process, without HTTP. */
export function standInTimestamps(standIn: StandIn, now: () => Date): Timestamps {
  return createTimestamps({
    ask: (request) => standIn.respond(request),
    async revocationLists(certificates) {
      const isOurs = certificates.some((one) => one.raw.equals(standIn.certificate.raw));
      return isOurs ? [await standIn.revocationList()] : [];
    },
    trusted: [standIn.root],
    now,
  });
}
