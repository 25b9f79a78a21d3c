// Rules of notices: the channels used, and how mails and text messages are written.
import { commonVariables, variablesIn } from '#contract/core/wording.ts';
import { noticeCategoryText } from '#contract/notices/words.ts';

type Telling = { category: string; email?: boolean | 'always'; deadline?: boolean };
type Wishes = { mailOff: readonly string[]; smsOn: readonly string[]; smsDeadlines: boolean };
type Category = keyof typeof noticeCategoryText;

/**
 * Returns whether a mail is sent: yes unless the member turned mails off, and always for account
 * security.
 */
export function wantsMail({ category, email = true }: Telling, { mailOff }: Wishes): boolean {
  return email === 'always' || (email && !mailOff.includes(category));
}

/**
 * Returns whether a text message is sent: if the member chose text messages, and before deadlines
 * unless the member declined.
 */
export function wantsSms({ category, deadline }: Telling, { smsOn, smsDeadlines }: Wishes) {
  return smsOn.includes(category) || (deadline === true && smsDeadlines);
}

/** Returns whether push messages are sent, on the devices on which the member switched them on. */
export const wantsPush = ({ category }: Telling, { pushOff }: { pushOff: readonly string[] }) =>
  !pushOff.includes(category);

/**
 * Returns what a lock screen may show: the title, unless its variables could name an amount or a
 * person, and a sentence that says nothing.
 */
export const lockScreenWords = (title: string, category: Category): Wording => ({
  title: title.includes('{{') ? noticeCategoryText[category].title : title,
  body: '有新的通知，請登入查看。',
});

/** Meaning of a variable in a notice, and a sample value. */
type Variable = readonly [meaning: string, sample: string];
type Variables = Readonly<Record<string, Variable>>;

/**
 * A kind of notice with its default texts, which contain {{variables}}. The mail has the text of
 * the page unless `letter` is set, and the text message has the title unless `text` is set. A text
 * message is short and contains no URL except the site's own, because fraudsters send links in text
 * messages.
 */
type Definition = {
  /** Name of the kind in the office. */
  name: string;
  category: 'invest' | 'loan' | 'account' | 'other';
  /** Path on the member site, used if the event has no more specific link. */
  link: string;
  title: string;
  body: string;
  variables: Variables;
  /** Variables without which the notice would be useless; every text must contain them. */
  must?: readonly string[];
  /** See `Notice` in actions.ts. */
  email?: boolean | 'always';
  deadline?: boolean;
  letter?: { body?: string; button?: string; link?: string };
  text?: string;
  /**
   * The notice is also sent as a text message to the confirmed number, whatever the member's
   * preferences.
   */
  isTextedAlways?: boolean;
  /**
   * The notice demands overdue money, so mails and text messages are sent only in the hours
   * permitted for collection.
   */
  isCollection?: boolean;
  /**
   * The notice never appears in the notification centre, because the recipient may not be signed in
   * or not be a member.
   */
  isLetterOnly?: boolean;
  /**
   * The notice appears only in the notification centre, because it is sent too often, or to too
   * many members at once, for mails.
   */
  isPageOnly?: boolean;
};
/** A kind with its key `feature.kind`, under which texts written by the office are stored. */
export type Kind = Definition & { key: string };

/** The content of a notice: its kind and the values of its variables. */
export type NoticeContent = { kind: Kind; values: Readonly<Record<string, string>>; link?: string };
type Teller<V extends string> = ((values: Record<V, string>, link?: string) => NoticeContent) & {
  kind: Kind;
};

/** Returns the kinds of a feature as functions; a call that lacks a variable does not compile. */
export function catalogue<const T extends Record<string, Definition>>(feature: string, kinds: T) {
  const tellers = Object.entries(kinds).map(([name, definition]) => {
    const kind = { ...definition, key: `${feature}.${name}` };
    const say = (values: Record<string, string>, link?: string): NoticeContent => ({
      kind,
      values,
      ...(link !== undefined && { link }),
    });
    return [name, Object.assign(say, { kind })];
  });
  return Object.fromEntries(tellers) as {
    [K in keyof T]: Teller<keyof T[K]['variables'] & string>;
  };
}

