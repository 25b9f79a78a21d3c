// Key stores (PKCS #12) with the key of the seal. `node-forge` reads them, because authorities
// still hand out stores with ciphers that Web Crypto does not have.
import { createPrivateKey, generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';
import { type SigningIdentity, exact } from '../timestamps/signed-data.ts';

export type KeyStore = {
  /** PKCS #12 file with the key and its certificates. */
  p12: Buffer;
  password: string;
};

const opened = new WeakMap<Buffer, Promise<SigningIdentity>>();

/**
 * Reads each key store only once, because deriving the key from its password is deliberately slow.
 * Throws if the password or the key store is wrong.
 */
export async function identityOf({ p12, password }: KeyStore): Promise<SigningIdentity> {
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
  const identity = importedKey(forge.pki.privateKeyToPem(key)).then((imported) => ({
    key: imported,
    certificate: certificateDer(own),
    chain: certificates.map(certificateDer),
  }));
  opened.set(p12, identity);
  return identity;
}

function importedKey(pem: string): Promise<CryptoKey> {
  const pkcs8 = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  return crypto.subtle.importKey('pkcs8', exact(pkcs8), algorithm, false, ['sign']);
}

function certificateDer(certificate: forge.pki.Certificate): Buffer {
  return derOf(forge.pki.certificateToAsn1(certificate));
}

function derOf(asn1: forge.asn1.Asn1): Buffer {
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'latin1');
}

/**
 * Creates a self-signed certificate for the demonstration: it can seal documents, but no authority
 * has issued it.
 */
export async function createDemoP12(options: {
  name: string;
  now: Date;
  password: string;
  years?: number;
}): Promise<Buffer> {
  const { name, now, password, years = 10 } = options;
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const key = forge.pki.privateKeyFromPem(pem);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  certificate.validity.notBefore = new Date(now.getTime() - 86_400_000);
  certificate.validity.notAfter = new Date(now.getTime() + years * 365 * 86_400_000);
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
