// How members are told: on the site and by the channels that the kind of notice has; and letters.
import { type ContactHours, nextWithin } from '#contract/servicing/contact-hours.ts';
import { filled } from '#contract/core/wording.ts';
import type { Work } from '../work.ts';
import { traceParent } from '../telemetry/tracing.ts';
import { type About, insertOutbox, listOutbox, makeDue } from './outbox-queries.ts';
import { encryptedMessage, messageIn, recipientHashesOf } from './outbox.ts';
import { insertNotice, insertNotices, recipientOf, wordingsInForce } from './queries.ts';
import { pushToDevices } from './push/sending.ts';
import {
  type Kind,
  type Letter,
  type NoticeContent,
  type Wording,
  type Wordings,
  html,
  isFillable,
  lockScreenWords,
  plainText,
  singleLine,
  wantsMail,
  wantsSms,
  wordingsOf,
} from './rules.ts';

export type Notice = {
  memberId: number;
  category: 'invest' | 'loan' | 'account' | 'other';
  title: string;
  body: string;
  /** Path on the member site to which the broadcast links. */
  link: string;
  /**
   * By default the member's preferences decide whether a mail is sent; `always` sends it
   * regardless, for account security; false never sends one.
   */
  email?: boolean | 'always';
  /**
   * A notice before a due date or deadline, which is also sent as a text message unless the member
   * has declined.
   */
  deadline?: boolean;
};

/**
 * Adds a notice written by a person to the member's notification centre; all others use `tell`. Its
 * text may contain the common variables.
 */
export function notify(work: Work, written: Notice, about: About = {}): Promise<void> {
  const { title, body } = spoken(work, written, {});
  const notice = { ...written, title, body };
  const text = `${title}。請登入 ${hostOf(work)} 查看。`;
  return deliver(work, notice, {
    words: { page: { title, body }, email: { title, body }, sms: { title: '', body: text } },
    push: lockScreenWords(title, notice.category),
    button: '立即前往',
    about,
  });
}

/**
 * Notifies a member of an event with the texts in force. The member's preferences decide about mail
 * and text message.
 */
export async function tell(work: Work, memberId: number, { kind, values, link }: NoticeContent) {
  const words = await wordsFor(work, { kind, values });
  const { title, body } = words.page;
  const notice = { ...kind, memberId, title, body, link: link ?? kind.link };
  await deliver(work, notice, {
    words,
    push: lockScreenWords(words.heading, kind.category),
    button: kind.letter?.button ?? '立即前往',
    mailLink: kind.letter?.link,
    about: { kind: kind.key },
  });
}

/**
 * Notifies many members of one kind of event, only in the notification centre, because frequent
 * events are not mailed.
 */
export async function tellMany(
  work: Work,
  told: readonly { memberId: number; said: NoticeContent }[],
): Promise<void> {
  const [first] = told;
  if (!first) return;
  const { kind } = first.said;
  const { page } = wordingsOf(kind, await ownWords(work, kind));
  const rows = told.map(({ memberId, said }) => {
    if (said.kind !== kind) throw new Error(`${said.kind.key} among notices of ${kind.key}`);
    const words = spoken(work, page, said.values);
    return { memberId, category: kind.category, link: said.link ?? kind.link, ...words };
  });
  await insertNotices(work.tx, kind.key, rows, work.now);
}

/** Sends a notice that exists only as a mail; its button leads to the address `link`. */
export async function sendLetter(
  work: Work,
  to: { email: string; memberId?: number },
  { kind, values, link }: NoticeContent,
): Promise<void> {
  const { email } = await wordsFor(work, { kind, values });
  const url = link ?? kind.letter?.link;
  const about = { kind: kind.key, ...(to.memberId !== undefined && { memberId: to.memberId }) };
  await sendMail(work, { to: to.email, ...letterOf(work, email, kind.letter?.button, url) }, about);
}

/** Returns the texts of a kind for each channel, with the values of this event filled in. */
async function wordsFor(work: Work, { kind, values }: Pick<NoticeContent, 'kind' | 'values'>) {
  const words = wordingsOf(kind, await ownWords(work, kind));
  return {
    /** Title of the page before its variables are filled in. */
    heading: words.page.title,
    page: spoken(work, words.page, values),
    email: spoken(work, words.email, values),
    sms: spoken(work, words.sms, values),
  };
}

async function ownWords({ tx, now }: Work, kind: Kind): Promise<Wordings> {
  const own: Wordings = {};
  for (const { way, title, body } of await wordingsInForce(tx, kind.key, now)) {
    // A text from before its variable was taken away gives way to the default text.
    if (body !== null && isFillable(kind, `${title ?? ''}${body}`)) {
      own[way] = { title: title ?? '', body };
    }
  }
  return own;
}

/** Returns the host name of the member site. */
export const hostOf = ({ services }: Work) => new URL(services.config.publicUrl).hostname;

