// Self-signed certificates for tests, each its own authority.
import { generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';

export type Identity = { key: string; cert: string };
let made = 0;

/** Makes a self-signed certificate for one address (type 7) or one name (type 2). */
export function selfMade(altName: { type: number; ip?: string; value?: string }): Identity {
  const { privateKey: key } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const privateKey = forge.pki.privateKeyFromPem(key);
  const cert = forge.pki.createCertificate();
  cert.publicKey = forge.pki.setRsaPublicKey(privateKey.n, privateKey.e);
  cert.serialNumber = '01';
  const hour = 3_600_000;
  cert.validity.notBefore = new Date(performance.timeOrigin - hour);
  cert.validity.notAfter = new Date(performance.timeOrigin + 24 * hour);
  const commonName = `test ${(made += 1)}`;
  const name = [{ name: 'commonName', value: commonName }];
  cert.setSubject(name);
  cert.setIssuer(name);
  cert.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [altName] },
  ]);
  cert.sign(privateKey, forge.md.sha256.create());
  return { key, cert: forge.pki.certificateToPem(cert) };
}
