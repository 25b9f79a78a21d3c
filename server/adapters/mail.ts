// E-mail over SMTP.
import nodemailer from 'nodemailer';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** PDFs that go along, such as a contract's copy. */
  attachments?: { filename: string; content: Buffer; contentType: string }[];
};

export type Mailer = {
  /** Resolves once the next server has taken it over; throws where it has not. */
  send(mail: Mail): Promise<void>;
  /** Nothing leaves: who wants to read a mail reads it in the outbox. */
  isMailbox?: boolean;
  close(): void;
};

export type SmtpSettings = {
  /** smtp://user:password@host:587 (STARTTLS where offered), smtps://…:465, or null. */
  url: string | null;
  /** 百溪 <no-reply@…> */
  from: string;
  timeoutMs?: number;
};

/**
 * Live with a URL: keeps up to three connections; addresses and subjects are encoded, never raw
 * headers. Without one (demonstration) the outbox row, which is in the database already, is all
 * the mail there is.
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
      // As an object the address is one mailbox, whatever commas or line breaks it holds.
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
