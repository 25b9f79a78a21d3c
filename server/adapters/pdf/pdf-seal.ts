// Seals a PDF: a PAdES baseline signature (ETSI EN 319 142-1, level B-B) over the whole file.
import {
  createHash,
  createPrivateKey,
  generateKeyPair,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import { plainAddPlaceholder } from '@signpdf/placeholder-plain';
import { Signer, SignPdf } from '@signpdf/signpdf';
import forge from 'node-forge';

export type Seal = {
  /** Reason for the seal and name of the signer, as a PDF reader shows them. */
  reason: string;
  name: string;
  /** The time of signing, from the real clock. */
  signedAt: Date;
  /** PKCS #12 file with the key and its certificates. */
  p12: Buffer;
  password: string;
};

/** Returns the sealed PDF. Throws if the password or the key store is wrong. */
export async function sealPdf(pdf: Buffer, seal: Seal): Promise<Buffer> {
  const { reason, name, signedAt } = seal;
  const prepared = plainAddPlaceholder({
    pdfBuffer: pdf,
    reason,
    name,
    contactInfo: '',
    location: 'Taiwan',
    signingTime: signedAt,
    signatureLength: 12_288,
    subFilter: 'ETSI.CAdES.detached',
  });
  return new SignPdf().sign(withId(prepared), new CadesSigner(identityOf(seal)));
}

/**
 * Adds the file's identifier to the last trailer: PDF/A requires the identifier in every trailer,
 * but the library that reserves space for the signature omits it.
 */
function withId(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1');
  const id = /\/ID\s*\[[^\]]*\]/.exec(text);
  const trailer = text.lastIndexOf('trailer\n<<\n');
  if (!id || trailer < 0) throw new Error('a PDF without identifier or trailer');
  const at = trailer + 'trailer\n<<\n'.length;
  return Buffer.concat([pdf.subarray(0, at), Buffer.from(`${id[0]}\n`), pdf.subarray(at)]);
}

type Identity = { key: KeyObject; certificate: Buffer; chain: Buffer[]; issuerAndSerial: Buffer };
const opened = new WeakMap<Buffer, Identity>();

/**
 * Reads each key store only once, because deriving the key from its password is deliberately slow.
 */
function identityOf({ p12, password }: Seal): Identity {
  const known = opened.get(p12);
  if (known) return known;
  const der = forge.asn1.fromDer(forge.util.createBuffer(p12.toString('latin1')));
  const store = forge.pkcs12.pkcs12FromAsn1(der, false, password);
  const { pkcs8ShroudedKeyBag, keyBag, certBag } = forge.pki.oids;
  const bags = (type: string | undefined): forge.pkcs12.Bag[] =>
    store.getBags({ bagType: type! })[type!] ?? [];
  const key = [...bags(pkcs8ShroudedKeyBag), ...bags(keyBag)][0]?.key;
  const certificates = bags(certBag).flatMap(({ cert }) => (cert ? [cert] : []));
  const own = certificates.find(
    ({ publicKey }) => key && (publicKey as forge.pki.rsa.PublicKey).n.equals(key.n),
  );
  if (!key || !own) throw new Error('the key store has no RSA key with its certificate');
  const identity = {
    key: createPrivateKey(forge.pki.privateKeyToPem(key)),
    certificate: certificateDer(own),
    chain: certificates.map(certificateDer),
    issuerAndSerial: issuerAndSerialOf(own),
  };
  opened.set(p12, identity);
  return identity;
}

function certificateDer(certificate: forge.pki.Certificate): Buffer {
  return derOf(forge.pki.certificateToAsn1(certificate));
}

/**
 * Returns issuer and serial number exactly as encoded in the certificate (RFC 5280, 4.1), because
 * re-encoding could change them.
 */
