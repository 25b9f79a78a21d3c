// All settings, read once from the environment and checked by zod; no other file uses process.env.
import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import { type Brand, brandFrom } from '#contract/brand.ts';
import { bankName } from '#contract/taiwan/banks.ts';
import type { PageSettings } from '#contract/page.ts';
import type { DataKey } from '../adapters/key-ring.ts';
import type { S3Settings } from '../adapters/files/s3/requests.ts';
import type { ClamdAddress } from '../adapters/files/virus-scan.ts';
import type { PushSettings } from '../adapters/push/push.ts';
import type { AuthoritySettings } from '../adapters/timestamps/http-authority.ts';
import { type BankConfig, bankOf } from './bank-settings.ts';
import { type LineAccount, demonstrationChannels, lineOf, pushOf } from './channel-settings.ts';
import { companyAccountOf } from './company-account.ts';
import type { common } from './config-schema.ts';
import { GOOGLE, demonstration, productionFor } from './config-schema.ts';
import { versionedKeysOf } from './data-keys.ts';
import { assertTlsVerified, databaseAddress } from './database-address.ts';
import {
  SANDBOX_BANK,
  SANDBOX_COMPANY,
  SANDBOX_CREDITOR,
  demonstrationKeys,
} from './demonstration-keys.ts';
import { type InvoiceConfig, invoicesOf } from './invoice-settings.ts';
import { type KmsConfig, kmsOf } from './kms-settings.ts';
import { type OidcPolicy, oidcOf } from './oidc-settings.ts';
import { s3Of } from './s3-settings.ts';
import { type SmsProvider, smsOf } from './sms-settings.ts';
import type { TrustProxy } from './proxies.ts';
import { timestampsOf } from './timestamp-settings.ts';
import type { WitnessSetting } from './witness-settings.ts';
import { StartFailure } from '../start-failure.ts';

export type Role = z.output<typeof common>['ROLE'];

