// Telling members: one place from which every event reaches the page, the mail and the phone.
import type { notices } from '#contract/notices.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Work } from '../action.ts';
import {
  type NoticeRow,
  countUnread,
  insertNotice,
  makeDue,
  insertNotices,
  insertOutbox,
  listNotices,
  readAll,
  readNotice,
  recipientOf,
} from './queries.ts';
import { changePreferences, preferencesOf } from './preferences.ts';
import { type Letter, html, plainText, singleLine, smsText, wantsMail, wantsSms } from './rules.ts';

export { listOutbox } from './queries.ts';

export type Notice = {
  memberId: number;
  category: 'invest' | 'loan' | 'account' | 'other';
  title: string;
  body: string;
  /** A path of the member site. */
  link: string;
  /**
   * A mail goes with a notice as the member set it; with `always` whatever he set, for what
   * touches the account's security; with false never.
   */
  email?: boolean | 'always';
  /** Before something is due or a deadline ends: by text message too, unless he wants none. */
  deadline?: boolean;
};

/** A notice in the member's centre; by mail and text message as he set it. */
export async function notify(work: Work, notice: Notice): Promise<void> {
  await insertNotice(work.tx, { ...notice, now: work.now });
  const member = await recipientOf(work.tx, notice.memberId);
  if (!member) return;
  const { config, secrets } = work.services;
  if (wantsMail(notice, member)) {
    await sendMail(work, {
      to: member.email,
      subject: notice.title,
      paragraphs: [notice.body],
      link: { text: '立即前往', url: new URL(notice.link, config.publicUrl).href },
    });
  }
  if (member.phone && wantsSms(notice, member)) {
    const site = { brand: config.brand.name, publicUrl: config.publicUrl };
    await sendSms(work, { to: secrets.open(member.phone), text: smsText(notice.title, site) });
  }
}

/** Notices to many at once, in their centres only: what happens often is not mailed each time. */
export async function notifyMany(
  work: Work,
  notices: readonly Omit<Notice, 'email'>[],
): Promise<void> {
  if (notices.length > 0) await insertNotices(work.tx, notices, work.now);
}

/** Writes a mail to the outbox; it leaves once the transaction has committed. */
export async function sendMail(work: Work, letter: Letter & { to: string }): Promise<void> {
  const { brand, publicUrl } = work.services.config;
  const sender = { brand: brand.name, company: brand.entity, siteUrl: publicUrl };
  await insertOutbox(work.tx, {
    channel: 'email',
    to: letter.to,
    subject: singleLine(`【${brand.name}】${letter.subject}`),
    text: plainText(letter, sender),
    html: html(letter, sender),
    now: work.now,
  });
}

/** Writes a text message to the outbox; `to` is a mobile number 09xxxxxxxx. */
export async function sendSms(work: Work, { to, text }: { to: string; text: string }) {
  await insertOutbox(work.tx, {
    channel: 'sms',
    to,
    subject: null,
    text,
    html: null,
    now: work.now,
  });
}

const view = (row: NoticeRow) => ({
  id: String(row.id),
  category: row.category,
  title: row.title,
  body: row.body,
  link: row.link,
  createdAt: row.createdAt.toISOString(),
  readAt: row.readAt?.toISOString() ?? null,
});

/** Tries an unsent mail or text message at once; false where none of that id waits. */
export async function tryAgain({ tx, realNow }: Pick<Work, 'tx' | 'realNow'>, id: number) {
  return (await makeDue(tx, id, realNow)) > 0;
}

export const noticesActions: Actions<{ notices: typeof notices }>['notices'] = {
  async listNotices({ tx, member }, { category, item_per_page, offset, page }) {
    const from = page ? (page - 1) * item_per_page : offset;
    const rows = await listNotices(tx, member.id, category ?? null, item_per_page, from);
    const unread = await countUnread(tx, member.id);
    return {
      data: rows.map(view),
      total: rows[0]?.total ?? 0,
      unread: Object.fromEntries(unread.map((row) => [row.category, row.unread])),
    };
  },

  async getNotice({ tx, member, now }, { id }) {
    const row = await readNotice(tx, member.id, Number(id), now);
    if (!row) throw new Refusal('NOT_FOUND');
    return { data: view(row) };
  },

  async readAllNotices({ tx, member, now }, { category }) {
    return { data: { read: await readAll(tx, member.id, category ?? null, now) } };
  },

  async preferences({ tx, member }) {
    return { data: await preferencesOf(tx, member.id) };
  },

  async setPreferences({ tx, member, now }, change) {
    return { data: await changePreferences(tx, member.id, change, now) };
  },
};
