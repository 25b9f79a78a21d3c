// AWS KMS: calls of its JSON protocol, signed with Signature Version 4.
import { AwsV4Signer } from 'aws4fetch';
import type { Kms, KmsSettingsOf } from './settings.ts';
import { answerOf, bytesIn, textIn } from './requests.ts';

/** Errors with status 400 by which the service only asks for patience. */
const BUSY = /(Throttling|LimitExceeded|DependencyTimeout|KMSInternal)Exception$/;

export function createAwsKms(settings: KmsSettingsOf<'aws'>): Kms {
  const { key, keyId, region, secret, sessionToken, timeoutMs } = settings;
  const call = async (act: 'Encrypt' | 'Decrypt', input: object) => {
    const body = JSON.stringify({ KeyId: key, ...input });
    const { url, headers } = await new AwsV4Signer({
      method: 'POST',
      url: `${settings.url}/`,
      region,
      service: 'kms',
      body,
      accessKeyId: keyId,
      secretAccessKey: secret,
      ...(sessionToken && { sessionToken }),
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `TrentService.${act}`,
      },
    }).sign();
    const request = { url: url.href, headers: Object.fromEntries(headers), body, timeoutMs };
    return answerOf(request, ({ __type: type }) => typeof type === 'string' && BUSY.test(type));
  };
  return {
    async wrap(plain, context) {
      const Plaintext = plain.toString('base64');
      const EncryptionContext = { use: context };
      return textIn(await call('Encrypt', { Plaintext, EncryptionContext }), 'CiphertextBlob');
    },
    async unwrap(CiphertextBlob, context) {
      const EncryptionContext = { use: context };
      return bytesIn(await call('Decrypt', { CiphertextBlob, EncryptionContext }), 'Plaintext');
    },
  };
}
