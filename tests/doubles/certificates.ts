// Certificates for tests and drills: self-signed ones, each its own authority, and those of an
// authority that signs several.
import { generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';

export type Identity = { key: string; cert: string };
/** An address (type 7) or a name (type 2) for which a certificate is good. */
export type AltName = { type: number; ip?: string; value?: string };

const HOUR_MS = 3_600_000;
let made = 0;

function newKey() {
  const { privateKey: key } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const privateKey = forge.pki.privateKeyFromPem(key);
  return { key, privateKey, publicKey: forge.pki.setRsaPublicKey(privateKey.n, privateKey.e) };
}
type Key = ReturnType<typeof newKey>;
type Signer = { name: string; key: Key };

/** Identifiers of both keys, without which Python from 3.13 on refuses a certificate. */
const keyIdentifiers = (signer: Key) => [
  { name: 'subjectKeyIdentifier' },
  { name: 'authorityKeyIdentifier', keyIdentifier: identifierOf(signer) },
];
function identifierOf({ publicKey }: Key): string {
  const type = 'RSAPublicKey' as const;
  return forge.pki.getPublicKeyFingerprint(publicKey, { type }).getBytes();
}

/** Returns a certificate in PEM of one day; without `signer` it signs itself. */
function certificateOf(name: string, key: Key, extensions: object[], signer?: Signer): string {
  const cert = forge.pki.createCertificate();
  cert.publicKey = key.publicKey;
  made += 1;
  cert.serialNumber = made.toString(16).padStart(2, '0');
  cert.validity.notBefore = new Date(performance.timeOrigin - HOUR_MS);
  cert.validity.notAfter = new Date(performance.timeOrigin + 24 * HOUR_MS);
  cert.setSubject([{ name: 'commonName', value: name }]);
  cert.setIssuer([{ name: 'commonName', value: signer?.name ?? name }]);
  cert.setExtensions(extensions);
  cert.sign((signer?.key ?? key).privateKey, forge.md.sha256.create());
  return forge.pki.certificateToPem(cert);
}

/** Makes a self-signed certificate for one address or one name. */
export function selfMade(altName: AltName): Identity {
  const key = newKey();
  const cert = certificateOf(`test ${made + 1}`, key, [
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [altName] },
  ]);
  return { key: key.key, cert };
}

/** Makes an authority, whose certificates are good for servers and for clients. */
export function newAuthority(name: string) {
  const key = newKey();
  const cert = certificateOf(name, key, [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ...keyIdentifiers(key),
  ]);
  return {
    cert,
    issue(commonName: string, altNames: AltName[]): Identity {
      const own = newKey();
      const extensions = [
        { name: 'basicConstraints', cA: false },
        { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
        { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
        { name: 'subjectAltName', altNames },
        ...keyIdentifiers(key),
      ];
      return { key: own.key, cert: certificateOf(commonName, own, extensions, { name, key }) };
    },
  };
}