/**
 * Fills the values into a text; values that all texts share, such as the brand, come from the
 * configuration.
 */
function spoken(work: Work, { title, body }: Wording, values: NoticeContent['values']): Wording {
  const { brand } = work.services.config;
  const all = { brand: brand.name, servicePhone: brand.phone, host: hostOf(work), ...values };
  return { title: singleLine(filled(title, all)), body: filled(body, all) };
}

function letterOf(
  work: Work,
  { title, body }: Wording,
  button: string | undefined,
  link: string | undefined,
): Letter {
  const to = link !== undefined && new URL(link, work.services.config.publicUrl).href;
  return {
    subject: title,
    paragraphs: body.split(/\n{2,}/),
    ...(to && button !== undefined && { link: { text: button, url: to } }),
  };
}

async function deliver(
  work: Work,
  notice: Notice & { isTextedAlways?: boolean; isCollection?: boolean },
  out: {
    words: Required<Wordings>;
    push: Wording;
    button: string;
    mailLink?: string | undefined;
    about: About;
  },
): Promise<void> {
  const { id: noticeId } = await insertNotice(work.tx, {
    ...notice,
    kind: out.about.kind ?? null,
    now: work.now,
  });
  const member = await recipientOf(work.tx, notice.memberId);
  if (!member) return;
  const { words, button, mailLink } = out;
  const { config, secrets } = work.services;
  const about = { ...out.about, memberId: notice.memberId, noticeId };
  if (wantsMail(notice, member)) {
    const letter = letterOf(work, words.email, button, mailLink ?? notice.link);
    const hours = notice.isCollection ? 'collection' : null;
    await sendMail(work, { to: member.email, ...letter }, about, hours);
  }
  if (member.phone && (notice.isTextedAlways || wantsSms(notice, member))) {
    const text = `【${config.brand.name}】${words.sms.body}`;
    const hours = notice.isCollection ? 'collection' : 'messages';
    await sendSms(
      work,
      { to: secrets.decrypt('verification.profile.phone', notice.memberId, member.phone), text },
      about,
      hours,
    );
  }
  const hours = notice.isCollection ? 'collection' : 'messages';
  await pushToDevices(work, member, { notice, words: out.push, about, hours });
}

/**
 * Returns the real time until which a message must wait for its permitted hours; null if it may be
 * sent now.
 */
function quietUntil({ realNow }: Work, hours: ContactHours | null): Date | null {
  const from = hours === null ? realNow : nextWithin(hours, realNow);
  return from > realNow ? from : null;
}

/**
 * Writes a mail to the outbox. The mail is sent after the transaction has committed and, if `hours`
 * are given, within these hours.
 */
export async function sendMail(
  work: Work,
  letter: Letter & { to: string },
  about: About = {},
  hours: ContactHours | null = null,
): Promise<void> {
  const { brand, publicUrl } = work.services.config;
  const sender = { brand: brand.name, company: brand.entity, siteUrl: publicUrl };
  const message = {
    to: letter.to,
    subject: singleLine(`【${brand.name}】${letter.subject}`),
    text: plainText(letter, sender),
    html: html(letter, sender),
  };
  await insertOutbox(work.tx, {
    channel: 'email',
    ...encryptedMessage(work.services.secrets, message),
    now: work.now,
    about,
    hours,
    notBefore: quietUntil(work, hours),
    requestId: work.requestId,
    traceParent: traceParent(),
  });
}

/**
 * Writes a text message to the outbox; `to` is a mobile number 09xxxxxxxx. Without `hours` the
 * message is sent at any time, which is used for codes that the member waits for.
 */
export async function sendSms(
  work: Work,
  { to, text }: { to: string; text: string },
  about: About = {},
  hours: ContactHours | null = null,
): Promise<void> {
  const message = { to, subject: null, text, html: null };
  await insertOutbox(work.tx, {
    channel: 'sms',
    ...encryptedMessage(work.services.secrets, message),
    now: work.now,
    about,
    hours,
    notBefore: quietUntil(work, hours),
    requestId: work.requestId,
    traceParent: traceParent(),
  });
}

/**
 * Returns the newest messages whose text is still stored, decrypted; the demonstration shows them
 * like received messages.
 */
export async function decryptedOutbox({ services, tx }: Work, to: string | null) {
  const rows = await listOutbox(tx, to ? recipientHashesOf(services.secrets, to) : null);
  return rows.flatMap(({ id, channel, createdAt, ...row }) => {
    const message = messageIn(services, row);
    return message ? [{ id, channel, createdAt, ...message }] : [];
  });
}

/**
 * Makes an unsent mail or text message due at once; returns false if none with that id is waiting.
 */
export async function tryAgain({ tx, realNow }: Pick<Work, 'tx' | 'realNow'>, id: number) {
  return (await makeDue(tx, id, realNow)) > 0;
}
