// Telling members: one place from which every event reaches the page, the mail and the phone.
import type { notices } from '#contract/notices.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Work } from '../action.ts';
import {
  type NoticeRow,
  countUnread,
  emailOfMember,
  insertNotice,
  insertNotices,
  insertOutbox,
  listNotices,
  readNotice,
} from './queries.ts';
import { type Letter, html, plainText, singleLine } from './rules.ts';

export { listOutbox } from './queries.ts';

export type Notice = {
  memberId: number;
  category: 'invest' | 'loan' | 'account' | 'other';
  title: string;
  body: string;
  /** A path of the member site. */
  link: string;
  /** Mails go with every notice unless said otherwise. */
  email?: boolean;
};

/** A notice in the member's centre, with a mail of the same words. */
export async function notify(work: Work, notice: Notice): Promise<void> {
  await insertNotice(work.tx, { ...notice, now: work.now });
  if (notice.email === false) return;
  const member = await emailOfMember(work.tx, notice.memberId);
  if (!member) return;
  const { publicUrl } = work.services.config;
  await sendMail(work, {
    to: member.email,
    subject: notice.title,
    paragraphs: [notice.body],
    link: { text: '立即前往', url: new URL(notice.link, publicUrl).href },
  });
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

export const noticesActions: Actions<{ notices: typeof notices }>['notices'] = {
  async listNotices({ tx, member }, { category, item_per_page, offset }) {
    const rows = await listNotices(tx, member.id, category ?? null, item_per_page, offset);
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
};