export type Config = {
  /**
   * True if DATABASE_URL is not set: an own database, demonstration adapters, `/dev` calls, seeded
   * accounts.
   */
  demonstration: boolean;
  /**
   * Null means the embedded PostgreSQL under `dataDir`. Each address of a database on another
   * machine requires TLS with a verified certificate.
   */
  databaseUrl: string | null;
  /**
   * Address of the same database for the role that owns it; null if a separate command runs the
   * migrations.
   */
  ownerUrl: string | null;
  /** Address of the same database past PgBouncer, for jobs; null if `databaseUrl` is direct. */
  directUrl: string | null;
  /** False if statements must not be prepared by name, as with PgBouncer before 1.21. */
  prepared: boolean;
  poolMax: number;
  /** Folder in which this checkout stores everything that is not source; null in production. */
  dataDir: string | null;
  host: string;
  port: number;
  officePort: number;
  publicUrl: string;
  officeUrl: string;
  /** Address of the API for browsers if it differs from the site's own. */
  apiUrl: string | null;
  /** Origins whose pages may call the member API, besides the site's own. */
  corsOrigins: string[];
  /** Proxies whose X-Forwarded-For is trusted for the client's address. */
  trustProxy: TrustProxy | false;
  /** What this process does: answers calls (`web`), runs jobs (`worker`), or both. */
  role: Role;
  /** After SIGTERM, how long requests are still answered while proxies look for other processes. */
  drainSeconds: number;
  /**
   * Versions of the key that encrypts files and personal data; empty if a key management service
   * has wrapped them.
   */
  dataKeys: readonly DataKey[];
  /** Version that encrypts new data; null means the newest. */
  dataKeyCurrent: number | null;
  /** The service that unwraps the data keys at the start; null if they are in the settings. */
  kms: KmsConfig | null;
  /** Versions of the key of the keyed hashes by which personal data is found. */
  hashKeys: readonly DataKey[];
  /** Version that makes new hashes; null means the newest. */
  hashKeyCurrent: number | null;
  personKey: Buffer;
  /** Folder of stored files, or with `s3` of files on their way to the store. */
  filesDir: string;
  /** The bucket of stored files; null means the disk. */
  s3: S3Settings | null;
  smtpUrl: string | null;
  /** Certificates in PEM that are trusted for the mail server besides the well-known ones. */
  smtpCa: string | null;
  mailFrom: string;
  /** E-mail domains that may be invited to the office; null in demonstration means any. */
  operatorDomains: string[] | null;
  sms: SmsProvider | null;
  /** Push messages to browsers; null if they are not offered. */
  push: PushSettings | null;
  /** Whether webhooks may be http addresses of this machine; only in a demonstration. */
  webhookLoopback: boolean;
  /** The official account of LINE; null if LINE is not offered. */
  line: LineAccount | null;
  bank: BankConfig;
  /** Electronic invoices; null if none are issued. */
  invoices: InvoiceConfig | null;
  /**
   * `issuer` is another OpenID issuer; `demonstration` is the issuer that starts with the server.
   */
  google: PageSettings['google'];
  /** The company's identity provider, through which operators may sign in. */
  oidc: OidcPolicy | null;
  seal: { p12: Buffer; password: string } | null;
  /**
   * Authority of the timestamps on sealed documents. Null means none, or in a demonstration a
   * stand-in.
   */
  timestamps: AuthoritySettings | null;
  captchaKey: Buffer;
  /**
   * Secret with which the heads of the hash chains are signed, and the file to which they are
   * appended.
   */
  heads: { key: Buffer; file: string };
  /** Secret with which the checkpoints of the proof log are signed. */
  proofKey: Buffer;
  recaptcha: { siteKey: string; secret: string; url: string } | null;
  tagManager: string | null;
  /** Virus scanner for uploads; null means no scanning. */
  clamd: { address: ClamdAddress; limitMs: number } | null;
  /** File of sanctioned persons; null means none, or in a demonstration invented ones. */
  screeningList: string | null;
  /** Address for reports of weaknesses in security.txt; null means the brand's e-mail address. */
  securityContact: string | null;
  /** Looks up leaked passwords by five digits of a hash; null means no look-up. */
  passwordRangeUrl: string | null;
  /** Port for probes and metrics, apart from both sites; null means none. */
  metricsPort: number | null;
  /**
   * Bearer token for /metrics and for the details of /readyz; null in a demonstration, where both
   * are open to anybody.
   */
  metricsToken: string | null;
  /** Collector of the traces and the part of them that it gets; null if none are made. */
  otlp: { endpoint: string; ratio: number } | null;
  /** Witnesses that cosign the checkpoints of the proof log. */
  witnesses: readonly WitnessSetting[];
  /** Whether the API documentation is public. */
  apiDocs: boolean;
  /** Until this time the site is closed for maintenance, and says so. */
  maintenanceUntil: Date | null;
  brand: Brand;
  logLevel: string;
};

type Environment = Record<string, string | undefined>;

