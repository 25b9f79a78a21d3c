// Schema of the settings: allowed values and defaults of each.
import { accessSync, constants } from 'node:fs';
import { z } from 'zod';
import { witnessList } from './witness-settings.ts';
import { isOpenBank } from '#contract/taiwan/banks.ts';
import { isUbn } from '#contract/taiwan/personal-number.ts';
import type { DataKey } from '../adapters/key-ring.ts';
import { type ClamdAddress, SCAN_SECONDS, clamdAddressOf } from '../adapters/files/virus-scan.ts';
import { smsLayoutNames } from '../adapters/sms/layouts.ts';
import { certificatesAt } from './certificates.ts';
import { invoiceSettings } from './invoice-settings.ts';
import { channelSettings } from './channel-settings.ts';
import { kmsSettings } from './kms-settings.ts';
import { oidcSettings } from './oidc-settings.ts';
import { trustOf } from './proxies.ts';

const url = z
  .url({ protocol: /^https?$/, error: 'must be http(s)://…' })
  .transform((text) => text.replace(/\/+$/, ''));
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be postgres://…' });
const port = z.coerce.number().int().min(0).max(65535);
const origin = url.refine(
  (text) => URL.canParse(text) && new URL(text).origin === text,
  'must be an origin: scheme, host and port',
);
const key = z
  .base64({ error: 'must be base64' })
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length === 32, 'must be 32 bytes in base64');
/** `2:BASE64,1:BASE64`: versions of a key with 32 bytes each. */
const keyRing = z.string().transform((text, context): DataKey[] => {
  const keys: DataKey[] = [];
  for (const item of text.split(',')) {
    const [, version, encoded] = /^\s*([1-9]\d{0,3}):([A-Za-z0-9+/]{43}=)\s*$/.exec(item) ?? [];
    const isNew = keys.every((one) => String(one.version) !== version);
    if (!version || !encoded || !isNew) {
      const shape = 'must be VERSION:KEY,VERSION:KEY with 32 bytes in base64 each, versions once';
      context.addIssue({ code: 'custom', message: shape });
      return z.NEVER;
    }
    keys.push({ version: Number(version), key: Buffer.from(encoded, 'base64') });
  }
  return keys;
});
const keyVersion = z.coerce.number().int().min(1).max(9999);
const list = z
  .string()
  .transform((text) => text.split(',').map((item) => item.trim()))
  .pipe(z.array(z.string().min(1)).min(1));
