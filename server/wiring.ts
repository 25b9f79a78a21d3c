// Chooses the adapter of each interface: the one for production, or one without external services
// for the demonstration.
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import type { Services } from './services.ts';
import { createBank } from './adapters/bank/bank.ts';
import { createCaptcha } from './adapters/auth/captcha.ts';
import { createDiskStore } from './adapters/files/disk-store.ts';
import { createFiles, tidyIncoming } from './adapters/files/files.ts';
import { createS3Store } from './adapters/files/s3/s3-store.ts';
import { type FileStore, StoreRefused } from './adapters/files/store.ts';
import { createGoogle } from './adapters/auth/google.ts';
import type { DemoGoogle } from './adapters/auth/google-demo.ts';
import { createIdentityProvider } from './adapters/auth/oidc.ts';
import { createImages } from './adapters/images/images.ts';
import { createMailer } from './adapters/mail.ts';
import { createPasswordRange } from './adapters/auth/password-range.ts';
import { createPasswords } from './adapters/auth/passwords.ts';
import type { KeyStore } from './adapters/pdf/key-store.ts';
import { createDocuments } from './adapters/pdf/pdf.ts';
import { assertSealOpens } from './adapters/pdf/seal-check.ts';
import { createHttpAuthority } from './adapters/timestamps/http-authority.ts';
import type { Timestamps } from './adapters/timestamps/timestamps.ts';
import { createRenditions } from './adapters/images/renditions.ts';
import { createVirusScan } from './adapters/files/virus-scan.ts';
import { createStatementReader } from './adapters/bank/statement/statement-reader.ts';
import { createWorkbooks } from './adapters/workbooks.ts';
import { createRecaptcha } from './adapters/auth/recaptcha.ts';
import { type WrappedFileKey, rewrapFileKey } from './adapters/files/file-keys.ts';
import { createKeyRing } from './adapters/key-ring.ts';
import { createSecrets } from './adapters/secrets.ts';
import { checkKeys } from './keys/check-keys.ts';
import { dataKeysIn } from './keys/unwrapping.ts';
import { createGateway } from './adapters/sms/gateway.ts';
import { createSms } from './adapters/sms/sms.ts';
import { openChannels } from './channels.ts';
import { createMovableClock, realClock } from './clock.ts';
import { openScreening } from './demonstration/screening.ts';
import { demonstrationSeal } from './demonstration/seal.ts';
import { demonstrationTimestamps } from './demonstration/timestamps.ts';
import type { Config } from './config/config.ts';
import type { Pool } from './database/db.ts';
import { createFaultReports } from './files/faults.ts';
import { googleAccounts } from './demonstration/google-accounts.ts';
import { createSandboxBank } from './demonstration/sandbox-bank.ts';
import { connect } from './hooks.ts';
import { featureHooks } from './routes.ts';
import { StartFailure } from './start-failure.ts';
import { observedBank } from './telemetry/adapters.ts';
import { createSecurityLog } from './tasks/security/security-log.ts';

export type Wired = {
  services: Services;
  /** Ends the processes and connections of the adapters; the pool belongs to the caller. */
  close(): Promise<void>;
};

export type WiringOptions = {
  config: Config;
  pool: Pool;
  log: Logger;
  /**
   * URL at which the sandbox bank reaches this server's bank API; known only once the server
   * listens.
   */
  callbackUrl: () => string | null;
  /** Signal that is aborted once the process is about to end. */
  leaving: AbortSignal;
};

/** Seconds in which whoever decided a task may take the decision back. */
const UNDO_SECONDS = 10;

const openBank = ({ orderDir, orders }: Config['bank']) =>
  createBank({ orderDir: orderDir ?? 'bank-orders', orders });

/** Creates the services that exist for longer than a request, according to the configuration. */
export async function wire(options: WiringOptions): Promise<Wired> {
  const adapters = await openAdapters(options);
  const stored = await openStored(options, adapters).catch(async (error: unknown) => {
    await adapters.close();
    throw error;
  });
  return {
    services: stored.services,
    async close() {
      await stored.close();
      await adapters.close();
    },
  };
}

/** Adapters that know nothing of the database: child processes, threads, and other systems. */
export type Adapters = Awaited<ReturnType<typeof openAdapters>>;

/** Opens the adapters that do not depend on the database. */
export async function openAdapters({ config, log }: Pick<WiringOptions, 'config' | 'log'>) {
  const { realNow } = realClock;
  const images = createImages();
  const renditions = createRenditions();
  const workbooks = createWorkbooks();
  const statements = createStatementReader();
  const seal = await openSeal(config);
  const timestamps = await openTimestamps(config, log);
  const documents = createDocuments({ seal, timestamps });
  const mailer = createMailer({
    url: config.smtpUrl,
    from: config.mailFrom,
    ...(config.smtpCa !== null && { ca: config.smtpCa }),
  });
  const demoGoogle = await demonstrationGoogle(config);
  const proof = createCaptcha({ hmacKey: config.captchaKey, realNow });
  return {
    demoGoogle,
    services: {
      images,
      virusScan: config.clamd && createVirusScan(config.clamd.address, config.clamd.limitMs),
      renditions,
      workbooks,
      statements,
      passwords: createPasswords(),
      passwordRange: config.passwordRangeUrl ? createPasswordRange(config.passwordRangeUrl) : null,
      documents,
      timestamps,
      mailer,
      sms: openSms(config.sms),
      screening: await openScreening(config),
      captcha: config.recaptcha
        ? createRecaptcha({ ...config.recaptcha, hostname: new URL(config.publicUrl).hostname })
        : proof,
      proof,
      google: demoGoogle ?? (config.google && createGoogle(config.google)),
      identityProvider: config.oidc && createIdentityProvider(config.oidc),
    },
    async close() {
      images.close();
      renditions.close();
      workbooks.close();
      statements.close();
      documents.close();
      mailer.close();
      await demoGoogle?.stop();
    },
  };
}

