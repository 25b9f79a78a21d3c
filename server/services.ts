// The services of a process: database pool, adapters, clock and log.
import type { Logger } from 'pino';
import type { Files } from './adapters/files/files.ts';
import type { WrappedFileKey } from './adapters/files/file-keys.ts';
import type { VirusScan } from './adapters/files/virus-scan.ts';
import type { Images } from './adapters/images/images.ts';
import type { Renditions } from './adapters/images/renditions.ts';
import type { StatementReader } from './adapters/bank/statement/statement-reader.ts';
import type { Workbooks } from './adapters/workbooks.ts';
import type { Bank } from './adapters/bank/bank.ts';
import type { Captcha, ProofOfWork } from './adapters/auth/captcha.ts';
import type { Google } from './adapters/auth/google.ts';
import type { IdentityProvider } from './adapters/auth/oidc.ts';
import type { DemoGoogle } from './adapters/auth/google-demo.ts';
import type { PasswordRange } from './adapters/auth/password-range.ts';
import type { Passwords } from './adapters/auth/passwords.ts';
import type { Mailer } from './adapters/mail.ts';
import type { Screening } from './adapters/screening/screening.ts';
import type { SmsSender } from './adapters/sms/sms.ts';
import type { KeyRing } from './adapters/key-ring.ts';
import type { Secrets } from './adapters/secrets.ts';
import type { Documents } from './adapters/pdf/pdf.ts';
import type { Timestamps } from './adapters/timestamps/timestamps.ts';
import type { Channels } from './channels.ts';
import type { Clock, MovableClock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Pool } from './database/db.ts';
import type { SandboxBank } from './demonstration/sandbox-bank.ts';
import type { SecurityLog } from './tasks/security/security-log.ts';
import type { Metrics } from './telemetry/metrics.ts';

/** Services that exist for longer than a request: database pool, adapters and clock. */
export type Services = Channels & {
  pool: Pool;
  config: Config;
  log: Logger;
  /** Null if nobody can read the metrics of this process. */
  metrics: Metrics | null;
  /** Log of requests refused by the API, for finding attacks. */
  securityLog: SecurityLog;
  clock: Clock;
  files: Files;
  images: Images;
  /** Null if uploads are not scanned. */
  virusScan: VirusScan | null;
  /** Service that knows which passwords were leaked; null if none is configured. */
  passwordRange: PasswordRange | null;
  renditions: Renditions;
  workbooks: Workbooks;
  statements: StatementReader;
  secrets: Secrets;
  /**
   * Versions of the data key that this process has. `rewrapped` returns the key of a file,
   * encrypted with the current version.
   */
  keys: Pick<KeyRing, 'current' | 'versions'> & {
    rewrapped(file: WrappedFileKey): string;
    /** Versions of the hash key. */
    hashes: Pick<KeyRing, 'current' | 'versions'>;
  };
  passwords: Passwords;
  documents: Documents;
  /** Null if no authority is configured. */
  timestamps: Timestamps | null;
  mailer: Mailer;
  sms: SmsSender;
  /** List of sanctioned persons; null if none is configured. */
  screening: Screening | null;
  bank: Bank;
  captcha: Captcha;
  /**
   * Proof of work demanded from browsers when many requests come at once; independent of the
   * captcha of the sign-in.
   */
  proof: ProofOfWork;
  /** Null if sign-in with Google is not configured. */
  google: Google | null;
  /** The company's provider, through which operators sign in; null if none is configured. */
  identityProvider: IdentityProvider | null;
  /** Sandbox bank, movable clock and Google issuer of the demonstration; null in production. */
  demonstration: { bank: SandboxBank; clock: MovableClock; google: DemoGoogle | null } | null;
  /**
   * Abort signal that is set when this server process shuts down. From then on, long work such as
   * jobs and event streams is no longer started.
   */
  leaving: AbortSignal;
  /** Seconds after which a decision of the office takes effect; 0 if at once. */
  undoSeconds: number;
  /**
   * Tests validate every answer against the contract; elsewhere the check of the JSON serialiser is
   * enough.
   */
  checkAnswers?: boolean;
};
