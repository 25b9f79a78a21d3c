// Google Cloud KMS: its REST API, with a token of a service account or of the machine.
import type { GcpAccount, Kms, KmsSettingsOf } from './settings.ts';
import { KmsRefused, answerOf, bytesIn, textIn } from './requests.ts';

const SCOPE = 'https://www.googleapis.com/auth/cloudkms';
const METADATA = 'http://metadata.google.internal';
const METADATA_PATH = '/computeMetadata/v1/instance/service-accounts/default/token';

export function createGcpKms(settings: KmsSettingsOf<'gcp'>): Kms {
  const { account, key, timeoutMs, url, metadataUrl = METADATA } = settings;
  const tokenNow = async (): Promise<string> => {
    const request = account
      ? await grantFor(account)
      : {
          url: metadataUrl + METADATA_PATH,
          method: 'GET' as const,
          headers: { 'metadata-flavor': 'Google' },
        };
    return textIn(await answerOf({ ...request, timeoutMs }), 'access_token');
  };
  // A token is fetched for each call, because a process makes one call for each data key.
  const call = async (act: 'encrypt' | 'decrypt', input: Record<string, string>) =>
    answerOf({
      url: `${url}/v1/${key}:${act}`,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await tokenNow()}`,
      },
      body: JSON.stringify(input),
      timeoutMs,
    });
  const bound = (context: string) => Buffer.from(context).toString('base64');
  return {
    async wrap(plain, context) {
      const plaintext = plain.toString('base64');
      const input = { plaintext, additionalAuthenticatedData: bound(context) };
      return textIn(await call('encrypt', input), 'ciphertext');
    },
    async unwrap(ciphertext, context) {
      const input = { ciphertext, additionalAuthenticatedData: bound(context) };
      return bytesIn(await call('decrypt', input), 'plaintext');
    },
  };
}

/** Returns the request for a token, which the service account signs with its own key (RFC 7523). */
async function grantFor({ email, privateKey, tokenUrl }: GcpAccount) {
  const { SignJWT, importPKCS8 } = await import('jose');
  const signer = await importPKCS8(privateKey, 'RS256').catch(() => {
    throw new KmsRefused('the private key of the service account cannot be read');
  });
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(email)
    .setAudience(tokenUrl)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(signer);
  return {
    url: tokenUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion,
    }).toString(),
  };
}
