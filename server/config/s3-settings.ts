// Settings of the bucket in which files are stored.
import type { z } from 'zod';
import type { S3Settings } from '../adapters/files/s3/requests.ts';
import { StartFailure } from '../start-failure.ts';
import type { common } from './config-schema.ts';

/** Returns the store of files in a bucket; null if no bucket is configured. */
export function s3Of(env: z.output<typeof common>): S3Settings | null {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_KEY_ID: keyId, S3_SECRET: secret } = env;
  if (!bucket) {
    if (!endpoint && !keyId && !secret) return null;
    throw new StartFailure('S3_ENDPOINT, S3_KEY_ID and S3_SECRET need S3_BUCKET.');
  }
  if (!endpoint || !keyId || !secret) {
    throw new StartFailure('S3_BUCKET needs S3_ENDPOINT, S3_KEY_ID and S3_SECRET.');
  }
  const pathStyle = env.S3_PATH_STYLE === 'on';
  return { endpoint, region: env.S3_REGION, bucket, keyId, secret, pathStyle };
}
