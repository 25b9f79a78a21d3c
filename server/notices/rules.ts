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

/** Short, and naming no address but our own: a link in a text message is what swindlers send. */
export function smsText(title: string, site: { brand: string; publicUrl: string }): string {
  return `【${site.brand}】${title}。請登入 ${new URL(site.publicUrl).hostname} 查看。`;
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
