// CMS signatures (RFC 5652) as seals of documents and timestamp tokens use them, by PKI.js.
import { X509Certificate, createHash } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';

const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timestampToken: '1.2.840.113549.1.9.16.2.14',
};
export const SHA_256 = '2.16.840.1.101.3.4.2.1';
export const TST_INFO = '1.2.840.113549.1.9.16.1.4';

/** A signature, a token or a certificate is not what it must be. */
export class SignatureRefused extends Error {
  override name = 'SignatureRefused';
}

/** A private key with its certificate and the certificates above it, in DER. */
export type SigningIdentity = { key: CryptoKey; certificate: Buffer; chain: readonly Buffer[] };

export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Copies the bytes, because PKI.js keeps a reference to the whole underlying buffer. */
export const exact = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

export const octets = (bytes: Uint8Array) => new asn1js.OctetString({ valueHex: exact(bytes) });

const attribute = (type: string, ...values: asn1js.AsnType[]) =>
  new pkijs.Attribute({ type, values });

/** The certificate's hash is signed too, so that the certificate cannot be exchanged. */
function namesCertificate(certificate: Buffer): pkijs.Attribute {
  const id = new asn1js.Sequence({ value: [octets(sha256(certificate))] });
  const ids = new asn1js.Sequence({ value: [id] });
  return attribute(OID.signingCertificateV2, new asn1js.Sequence({ value: [ids] }));
}

const parsed = new WeakMap<Buffer, pkijs.Certificate>();

/** Reads the certificates of an identity only once, because reading one takes milliseconds. */
function certificateOf(der: Buffer): pkijs.Certificate {
  const read = parsed.get(der) ?? pkijs.Certificate.fromBER(exact(der));
  parsed.set(der, read);
  return read;
}

/**
 * Signs data with the attributes that CAdES requires. Without `content` the signature is detached;
 * with it, the data is included under this type.
 */
export async function signData(
  data: Buffer,
  { key, certificate, chain }: SigningIdentity,
  content?: { type: string },
): Promise<pkijs.SignedData> {
  const type = content?.type ?? OID.data;
  const own = certificateOf(certificate);
  const attributes = [
    attribute(OID.contentType, new asn1js.ObjectIdentifier({ value: type })),
    attribute(OID.messageDigest, octets(sha256(data))),
    namesCertificate(certificate),
  ];
  const encoded = (one: pkijs.Attribute) => Buffer.from(one.toSchema().toBER());
  const encapContentInfo = new pkijs.EncapsulatedContentInfo({ eContentType: type });
  // The constructor would split the content into pieces, which DER does not allow.
  if (content) encapContentInfo.eContent = octets(data);
  const signed = new pkijs.SignedData({
    version: content ? 3 : 1,
    encapContentInfo,
    certificates: chain.map(certificateOf),
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({
          issuer: own.issuer,
          serialNumber: own.serialNumber,
        }),
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({
          type: 0,
          attributes: attributes.toSorted((a, b) => Buffer.compare(encoded(a), encoded(b))),
        }),
      }),
    ],
  });
  await signed.sign(key, 0, 'SHA-256');
  return signed;
}

/** Returns a signature in DER as the content info that a file contains. */
export function derOf(signed: pkijs.SignedData): Buffer {
  const content = signed.toSchema(true);
  const info = new pkijs.ContentInfo({ contentType: OID.signedData, content });
  return Buffer.from(info.toSchema().toBER());
}

/** Returns a signature's value, over which its timestamp is made. */
export const signatureValue = ({ signerInfos: [signer] }: pkijs.SignedData): Buffer =>
  Buffer.from(signer!.signature.valueBlock.valueHexView);

/** Adds a timestamp token to a signature, outside what is signed. */
export function addToken({ signerInfos: [signer] }: pkijs.SignedData, token: Buffer): void {
  const value = asn1js.fromBER(exact(token)).result;
  signer!.unsignedAttrs = new pkijs.SignedAndUnsignedAttributes({
    type: 1,
    attributes: [attribute(OID.timestampToken, value)],
  });
}