const word = z.string().trim().min(1);
const proxies = z.string().transform((text, context) => {
  try {
    return trustOf(text.trim());
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});
/** `host:port` or the path of a socket. */
const clamd = z.string().transform((text, context): ClamdAddress => {
  const at = clamdAddressOf(text.trim());
  if (!at) context.addIssue({ code: 'custom', message: 'must be host:port or a path' });
  return at ?? z.NEVER;
});
/** Path of a file of certificates in PEM; its content. */
const certificates = z.string().transform((path, context): string => {
  const content = certificatesAt(path);
  if (content === null) {
    const message = 'must be a readable file of certificates in PEM';
    context.addIssue({ code: 'custom', message });
  }
  return content ?? z.NEVER;
});
/** Path of a file that can be read. */
const readableFile = word.refine((path) => {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}, 'must be a readable file');
const bankCodes = z.array(z.string().regex(/^\d{3}$/, 'must be three digits each'));
/** A bank at which an account can be opened today. */
const trustBankCode = z
  .string()
  .refine(isOpenBank, 'must be the three digits of a bank of Taiwan, such as 812');
const trustAccount = z.string().regex(/^\d{6,16}$/, 'must be 6 to 16 digits');
const companyCode = z.array(z.string().regex(/^\d{5}$/, 'must be five digits each'));

export const GOOGLE = 'https://accounts.google.com';

/** Settings of both production and demonstration, with their defaults. */
export const common = z.object({
  PORT: port.default(3000),
  OFFICE_PORT: port.default(3001),
  HOST: word.default('127.0.0.1'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  VITE_API_URL: url.optional(),
  CORS_ORIGINS: list.pipe(z.array(origin)).optional(),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(60).optional(),
  DATA_KEYS: keyRing.optional(),
  DATA_KEY_CURRENT: keyVersion.optional(),
  HASH_KEYS: keyRing.optional(),
  HASH_KEY_CURRENT: keyVersion.optional(),
  POOL_MAX: z.coerce.number().int().min(2).max(500).default(16),
  TRUST_PROXY: proxies.default(false),
  OPERATOR_MAIL_DOMAINS: list.optional(),
  COMPANY_ACCOUNT: z
    .string()
    .regex(/^\d{3}-\d{6,16}$/, 'must be bank and account, such as 812-00998877665544')
    .optional(),
  BANK_STATEMENT_BANKS: list.pipe(bankCodes).default([]),
  GOOGLE_ISSUER: url.default(GOOGLE),
  GOOGLE_CLIENT_ID: word.optional(),
  ...oidcSettings,
  ...kmsSettings,
  ...channelSettings,
  ...invoiceSettings,
  RECAPTCHA_SITE_KEY: word.optional(),
  RECAPTCHA_SECRET: word.optional(),
  RECAPTCHA_URL: url.default('https://www.google.com/recaptcha'),
  TAG_MANAGER: word.optional(),
  CLAMD: clamd.optional(),
  CLAMD_SECONDS: z.coerce.number().int().min(1).max(120).default(SCAN_SECONDS),
  SCREENING_LIST: readableFile.optional(),
  TSA_URL: url.optional(),
  TSA_CA: certificates.optional(),
  TSA_USER: word.optional(),
  TSA_PASSWORD: z.string().min(1).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_ENDPOINT: url.optional(),
  S3_REGION: word.default('us-east-1'),
  S3_KEY_ID: word.optional(),
  S3_SECRET: word.optional(),
  S3_PATH_STYLE: z.enum(['on', 'off']).default('on'),
  SECURITY_CONTACT: z
    .url({ protocol: /^(mailto|https)$/, error: 'must be mailto:… or https://…' })
    .optional(),
  PASSWORD_RANGE_URL: url.optional(),
  METRICS_PORT: port.optional(),
  METRICS_TOKEN: z.string().min(24, 'must have 24 characters or more').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  API_DOCS: z.enum(['on', 'off']).optional(),
  PROOF_WITNESSES: witnessList.optional(),
  MAINTENANCE_UNTIL: z.iso.datetime({ offset: true }).optional(),
});

/** Additional settings that a production start requires; none has a default. */
export const production = common.extend({
  WEBHOOK_LOOPBACK: z.literal('off', 'must not be on in production').default('off'),
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_OWNER_URL: databaseUrl.optional(),
  DATABASE_CA: certificates.optional(),
  DATABASE_PREPARED: z.enum(['on', 'off']).default('on'),
  PUBLIC_URL: url,
  OFFICE_URL: url,
  DATA_KEY: key,
  HASH_KEY: key,
  PERSON_KEY: key,
  FILES_DIR: word,
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be smtp://… or smtps://…' })
    .refine((text) => !text.includes('?'), 'must not have options after a ?'),
  SMTP_CA: certificates.optional(),
  MAIL_FROM: word,
  SMS_URL: url,
  SMS_LAYOUT: z.enum(['json', ...smsLayoutNames]).default('json'),
  SMS_TOKEN: word.optional(),
  SMS_USER: word.optional(),
  SMS_PASSWORD: z.string().min(1).optional(),
  BANK_WEBHOOK_SECRET: z.string().min(16),
  BANK_CODE: trustBankCode,
  BANK_COMPANY_CODES: list.pipe(companyCode),
  BANK_STATEMENT_DIR: word,
  BANK_ORDER_DIR: word,
  BANK_ORDER_FORMAT: z.enum(['csv', 'pain.001']).default('csv'),
  BANK_ORDER_ACCOUNT: trustAccount.optional(),
  BANK_ACH_CREDITOR: z.string().refine(isUbn, 'must be a 統一編號 of eight digits').optional(),
  BANK_ACH_TRANSACTION: z
    .string()
    .regex(/^\d{3}$/, 'must be the three digits of your contract with the bank')
    .optional(),
  SEAL_P12: z.base64().transform((text) => Buffer.from(text, 'base64')),
  SEAL_P12_PASSWORD: word,
  CAPTCHA_KEY: key,
  HEADS_KEY: key,
  HEADS_FILE: word,
  PROOF_KEY: key,
});

/** Settings of production, of which others replace the keys and the token if they are given. */
export const productionFor = (given: Record<string, string | undefined>) =>
  production.extend({
    DATA_KEY: given['DATA_KEYS'] || given['DATA_KEYS_WRAPPED'] ? key.optional() : key,
    HASH_KEY: given['HASH_KEYS'] ? key.optional() : key,
    SMS_TOKEN: (given['SMS_LAYOUT'] ?? 'json') === 'json' ? word : word.optional(),
  });

/**
 * Settings of a demonstration. The addresses follow from the ports unless they are set, for example
 * because of a proxy.
 */
export const demonstration = common.extend({
  WEBHOOK_LOOPBACK: z.enum(['on', 'off']).default('on'),
  PUBLIC_URL: url.optional(),
  OFFICE_URL: url.optional(),
});
