// The transit engine of OpenBao or HashiCorp Vault.
import type { Kms, KmsSettingsOf } from './settings.ts';
import { answerOf, bytesIn, KmsUnreachable, textIn } from './requests.ts';

/** A token that may call `encrypt` and `decrypt` of one key is enough. */
export function createVaultKms(settings: KmsSettingsOf<'vault'>): Kms {
  const { key, mount, namespace, timeoutMs, token, url } = settings;
  const call = async (act: 'encrypt' | 'decrypt', body: Record<string, string>) => {
    const { data } = await answerOf({
      url: `${url}/v1/${mount}/${act}/${encodeURIComponent(key)}`,
      headers: {
        'content-type': 'application/json',
        'x-vault-token': token,
        'x-vault-request': 'true',
        ...(namespace && { 'x-vault-namespace': namespace }),
      },
      body: JSON.stringify(body),
      timeoutMs,
    });
    if (typeof data !== 'object' || data === null) throw new KmsUnreachable('it answers no data');
    return data as Record<string, unknown>;
  };
  const bound = (context: string) => Buffer.from(context).toString('base64');
  return {
    async wrap(plain, context) {
      const plaintext = plain.toString('base64');
      return textIn(
        await call('encrypt', { plaintext, associated_data: bound(context) }),
        'ciphertext',
      );
    },
    async unwrap(ciphertext, context) {
      return bytesIn(
        await call('decrypt', { ciphertext, associated_data: bound(context) }),
        'plaintext',
      );
    },
  };
}
