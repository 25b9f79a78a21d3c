// Sends e-mail over SMTP.
import { rootCertificates } from 'node:tls';
import type { Transporter } from 'nodemailer';
import { isLoopback } from '../config/certificates.ts';

export type Mail = {
  /**
   * The same for every try; it becomes the Message-ID, by which a mailbox recognises a mail that it
   * gets twice because the program was killed after the mail server had accepted it.
   */
  id?: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Attached PDFs, such as a contract's copy. */
  attachments?: { filename: string; content: Buffer; contentType: string }[];
};

export type Mailer = {
  /** Resolves once the mail server has accepted the mail; otherwise throws. */
  send(mail: Mail): Promise<void>;
  /** True if nothing is sent and mails can only be read in the outbox. */
  isMailbox?: boolean;
  close(): void;
};

export type SmtpSettings = {
  /**
   * URL of the mail server: smtp://user:password@host:587 (STARTTLS), smtps://…:465, or null. TLS
   * is required and the certificate verified, except on this machine.
   */
  url: string | null;
  /** Sender, such as `百溪 <no-reply@…>`. */
  from: string;
  /**
   * Certificate authority in PEM that is accepted for the server in addition to the well-known
   * ones.
   */
  ca?: string;
  /** False only for a server on this machine; by default it follows from the host of the URL. */
  isTlsRequired?: boolean;
  timeoutMs?: number;
};

/**
 * Returns a mailer. With a URL, the mailer keeps up to three connections; addresses and subjects
 * are encoded, never raw headers. Without a URL (demonstration) nothing is sent: the mail exists
 * only as the row of the outbox, which is already in the database.
 */
export function createMailer(settings: SmtpSettings): Mailer {
  const { url, from, ca, timeoutMs = 15_000 } = settings;
  if (url === null) return { isMailbox: true, send: async () => {}, close: () => {} };
  const isTlsRequired = settings.isTlsRequired ?? !isLoopback(new URL(url).hostname);
  const options = {
    url,
    requireTLS: isTlsRequired,
    tls: {
      rejectUnauthorized: isTlsRequired,
      minVersion: 'TLSv1.2',
      ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    },
    pool: true,
    maxConnections: 3,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
  // Loaded with the first mail, because no start needs it and it loads slowly.
  let opened: Promise<Transporter> | undefined;
  const transport = () =>
    (opened ??= import('nodemailer').then(({ createTransport }) => createTransport(options)));
  return {
    async send({ id, to, subject, text, html, attachments }) {
      // With the recipient given as an object, the address counts as a single mailbox even if it
      // contains commas or line breaks.
      await (
        await transport()
      ).sendMail({
        from,
        to: { name: '', address: oneLine(to) },
        subject: oneLine(subject),
        text,
        html,
        ...(id === undefined ? {} : { messageId: `<${id}@${domainOf(from)}>` }),
        ...(attachments === undefined ? {} : { attachments }),
      });
    },
    close() {
      void opened?.then(
        (transporter) => transporter.close(),
        () => {},
      );
    },
  };
}

/** Returns the domain of a sender such as `百溪 <no-reply@baixi.example>`. */
const domainOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';

function oneLine(text: string): string {
  return text.replace(/[\r\n\0]+/g, ' ');
}
