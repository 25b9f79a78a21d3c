// Texts and links about a mail that was sent to somebody.

/**
 * Returns 'mei****@example.com' for 'meiling@example.com': enough to recognise one's own address.
 */
export function maskedEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  const shown = name.slice(0, Math.min(3, Math.ceil(name.length / 2)));
  return `${shown}****@${domain}`;
}

export type MailBox = { name: string; url: string };
const gmail: MailBox = { name: 'Gmail', url: 'https://mail.google.com/mail/u/0/#inbox' };
const outlook: MailBox = { name: 'Outlook', url: 'https://outlook.live.com/mail/0/' };
const yahoo: MailBox = { name: 'Yahoo 信箱', url: 'https://mail.yahoo.com/' };

/** Returns where to read the mail: the provider's own page if the address reveals the provider. */
export function mailBoxesOf(email: string): MailBox[] {
  const domain = email.split('@')[1]?.toLowerCase() ?? '';
  if (domain === 'gmail.com') return [gmail];
  if (/^(outlook|hotmail|live|msn)\./.test(domain)) return [outlook];
  if (domain.startsWith('yahoo.')) return [yahoo];
  return [gmail, outlook];
}
