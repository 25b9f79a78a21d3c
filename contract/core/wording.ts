// Rules for notice texts that operators edit: variables in braces, and what is not allowed.
import domains from '../data/han-domains.json' with { type: 'json' };

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

/** Returns the names of the variables in a text. */
export const variablesIn = (text: string): string[] =>
  [...text.matchAll(variable)].map(([, name]) => name!);

const SMS_WHOLE = 70;
const SMS_PART = 67;

/**
 * Returns how many parts a text message is sent and billed as. Chinese is sent as UCS-2: 70
 * characters in a single part, 67 in each of several (3GPP TS 23.038, 23.040).
 */
export function smsParts(text: string): number {
  return text.length <= SMS_WHOLE ? 1 : Math.ceil(text.length / SMS_PART);
}

/**
 * Han top-level domains (IANA root zone), as data, because the fonts of the pages hold the
 * characters of all sources. A dot before any other Han words ends the number of a
 * list, as in 「1.請於期限內」.
 */
const hanDomains = domains.join('|');
const label = '[\\p{L}\\p{M}\\p{N}-]+';
const otherDomain = '(?:(?!\\p{sc=Han})\\p{L}){2,}';
/** What a mail program or a phone makes a link of: a scheme, "www.", or the name of a host. */
const address = new RegExp(
  `[a-z][a-z0-9+.-]*://\\S+|www\\.\\S+|(?:${label}\\.)+(?:${otherDomain}|${hanDomains})(?!\\p{L})`,
  'giu',
);
const ending = /[\p{P}]+$/u;

/** Whether an address leads to `own` or a host below it, and names no user before its host. */
function isOwn(found: string, own: string): boolean {
  try {
    const { protocol, username, password, hostname } = new URL(
      found.includes('://') ? found : `https://${found}`,
    );
    if (!['http:', 'https:'].includes(protocol) || username || password) return false;
    const named = hostname.replace(/\.$/, '');
    return named === own || named.endsWith(`.${own}`);
  } catch {
    return false;
  }
}

/**
 * Returns the web addresses in a text that do not belong to the site's own `host`, in letters of
 * every script. Full-width and invisible characters do not hide one.
 */
export function foreignLinks(text: string, host: string): string[] {
  const plain = text.normalize('NFKC').replace(/\p{Cf}/gu, '');
  const found = (plain.match(address) ?? []).map((one) => one.replace(ending, ''));
  const own = host.toLowerCase();
  // Chinese is written without spaces, so that the words before our name seem to be a part of it.
  return found.filter((one) => !isOwn(one, own) && !isOwn(one.replace(/^\p{sc=Han}+/u, ''), own));
}

/** Digits of every script, Han numerals among them. */
const digit = '[\\p{N}〇零一二三四五六七八九壹貳參肆伍陸柒捌玖]';
/** What may stand between the digits of one number: blanks, line breaks, marks and signs. */
const between = '[\\s\\p{P}\\p{S}\\p{M}\\p{Cf}]*';
const longNumber = new RegExp(`${digit}(?:${between}${digit}){5,}`, 'u');

/**
 * Returns the first number of six digits or more that a text spells out, in digits of any script
 * and with any separators. It could be an account or a telephone number of somebody else, so that
 * such a number may stand in a text only as a variable, even if it is our own.
 */
export const spelledNumber = (text: string): string | undefined =>
  longNumber.exec(text.normalize('NFKC'))?.[0];

/**
 * Whether a text that one operator writes and a member reads word for word spells out no such
 * number, and what to say if it does.
 */
export const isUnspelled = (text: string): boolean => spelledNumber(text) === undefined;
/**
 * Whether a text for colleagues names no account, telephone or identity number, which have nine
 * digits or more, also with blanks and hyphens between them. File numbers of courts and days, which
 * have fewer, may stand in it.
 */
export const isWithoutNumbers = (text: string): boolean =>
  !/\p{Nd}(?:[\s\p{Pd}]*\p{Nd}){8,}/u.test(text.normalize('NFKC'));
export const WITHOUT_NUMBERS = '請勿寫帳號、電話或身分證字號；可以寫公文文號';
export const UNSPELLED = '會員會讀到這段文字，請勿寫 6 位以上的數字';

/** Variables that any text may contain besides those of its kind: meaning and sample. */
export const commonVariables = {
  brand: ['平台名稱', '百溪'],
  servicePhone: ['客服電話', '02-5555-0100'],
  host: ['平台網址', 'baixi.example'],
} as const;

type Written = { way: WordingWay; title: string; body: string };
type Allowed = { variables: readonly { name: string; must: boolean }[]; host: string };

/** Returns the problems of a text that an operator wrote, by field; empty if it may be used. */
export function wordingProblems(
  { way, title, body }: Written,
  { variables, host }: Allowed,
): { title?: string; body?: string } {
  const names = new Set(variables.map(({ name }) => name));
  const wrongIn = (text: string) => {
    const stranger = variablesIn(text).find((name) => !names.has(name));
    if (stranger !== undefined) return `不認得的變數 {{${stranger}}}`;
    if (/[{}]/.test(text.replace(variable, ''))) return '大括號只能用於變數，例如 {{caseNo}}';
    // A letter stands for each variable, so that one between two numbers does not join them.
    const number = spelledNumber(text.replace(variable, '甲'));
    if (number !== undefined) {
      return `6 位以上的數字只能用變數，請移除 ${number}（金額可寫成 5 萬元，日期寫成 12 月 24 日）`;
    }
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
