// Sends e-mail over SMTP.
import nodemailer from 'nodemailer';

export type Mail = {
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
   * URL of the mail server: smtp://user:password@host:587 (STARTTLS if offered), smtps://…:465, or
   * null.
   */
  url: string | null;
  /** Sender, such as `百溪 <no-reply@…>`. */
  from: string;
  timeoutMs?: number;
};

/**
 * Returns a mailer. With a URL, the mailer keeps up to three connections; addresses and subjects
 * are encoded, never raw headers. Without a URL (demonstration) nothing is sent: the mail exists
 * only as the row of the outbox, which is already in the database.
 */
export function createMailer({ url, from, timeoutMs = 15_000 }: SmtpSettings): Mailer {
  if (url === null) return { isMailbox: true, send: async () => {}, close: () => {} };
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html, attachments }) {
      // Passed as an object, the address is a single mailbox even if it contains commas or line
      // breaks.
      await transport.sendMail({
        from,
        to: { name: '', address: oneLine(to) },
        subject: oneLine(subject),
        text,
        html,
        ...(attachments === undefined ? {} : { attachments }),
      });
    },
    close: () => transport.close(),
  };
}

function oneLine(text: string): string {
  return text.replace(/[\r\n\0]+/g, ' ');
}
