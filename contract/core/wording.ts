// How the words of a notice are written: variables in braces, and what may not stand in them.

export const wordingWays = ['page', 'email', 'sms'] as const;
export type WordingWay = (typeof wordingWays)[number];
export const wayText: Record<WordingWay, string> = {
  page: '站內通知',
  email: '電子郵件',
  sms: '簡訊',
};

export const TITLE_MAX = 60;
export const BODY_MAX = 2_000;
/** Four parts of a text message: what is longer belongs in a mail. */
export const SMS_MAX = 268;

const variable = /\{\{([A-Za-z][A-Za-z0-9]*)\}\}/g;

/**
 * A text with each {{variable}} replaced, once: a value that looks like one is left alone. Braces
 * of a value become full-width, so that none ever reaches a member. Throws on an unknown one.
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
 * How many parts a text message is sent and charged in. Chinese goes as UCS-2: 70 characters in
 * one, 67 in each of several (3GPP TS 23.038, 23.040).
 */
export function smsParts(text: string): number {
  return text.length <= SMS_WHOLE ? 1 : Math.ceil(text.length / SMS_PART);
}

const address = /(?:https?:\/\/|www\.)\S+|\b(?:[a-z0-9-]+\.)+[a-z]{2,}\b/gi;

/** Addresses in a text that are not ours: `host` is the site's. */
export function strangeLinks(text: string, host: string): string[] {
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

/** What is wrong with words an operator wrote, by field; nothing where they may be used. */
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
    const [link] = strangeLinks(text.replace(variable, ''), host);
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
    // A text message only points to where it is told in full.
    const missing = variables.find(
      ({ name, must }) => must && way !== 'sms' && !`${title}${body}`.includes(`{{${name}}}`),
    );
    return missing && `不可省略 {{${missing.name}}}`;
  };
  const [titled, bodied] = [titleProblem(), bodyProblem()];
  return { ...(titled && { title: titled }), ...(bodied && { body: bodied }) };
}
