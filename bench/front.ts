// TLS proxy with HTTP/2 and its own certificate, like the one in front of the site in production.
import { X509Certificate, createHash, generateKeyPairSync } from 'node:crypto';
import { Agent, request } from 'node:http';
import { createSecureServer } from 'node:http2';
import forge from 'node-forge';

const DAY_MS = 86_400_000;
/** Connection headers of HTTP/1.1, which HTTP/2 forbids. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'host']);

function createCertificate() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const signer = forge.pki.privateKeyFromPem(key);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(signer.n, signer.e);
  certificate.serialNumber = '01';
  certificate.validity.notBefore = new Date(Date.now() - DAY_MS);
  certificate.validity.notAfter = new Date(Date.now() + DAY_MS);
  const name = [{ shortName: 'CN', value: 'localhost' }];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([
    { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
  ]);
  certificate.sign(signer, forge.md.sha256.create());
  return { key, cert: forge.pki.certificateToPem(certificate) };
}

/** Removes the connection headers and the pseudo-headers of HTTP/2. */
const passedOn = <T>(headers: Record<string, T>) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(':') && !ofConnection.has(name)),
  );

export type Front = {
  /** Hash of the public key, by which a browser can be told to trust the certificate. */
  spki: string;
  close(): void;
};

/** Forwards all requests on `port` to the site on `sitePort`. */
export async function openFront(port: number, sitePort: number): Promise<Front> {
  const { key, cert } = createCertificate();
  const agent = new Agent({ keepAlive: true });
  const server = createSecureServer({ key, cert }, (asked, answer) => {
    const { url: path, method } = asked;
    const headers = { ...passedOn(asked.headers), 'x-forwarded-proto': 'https' };
    const onward = request({ port: sitePort, path, method, headers, agent }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, passedOn(answered.headers));
      answered.pipe(answer.stream);
    });
    onward.on('error', () => answer.stream.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return {
    spki: createHash('sha256').update(spki).digest('base64'),
    close() {
      server.close();
      agent.destroy();
    },
  };
}