/**
 * Creates the services that read or write one database and its files, and puts them together with
 * the adapters.
 */
export async function openStored(options: WiringOptions, adapters: Adapters): Promise<Wired> {
  const { config, pool, log, callbackUrl, leaving } = options;
  const { demoGoogle } = adapters;
  connect(featureHooks);
  const { ring, secrets, keys } = await openKeys(config, pool);
  const movable = config.demonstration ? await createMovableClock(pool) : null;
  const clock = movable ?? realClock;
  const { webhookSecret: secret } = config.bank;
  const sandbox = movable ? createSandboxBank({ pool, clock, secret, callbackUrl }) : null;
  const store = await openStore(options);
  const incoming = join(config.filesDir, 'incoming');
  await tidyIncoming(incoming, clock.realNow());
  const securityLog = createSecurityLog({ pool, clock, secrets, log });
  const faults = createFaultReports(() => services);
  const services: Services = {
    ...adapters.services,
    pool,
    config,
    log,
    metrics: null,
    securityLog,
    clock,
    leaving,
    undoSeconds: UNDO_SECONDS,
    files: createFiles({ store, incoming, ring, onFault: faults.note }),
    secrets,
    keys,
    ...openChannels(config, clock, pool),
    bank: observedBank(sandbox ?? openBank(config.bank)),
    demonstration:
      movable && sandbox ? { bank: sandbox, clock: movable, google: demoGoogle } : null,
  };
  return {
    services,
    async close() {
      await securityLog.close();
      await faults.close();
      store.close();
    },
  };
}

const openSms = (provider: Config['sms']) =>
  provider === null || provider.layout === 'json' ? createSms(provider) : createGateway(provider);

/**
 * Returns the keys of this process after they were compared with those of the database, so that a
 * wrong key neither reads nor writes anything.
 */
async function openKeys(config: Config, pool: Pool) {
  const ring = createKeyRing(await dataKeysIn(config), config.dataKeyCurrent);
  const hashRing = createKeyRing(config.hashKeys, config.hashKeyCurrent);
  const secrets = createSecrets({ ...config, ring, hashRing });
  const { current, versions } = ring;
  const rewrapped = (file: WrappedFileKey) => rewrapFileKey(ring, file);
  const keys: Services['keys'] = { current, versions, rewrapped, hashes: hashRing };
  await checkKeys({ pool, secrets, keys }, { ring, hashRing, isWrapped: config.kms !== null });
  return { ring, secrets, keys };
}

/**
 * Opens the file store. The start fails if the store refuses the settings, but not if the store is
 * unreachable, because everything that needs no file works without it.
 */
async function openStore({ config, log }: WiringOptions): Promise<FileStore> {
  const store = config.s3 ? createS3Store(config.s3) : createDiskStore(config.filesDir);
  try {
    await store.check();
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof StoreRefused) {
      const settings = config.s3 ? 'the settings S3_…' : 'FILES_DIR';
      throw new StartFailure(`Files cannot be stored: ${message}. Check ${settings}.`);
    }
    log.error({ message }, 'the store of files is away');
  }
  return store;
}

/** Returns the key store of the seal; a demonstration makes its own. */
async function openSeal(config: Config): Promise<KeyStore> {
  if (!config.seal) return demonstrationSeal(dataDirOf(config), config, realClock.realNow());
  await assertSealOpens(config.seal);
  return config.seal;
}

/**
 * Opens the timestamp authority, in a demonstration without settings the stand-in. Without one,
 * documents are sealed but cannot be verified after the end of the seal's certificate.
 */
async function openTimestamps(config: Config, log: Logger): Promise<Timestamps | null> {
  const { realNow } = realClock;
  if (config.timestamps) return createHttpAuthority(config.timestamps, realNow);
  if (config.demonstration) return demonstrationTimestamps(dataDirOf(config), realNow);
  log.warn('documents get no timestamps, because TSA_URL is not set');
  return null;
}

const dataDirOf = (config: Config): string => config.dataDir ?? dirname(config.filesDir);

async function demonstrationGoogle({ google }: Config): Promise<DemoGoogle | null> {
  if (google?.kind !== 'demonstration') return null;
  const { createDemoGoogle } = await import('./adapters/auth/google-demo.ts');
  return createDemoGoogle({ clientId: google.clientId, accounts: googleAccounts });
}