/** Names of messages that have no kind in a catalogue. */
const others: Record<string, string> = {
  'identity.code': '簡訊驗證碼',
  'messages.broadcast': '群發',
  'messages.test': '測試寄送',
};

/** Returns the name of a kind; a kind that no longer exists is shown by its key. */
export const nameOfKind = (kinds: readonly Kind[], kind: string | null): string | null =>
  kind && (others[kind] ?? kinds.find(({ key }) => key === kind)?.name ?? kind);

/** The fixed sentence of `payToText`, in the texts that tell a member where to pay. */
export const payTo = {
  payTo: [
    '收款銀行、帳號與戶名（系統組成的固定句子）',
    '請匯至 812 台新國際商業銀行，帳號 98765432101234，戶名 百溪信託財產專戶',
  ],
} as const satisfies Variables;

/** Text of one channel; a text message has no title. */
export type Wording = { title: string; body: string };
export type Wordings = Partial<Record<'page' | 'email' | 'sms', Wording>>;

/** Whether a text names no variable but those of its kind and those of all texts. */
export const isFillable = ({ variables }: Kind, text: string): boolean =>
  variablesIn(text).every((name) => name in variables || name in commonVariables);

/** Returns the channels by which notices of a kind can be sent. */
export function waysOf({ isLetterOnly, isPageOnly, email }: Kind): (keyof Wordings)[] {
  if (isLetterOnly) return ['email'];
  if (isPageOnly) return ['page'];
  return email === false ? ['page', 'sms'] : ['page', 'email', 'sms'];
}

/**
 * Returns the text of each channel: the office's own text in force (`own`), otherwise the default.
 */
export function wordingsOf(kind: Kind, own: Wordings): Required<Wordings> {
  const page = own.page ?? { title: kind.title, body: kind.body };
  const { letter } = kind;
  return {
    page,
    email: own.email ?? { title: page.title, body: letter?.body ?? page.body },
    sms: own.sms ?? { title: '', body: kind.text ?? `${page.title}。請登入 {{host}} 查看。` },
  };
}

export type Letter = {
  subject: string;
  paragraphs: readonly string[];
  link?: { text: string; url: string };
};
export type Sender = { brand: string; company: string; siteUrl: string };

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** Removes line breaks, because the text after one would become a separate mail header. */
export const singleLine = (text: string) => text.replace(/[\r\n]+/g, ' ').trim();

export function plainText({ paragraphs, link }: Letter, sender: Sender): string {
  const lines = [...paragraphs];
  if (link) lines.push(`${link.text}：${link.url}`);
  lines.push(
    `${sender.brand}不會以電話或訊息要求您操作 ATM、先匯保證金或提供密碼。收到可疑訊息請撥 165。`,
    `${sender.brand}　${sender.siteUrl}`,
  );
  return lines.join('\n\n');
}

export function html({ subject, paragraphs, link }: Letter, sender: Sender): string {
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px">${escaped(text).replace(/\n/g, '<br>')}</p>`;
  const button = link
    ? `<p style="margin:24px 0"><a href="${escaped(link.url)}" style="display:inline-block;` +
      `padding:12px 24px;border-radius:8px;background:#0F6467;color:#fff;font-weight:700;` +
      `text-decoration:none">${escaped(link.text)}</a></p>`
    : '';
  return `<!doctype html><html lang="zh-Hant-TW"><head><meta charset="utf-8"><title>${escaped(
    subject,
  )}</title></head><body style="margin:0;background:#FAF8F4;color:#1E1B17;font:16px/1.75 \
'PingFang TC','Microsoft JhengHei',sans-serif"><div style="max-width:560px;margin:0 auto;\
padding:32px 24px"><p style="font-size:20px;font-weight:700;color:#0F6467;\
margin:0 0 24px">${escaped(
    sender.brand,
  )}</p>${paragraphs.map(paragraph).join('')}${button}<hr style="border:0;border-top:1px solid \
#E4DED3;margin:32px 0 16px"><p style="font-size:13px;color:#625A4E;margin:0">${escaped(
    `${sender.brand}不會以電話或訊息要求您操作 ATM、先匯保證金或提供密碼。收到可疑訊息請撥 165。`,
  )}<br>${escaped(`${sender.company}　${sender.siteUrl}`)}</p></div></body></html>`;
}