function issuerAndSerialOf(certificate: forge.pki.Certificate): Buffer {
  const [signedPart] = forge.pki.certificateToAsn1(certificate).value as forge.asn1.Asn1[];
  const fields = signedPart!.value as forge.asn1.Asn1[];
  const first = fields[0]!.tagClass === forge.asn1.Class.CONTEXT_SPECIFIC ? 1 : 0;
  return sequence(derOf(fields[first + 2]!), derOf(fields[first]!));
}

function derOf(asn1: forge.asn1.Asn1): Buffer {
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'latin1');
}

const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsaEncryption: '1.2.840.113549.1.1.1',
};

/**
 * Creates a detached CMS signature with the attributes that PAdES requires. The certificate's hash
 * is signed too, so that the certificate cannot be exchanged; the signing time is in the PDF, not
 * in the signature.
 */
class CadesSigner extends Signer {
  readonly #identity: Identity;

  constructor(identity: Identity) {
    super();
    this.#identity = identity;
  }

  override async sign(pdf: Buffer): Promise<Buffer> {
    const { key, certificate, chain, issuerAndSerial } = this.#identity;
    const attributes = setOf(
      attribute(OID.contentType, oid(OID.data)),
      attribute(OID.messageDigest, octets(sha256(pdf))),
      attribute(
        OID.signingCertificateV2,
        sequence(sequence(sequence(octets(sha256(certificate))))),
      ),
    );
    const signature = sign('sha256', attributes, key);
    const signerInfo = sequence(
      VERSION_1,
      issuerAndSerial,
      algorithm(OID.sha256),
      // RFC 5652, 5.4: the attributes are signed as a SET but embedded as [0] IMPLICIT, so the
      // first byte differs.
      Buffer.concat([Buffer.from([0xa0]), attributes.subarray(1)]),
      algorithm(OID.rsaEncryption),
      octets(signature),
    );
    const signedData = sequence(
      VERSION_1,
      setOf(algorithm(OID.sha256)),
      sequence(oid(OID.data)),
      der(0xa0, ...chain),
      setOf(signerInfo),
    );
    return sequence(oid(OID.signedData), der(0xa0, signedData));
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

// Minimal DER encoder, which supports only what a signature needs.
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length.toString(16);
  const length = Buffer.from(size.padStart(size.length + (size.length % 2), '0'), 'hex');
  const head =
    content.length < 128 ? [tag, content.length] : [tag, 0x80 | length.length, ...length];
  return Buffer.concat([Buffer.from(head), content]);
}
const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const setOf = (...parts: Buffer[]): Buffer => der(0x31, ...parts.toSorted(Buffer.compare));
const VERSION_1 = der(0x02, Buffer.from([1]));
const octets = (bytes: Buffer): Buffer => der(0x04, bytes);
const algorithm = (id: string): Buffer => sequence(oid(id), Buffer.from([0x05, 0x00]));
const attribute = (id: string, value: Buffer): Buffer => sequence(oid(id), setOf(value));

function oid(dotted: string): Buffer {
  return der(0x06, Buffer.from(forge.asn1.oidToDer(dotted).getBytes(), 'latin1'));
}

/**
 * Creates a self-signed certificate for the demonstration: it can seal documents, but no authority
 * has issued it.
 */
export async function createDemoP12(options: {
  name: string;
  now: Date;
  password: string;
}): Promise<Buffer> {
  const { name, now, password } = options;
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const key = forge.pki.privateKeyFromPem(pem);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  certificate.validity.notBefore = new Date(now.getTime() - 86_400_000);
  certificate.validity.notAfter = new Date(now.getTime() + 10 * 365 * 86_400_000);
  const utf8 = forge.asn1.Type.UTF8 as unknown as forge.asn1.Class;
  const subject = [
    { shortName: 'CN', value: name, valueTagClass: utf8 },
    { shortName: 'OU', value: 'Demonstration', valueTagClass: utf8 },
    { shortName: 'C', value: 'TW' },
  ];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
  ]);
  certificate.sign(key, forge.md.sha256.create());
  const store = forge.pkcs12.toPkcs12Asn1(key, [certificate], password, { algorithm: 'aes256' });
  return derOf(store);
}
