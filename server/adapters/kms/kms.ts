// A key management service holds the master key, which never leaves it, and wraps the data keys.
import { createAwsKms } from './aws.ts';
import { createGcpKms } from './gcp.ts';
import { createVaultKms } from './vault.ts';
import type { Kms, KmsSettings } from './settings.ts';

export function createKms(settings: KmsSettings): Kms {
  if (settings.kind === 'vault') return createVaultKms(settings);
  return settings.kind === 'aws' ? createAwsKms(settings) : createGcpKms(settings);
}
