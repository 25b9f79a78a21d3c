// How a member is told: what goes out by which way, and how mails and text messages are written.

type Telling = { category: string; email?: boolean | 'always'; deadline?: boolean };
type Wishes = { mailOff: readonly string[]; smsOn: readonly string[]; smsDeadlines: boolean };

/** Mails come unless the member turned them off; about his account's security they always do. */
export function wantsMail({ category, email = true }: Telling, { mailOff }: Wishes): boolean {
  return email === 'always' || (email && !mailOff.includes(category));
}

/** Text messages come where he asked for them, and by themselves before something is due. */
export function wantsSms({ category, deadline }: Telling, { smsOn, smsDeadlines }: Wishes) {
  return smsOn.includes(category) || (deadline === true && smsDeadlines);
}

/** What a variable of a notice means, and a value to show it by. */
type Variable = readonly [meaning: string, sample: string];
type Variables = Readonly<Record<string, Variable>>;

/**
 * One kind of notice and its words by default, with {{variables}}. The mail says what the page
 * says unless `letter` stands here, and the text message the title unless `text` does: short, and
 * naming no address but our own, for a link in a text message is what swindlers send.
 */
type Definition = {
  /** As the office calls it. */
  name: string;
  category: 'invest' | 'loan' | 'account' | 'other';
  /** A path of the member site, where the event itself leads nowhere nearer. */
  link: string;
  title: string;
  body: string;
  variables: Variables;
  /** Variables without which the notice would be of no use: no other words may leave them out. */
  must?: readonly string[];
  /** See Notice of actions.ts. */
  email?: boolean | 'always';
  deadline?: boolean;
  letter?: { body?: string; button?: string; link?: string };
  text?: string;
  /** To the proven number by text message too, whatever the member set. */
  isTextedAlways?: boolean;
  /** Asks for money that is late: by mail or message only in the hours of collection. */
  isCollection?: boolean;
  /** Never stands in the notice centre: who is written to may not be signed in, or no member. */
  isLetterOnly?: boolean;
  /** In the notice centre alone: it happens too often, or to too many at once, for mails. */
  isPageOnly?: boolean;
};
/** `key` is feature.kind; other words for it are kept under that. */
export type Kind = Definition & { key: string };

/** An event that is told of: its kind, and what stands for each of its variables. */
export type Said = { kind: Kind; values: Readonly<Record<string, string>>; link?: string };
type Teller<V extends string> = ((values: Record<V, string>, link?: string) => Said) & {
  kind: Kind;
};

/** A feature's kinds, each a function that does not compile while a variable is left out. */
export function catalogue<const T extends Record<string, Definition>>(feature: string, kinds: T) {
  const tellers = Object.entries(kinds).map(([name, definition]) => {
    const kind = { ...definition, key: `${feature}.${name}` };
    const say = (values: Record<string, string>, link?: string): Said => ({
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

/** What leaves without a kind of the catalogue. */
const others: Record<string, string> = {
  'identity.code': '簡訊驗證碼',
  'messages.broadcast': '群發',
  'messages.test': '測試寄送',
};

/** The name of a kind; a kind there is none of any more is called by its key. */
export const nameOfKind = (kinds: readonly Kind[], kind: string | null): string | null =>
  kind && (others[kind] ?? kinds.find(({ key }) => key === kind)?.name ?? kind);

/** What any notice may name besides its own variables. */
export const commonVariables = {
  brand: ['平台名稱', '百溪'],
  servicePhone: ['客服電話', '02-5555-0100'],
  host: ['平台網址', 'baixi.example'],
} as const satisfies Variables;

/** Words by one way; a text message has no title. */
export type Wording = { title: string; body: string };
export type Wordings = Partial<Record<'page' | 'email' | 'sms', Wording>>;

/** By which ways a kind goes out at all. */
export function waysOf({ isLetterOnly, isPageOnly, email }: Kind): (keyof Wordings)[] {
  if (isLetterOnly) return ['email'];
  if (isPageOnly) return ['page'];
  return email === false ? ['page', 'sms'] : ['page', 'email', 'sms'];
}

/** What each way says: `own` are the words written at the office that are in force. */
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

/** A header may not hold a line break: what follows one would become a header of its own. */
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