/** Returns the process environment, after loading `.env` if there is one. */
export function readEnvironment(): Environment {
  if (fs.existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/**
 * Sets NODE_ENV, by which React picks its production build; call it before React is first imported.
 */
export function setNodeEnvironment(value: 'production' | 'development'): void {
  process.env['NODE_ENV'] ??= value;
}

/**
 * Returns the settings of the program. If DATABASE_URL is set, they are those of production. Throws
 * a StartFailure that names every missing or wrong setting at once.
 */
export function readConfig(environment: Environment, dataDir = '.data'): Config {
  // An empty value in an .env file means "not set".
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  if (given['DATABASE_URL']) return forProduction(given);
  return forDemonstration(given, resolve(dataDir));
}

function forProduction(given: Environment): Config {
  const env = check(productionFor(given), given);
  assertTlsVerified(given);
  const operatorDomains = env.OPERATOR_MAIL_DOMAINS ?? [domainOf(env.MAIL_FROM)];
  return {
    ...shared(env, given),
    demonstration: false,
    webhookLoopback: false,
    databaseUrl: databaseAddress(given, 'DATABASE_URL'),
    ownerUrl: databaseAddress(given, 'DATABASE_OWNER_URL'),
    directUrl: databaseAddress(given, 'DATABASE_DIRECT_URL'),
    prepared: env.DATABASE_PREPARED === 'on',
    drainSeconds: env.DRAIN_SECONDS ?? 5,
    dataDir: null,
    publicUrl: env.PUBLIC_URL,
    corsOrigins: corsOriginsOf(env, env.PUBLIC_URL),
    officeUrl: env.OFFICE_URL,
    ...versionedKeysOf(env, { data: env.DATA_KEY, hash: env.HASH_KEY, person: env.PERSON_KEY }),
    personKey: env.PERSON_KEY,
    filesDir: resolve(env.FILES_DIR),
    smtpUrl: env.SMTP_URL,
    smtpCa: env.SMTP_CA ?? null,
    mailFrom: env.MAIL_FROM,
    operatorDomains,
    oidc: oidcOf(env, operatorDomains),
    sms: smsOf(env),
    push: pushOf(env, brandFrom(given)),
    line: lineOf(env),
    bank: bankOf(env, brandFrom(given)),
    invoices: invoicesOf(env, brandFrom(given), false),
    seal: { p12: env.SEAL_P12, password: env.SEAL_P12_PASSWORD },
    captchaKey: env.CAPTCHA_KEY,
    heads: { key: env.HEADS_KEY, file: resolve(env.HEADS_FILE) },
    proofKey: env.PROOF_KEY,
  };
}

function forDemonstration(given: Environment, dataDir: string): Config {
  const env = check(demonstration, given);
  if (env.ROLE === 'worker') throw new StartFailure('A worker of its own needs DATABASE_URL.');
  const keys = demonstrationKeys(dataDir);
  const bytes = (key: string) => Buffer.from(key, 'base64');
  const person = bytes(keys.person);
  const brand = brandFrom(given);
  const all = shared(env, given);
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const issuer = `${publicUrl}/dev/google`;
  const isGiven = env.DATA_KEYS !== undefined || env.DATA_KEYS_WRAPPED !== undefined;
  const data = isGiven ? undefined : bytes(keys.data);
  const hash = env.HASH_KEYS ? undefined : bytes(keys.hash);
  return {
    ...all,
    demonstration: true,
    webhookLoopback: env.WEBHOOK_LOOPBACK !== 'off',
    databaseUrl: null,
    ownerUrl: null,
    directUrl: null,
    prepared: true,
    drainSeconds: env.DRAIN_SECONDS ?? 0,
    dataDir,
    publicUrl,
    corsOrigins: corsOriginsOf(env, publicUrl),
    google: all.google ?? { kind: 'demonstration', issuer, clientId: 'baixi-demonstration' },
    officeUrl: env.OFFICE_URL ?? `http://localhost:${env.OFFICE_PORT}`,
    ...versionedKeysOf(env, { data, hash, person }),
    personKey: person,
    filesDir: join(dataDir, 'files'),
    smtpUrl: null,
    smtpCa: null,
    mailFrom: `${brand.name} <${brand.email}>`,
    operatorDomains: env.OPERATOR_MAIL_DOMAINS ?? null,
    oidc: oidcOf(env, env.OPERATOR_MAIL_DOMAINS ?? null),
    sms: null,
    ...demonstrationChannels(bytes(keys.captcha), brand),
    invoices: invoicesOf(env, brand, true),
    bank: {
      webhookSecret: keys.bank,
      code: SANDBOX_BANK,
      companyCodes: ['99688', '99689'],
      statementBanks: env.BANK_STATEMENT_BANKS,
      companyAccount: companyAccountOf(env.COMPANY_ACCOUNT ?? SANDBOX_COMPANY, brand.entity),
      statementDir: null,
      orderDir: null,
      orders: { format: 'csv' },
      creditor: SANDBOX_CREDITOR,
    },
    seal: null,
    captchaKey: bytes(keys.captcha),
    heads: { key: bytes(keys.heads), file: join(dataDir, 'heads.jsonl') },
    proofKey: bytes(keys.proofs),
  };
}

type Shared = Pick<
  Config,
  | 'host'
  | 'port'
  | 'officePort'
  | 'poolMax'
  | 'apiUrl'
  | 'trustProxy'
  | 'role'
  | 'google'
  | 'kms'
  | 'recaptcha'
  | 'tagManager'
  | 'clamd'
  | 'screeningList'
  | 's3'
  | 'timestamps'
  | 'passwordRangeUrl'
  | 'securityContact'
  | 'apiDocs'
  | 'witnesses'
  | 'metricsPort'
  | 'metricsToken'
  | 'otlp'
  | 'maintenanceUntil'
  | 'brand'
  | 'logLevel'
>;

function shared(env: z.output<typeof common>, given: Environment): Shared {
  const { GOOGLE_CLIENT_ID, RECAPTCHA_SITE_KEY, RECAPTCHA_SECRET, RECAPTCHA_URL } = env;
  return {
    host: env.HOST,
    port: env.PORT,
    officePort: env.OFFICE_PORT,
    poolMax: env.POOL_MAX,
    apiUrl: env.VITE_API_URL ?? null,
    trustProxy: env.TRUST_PROXY,
    role: env.ROLE,
    google: GOOGLE_CLIENT_ID
      ? {
          kind: env.GOOGLE_ISSUER === GOOGLE ? 'google' : 'issuer',
          issuer: env.GOOGLE_ISSUER,
          clientId: GOOGLE_CLIENT_ID,
        }
      : null,
    kms: kmsOf(env),
    recaptcha:
      RECAPTCHA_SITE_KEY && RECAPTCHA_SECRET
        ? { siteKey: RECAPTCHA_SITE_KEY, secret: RECAPTCHA_SECRET, url: RECAPTCHA_URL }
        : null,
    tagManager: env.TAG_MANAGER ?? null,
    clamd: env.CLAMD ? { address: env.CLAMD, limitMs: env.CLAMD_SECONDS * 1000 } : null,
    screeningList: env.SCREENING_LIST ? resolve(env.SCREENING_LIST) : null,
    s3: s3Of(env),
    timestamps: timestampsOf(env),
    passwordRangeUrl: env.PASSWORD_RANGE_URL ?? null,
    securityContact: env.SECURITY_CONTACT ?? null,
    apiDocs: env.API_DOCS !== 'off',
    witnesses: env.PROOF_WITNESSES ?? [],
    metricsPort: env.METRICS_PORT ?? null,
    metricsToken: env.METRICS_TOKEN ?? null,
    otlp: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: env.OTEL_TRACES_SAMPLER_ARG }
      : null,
    maintenanceUntil: env.MAINTENANCE_UNTIL ? new Date(env.MAINTENANCE_UNTIL) : null,
    brand: brandFrom(given),
    logLevel: env.LOG_LEVEL,
  };
}

/** Returns the domain of an e-mail address, given alone or with a name: `Name <a@b>`. */
const domainOf = (address: string) =>
  address
    .slice(address.lastIndexOf('@') + 1)
    .replace(/>.*$/, '')
    .trim()
    .toLowerCase();

/**
 * Returns the configured origins, and the site's own origin if its pages use an API on another
 * origin.
 */
function corsOriginsOf(env: z.output<typeof common>, publicUrl: string): string[] {
  const { CORS_ORIGINS = [], VITE_API_URL } = env;
  const site = new URL(publicUrl).origin;
  const isElsewhere = VITE_API_URL !== undefined && new URL(VITE_API_URL).origin !== site;
  return [...new Set([...CORS_ORIGINS, ...(isElsewhere ? [site] : [])])];
}

/** Returns the part of the settings that a browser may know. */
export function pageSettings(config: Config): PageSettings {
  const { publicUrl, officeUrl, apiUrl, demonstration: demo, google, tagManager } = config;
  return {
    publicUrl,
    apiUrl,
    demonstration: demo,
    officeUrl: demo ? officeUrl : null,
    google,
    tagManager,
    apiDocs: config.apiDocs,
    trustBank: bankName(config.bank.code),
  };
}

function check<S extends z.ZodObject>(schema: S, given: Environment): z.output<S> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const missing = new Set<string>();
  const wrong: string[] = [];
  for (const issue of read.error.issues) {
    const name = String(issue.path[0]);
    if (given[name] === undefined) missing.add(name);
    else wrong.push(`${name} (${issue.message})`);
  }
  const parts = [
    missing.size > 0 && `missing: ${[...missing].join(', ')}`,
    wrong.length > 0 && `wrong: ${wrong.join(', ')}`,
  ].filter(Boolean);
  throw new StartFailure(`Settings ${parts.join('; ')}. .env.example explains each.`);
}
