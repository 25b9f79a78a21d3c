// Sends text messages through a gateway that is asked as one of the layouts says.
import { toBig5 } from './big5.ts';
import { type SmsLayout, type SmsLayoutName, type Verdict, smsLayouts } from './layouts.ts';
import { SmsFailed, type SmsSender } from './sms.ts';

export type GatewaySettings = {
  layout: SmsLayoutName;
  url: string;
  user: string;
  password: string;
  timeoutMs?: number;
};

/** An answer has a few lines. */
const ANSWER_MAX = 4_096;

/**
 * Errors before a request was sent, so that nobody can have received anything. After any other
 * error the message may be on its way.
 */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',

  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/**
 * Returns a sender. A failure whose effect is unknown may be repeated only if the gateway knows the
 * id of a message that it already has. No error contains the text, the number, the password, or the
 * address of the request, which may have all of them.
 */
export function createGateway(settings: GatewaySettings): SmsSender {
  const layout: SmsLayout = smsLayouts[settings.layout];
  const isRepeatable = layout.fields.id !== undefined;
  return {
    async send({ id, to, text }) {
      const phone = localPhoneOf(to);
      if (phone === null) throw new SmsFailed('not a mobile number of Taiwan', false);
      const answer = await ask(settings, layout, { id, to: phone, text }).catch(
        (error: unknown) => {
          const code = codeOf(error);
          throw new SmsFailed(
            `the SMS provider cannot be reached (${code})`,
            isRepeatable || BEFORE_SENDING.has(code),
          );
        },
      );
      const verdict = verdictOf(layout, answer);
      if (verdict === 'accepted') return;
      const code = answer.code === null ? `status ${answer.status}` : `code ${answer.code}`;
      const again = verdict === 'later' || (verdict === 'unknown' && isRepeatable);
      throw new SmsFailed(`the SMS provider answered ${code}: ${verdict}`, again);
    },
  };
}

type Answer = { status: number; code: string | null };

async function ask(
  { url, user, password, timeoutMs = 10_000 }: GatewaySettings,
  { method, query, charset, fields, lineBreak, code }: SmsLayout,
  message: { id: string; to: string; text: string },
): Promise<Answer> {
  const values = [
    [fields.user, user],
    [fields.password, password],
    [fields.to, message.to],
    [fields.text, message.text.replace(/\r?\n/g, lineBreak)],
    ...(fields.id === undefined ? [] : [[fields.id, message.id]]),
  ] as [string, string][];
  const encode = charset === 'big5' ? toBig5 : (text: string) => Buffer.from(text);
  const encoded = (pairs: [string, string][]) =>
    pairs.map(([name, value]) => `${name}=${percentEncoded(encode(value))}`).join('&');
  const isForm = method === 'POST';
  const inQuery = encoded([...Object.entries(query), ...(isForm ? [] : values)]);
  const answer = await fetch(inQuery === '' ? url : `${url}?${inQuery}`, {
    method,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    ...(isForm && {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: encoded(values),
    }),
  });
  const text = await firstOf(answer);
  return { status: answer.status, code: code.exec(text)?.[1]?.slice(0, 20) ?? null };
}

/** A gateway that reports a status other than 200 has not read the message, unless it broke. */
function verdictOf({ verdicts }: SmsLayout, { status, code }: Answer): Verdict | 'unknown' {
  if (status >= 400 && status < 500) return 'later';
  if (status !== 200 || code === null) return 'unknown';
  return verdicts.find(([codes]) => codes.test(code))?.[1] ?? 'unknown';
}

/** Returns the beginning of an answer; the codes are ASCII, whatever the charset is. */
async function firstOf(answer: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder('latin1');
  for await (const piece of answer.body ?? []) {
    text += decoder.decode(piece);
    if (text.length > ANSWER_MAX) break;
  }
  return text.slice(0, ANSWER_MAX);
}

/** Returns a number as 09…, or null if it is none of a mobile phone of Taiwan. */
const localPhoneOf = (to: string): string | null =>
  /^(?:\+886|0)(9\d{8})$/.exec(to.replace(/[\s-]/g, ''))?.[1]?.replace(/^/, '0') ?? null;

const percentEncoded = (bytes: Uint8Array): string =>
  [...bytes]
    .map((byte) =>
      /[A-Za-z0-9._-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('');

function codeOf(error: unknown): string {
  const { code, name, cause } = error as { code?: unknown; name: string; cause?: unknown };
  const inner = (cause as { code?: unknown } | undefined)?.code;
  return typeof inner === 'string' ? inner : typeof code === 'string' ? code : name;
}
