// Rules for notice texts that operators edit: variables in braces, and what is not allowed.

export const wordingWays = ['page', 'email', 'sms'] as const;
export type WordingWay = (typeof wordingWays)[number];
export const wayText: Record<WordingWay, string> = {
  page: '站內通知',
  email: '電子郵件',
  sms: '簡訊',
};

/** Channels by which messages are sent; a push message has the title of the notice. */
export const channelText = { email: wayText.email, sms: wayText.sms, push: '推播' } as const;

export const TITLE_MAX = 60;
export const BODY_MAX = 2_000;
/** Longest allowed text message: four parts; anything longer should be sent by e-mail. */
export const SMS_MAX = 268;

const variable = /\{\{([A-Za-z][A-Za-z0-9]*)\}\}/g;

/**
 * Returns the text with each {{variable}} replaced once, so that a value which looks like a
 * variable is not replaced again. Braces inside a value become full-width, so that no template
 * syntax reaches a member. Throws on an unknown variable.
 */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(variable, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`nothing stands for {{${name}}}`);
    return value.replaceAll('{', '｛').replaceAll('}', '｝');
  });
}

const SMS_WHOLE = 70;
const SMS_PART = 67;

/**
 * Returns how many parts a text message is sent and billed as. Chinese is sent as UCS-2: 70
 * characters in a single part, 67 in each of several (3GPP TS 23.038, 23.040).
 */
export function smsParts(text: string): number {
  return text.length <= SMS_WHOLE ? 1 : Math.ceil(text.length / SMS_PART);
}

const address = /(?:https?:\/\/|www\.)\S+|\b(?:[a-z0-9-]+\.)+[a-z]{2,}\b/gi;

/** Returns the web addresses in a text that do not belong to the site's own `host`. */
export function foreignLinks(text: string, host: string): string[] {
  const own = host.toLowerCase();
  return (text.match(address) ?? []).filter((found) => {
    const named = found
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/[/?#:].*$/s, '');
    return named !== own && !named.endsWith(`.${own}`);
  });
}

type Written = { way: WordingWay; title: string; body: string };
type Allowed = { variables: readonly { name: string; must: boolean }[]; host: string };

/** Returns the problems of a text that an operator wrote, by field; empty if it may be used. */
export function wordingProblems(
  { way, title, body }: Written,
  { variables, host }: Allowed,
): { title?: string; body?: string } {
  const names = new Set(variables.map(({ name }) => name));
  const wrongIn = (text: string) => {
    const unknown = [...text.matchAll(variable)].map(([, name]) => name!);
    const stranger = unknown.find((name) => !names.has(name));
    if (stranger !== undefined) return `不認得的變數 {{${stranger}}}`;
    if (/[{}]/.test(text.replace(variable, ''))) return '大括號只能用於變數，例如 {{caseNo}}';
    const [link] = foreignLinks(text.replace(variable, ''), host);
    return link === undefined ? undefined : `只能放本平台的網址，請移除 ${link}`;
  };
  const titleProblem = () => {
    if (way === 'sms') return title === '' ? undefined : '簡訊沒有標題';
    if (title.trim() === '') return '請輸入標題';
    if (/[\r\n]/.test(title)) return '標題只能有一行';
    if (title.length > TITLE_MAX) return `標題最多 ${TITLE_MAX} 字`;
    return wrongIn(title);
  };
  const bodyProblem = () => {
    const most = way === 'sms' ? SMS_MAX : BODY_MAX;
    if (body.trim() === '') return '請輸入內文';
    if (body.length > most) return `內文最多 ${most} 字`;
    const wrong = wrongIn(body);
    if (wrong !== undefined) return wrong;
    // A text message may omit mandatory variables, because it only refers to the full notice.
    const missing = variables.find(
      ({ name, must }) => must && way !== 'sms' && !`${title}${body}`.includes(`{{${name}}}`),
    );
    return missing && `不可省略 {{${missing.name}}}`;
  };
  const [titled, bodied] = [titleProblem(), bodyProblem()];
  return { ...(titled && { title: titled }), ...(bodied && { body: bodied }) };
}