export type ReadSignature = {
  signed: pkijs.SignedData;
  signer: X509Certificate;
  certificates: X509Certificate[];
  /** The timestamp token over the signature's value, if there is one. */
  token: Buffer | null;
};

/** Reads a signature without verifying it; bytes after its end are ignored. */
export function readSignature(der: Buffer): Omit<ReadSignature, 'signer'> {
  try {
    const info = new pkijs.ContentInfo({ schema: asn1js.fromBER(exact(der)).result });
    const signed = new pkijs.SignedData({ schema: info.content });
    const certificates = (signed.certificates ?? [])
      .filter((one) => one instanceof pkijs.Certificate)
      .map((one) => new X509Certificate(Buffer.from(one.toSchema().toBER())));
    const unsigned = signed.signerInfos[0]?.unsignedAttrs?.attributes ?? [];
    const value = unsigned.find(({ type }) => type === OID.timestampToken)?.values[0];
    const token = value
      ? Buffer.from((value as asn1js.BaseBlock).valueBeforeDecodeView.slice())
      : null;
    return { signed, certificates, token };
  } catch (error) {
    throw new SignatureRefused('a signature cannot be read', { cause: error });
  }
}

/**
 * Verifies that the signature is over the data and by the certificate that it names. Does not
 * verify who issued the certificate. Throws SignatureRefused.
 */
export async function verifySignature(der: Buffer, data: Buffer): Promise<ReadSignature> {
  const read = readSignature(der);
  const { signed } = read;
  if (signed.signerInfos.length !== 1) throw new SignatureRefused('a signature has one signer');
  const result = await signed
    .verify({ signer: 0, data: exact(data), extendedMode: true })
    .catch((error: unknown) => {
      throw new SignatureRefused('a signature is not over this data', { cause: error });
    });
  if (result.signatureVerified !== true || !result.signerCertificate) {
    throw new SignatureRefused('a signature is not by its certificate');
  }
  const certificate = Buffer.from(result.signerCertificate.toSchema().toBER());
  if (!namesThis(signed, certificate)) {
    throw new SignatureRefused('a signature does not name its certificate');
  }
  return { ...read, signer: new X509Certificate(certificate) };
}

/** Returns whether the signed attributes contain the certificate's hash (RFC 5035). */
function namesThis({ signerInfos: [signer] }: pkijs.SignedData, certificate: Buffer): boolean {
  for (const { type, values } of signer?.signedAttrs?.attributes ?? []) {
    if (type !== OID.signingCertificateV2 && type !== OID.signingCertificate) continue;
    const fields = childrenOf(childrenOf(childrenOf(values[0])[0])[0]);
    const [first, second] = fields;
    const isNamed = first instanceof asn1js.Sequence;
    const hash = isNamed ? second : first;
    if (!(hash instanceof asn1js.OctetString)) return false;
    const algorithm = type === OID.signingCertificate ? 'sha1' : hashOf(isNamed ? first : null);
    const digest = createHash(algorithm).update(certificate).digest();
    return digest.equals(Buffer.from(hash.valueBlock.valueHexView));
  }
  return false;
}

const HASHES: Readonly<Record<string, string>> = {
  [SHA_256]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

function hashOf(algorithm: asn1js.Sequence | null): string {
  if (!algorithm) return 'sha256';
  const [id] = childrenOf(algorithm);
  const name = id instanceof asn1js.ObjectIdentifier ? HASHES[id.valueBlock.toString()] : undefined;
  if (!name) throw new SignatureRefused('a certificate is named by an unknown hash');
  return name;
}

const childrenOf = (block: unknown): asn1js.AsnType[] =>
  block instanceof asn1js.Sequence ? (block.valueBlock.value as asn1js.AsnType[]) : [];
