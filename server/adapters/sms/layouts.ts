// How Taiwanese SMS gateways are asked over HTTP and what their answers mean, as data.

/**
 * `accepted`: sent or about to be. `refused`: this message will never be sent. `later`: nothing was
 * sent, and the same message may be sent again once the cause is gone.
 */
export type Verdict = 'accepted' | 'refused' | 'later';

export type SmsLayout = {
  /** GET has all fields in the query, POST in a form. */
  method: 'GET' | 'POST';
  /** Fields that are always in the query. */
  query: Readonly<Record<string, string>>;
  charset: 'utf8' | 'big5';
  /** Names of the fields; `id` only if the gateway never sends the same id twice. */
  fields: { user: string; password: string; to: string; text: string; id?: string };
  /** What the gateway expects in place of a line break. */
  lineBreak: string;
  /** Finds the code in an answer with status 200. */
  code: RegExp;
  /** Meaning of a code; a code that matches no row leaves open whether the message was sent. */
  verdicts: readonly (readonly [RegExp, Verdict])[];
};

export const smsLayouts = {
  /** 三竹簡訊, `SmSend`: a form in UTF-8. `clientid` protects from doubles for twelve hours. */
  mitake: {
    method: 'POST',
    query: { CharsetURL: 'UTF8' },
    charset: 'utf8',
    fields: {
      user: 'username',
      password: 'password',
      to: 'dstaddr',
      text: 'smbody',
      id: 'clientid',
    },
    // The gateway turns the character 6 into a line break.
    lineBreak: '\x06',
    code: /^statuscode=(\S+)\s*$/m,
    verdicts: [
      [/^[0124]$/, 'accepted'],
      // A message without text, to a wrong number, or that expired before it was sent.
      [/^[tuv]$/, 'refused'],
      // The fault is in our account, password, address, credit or connections, or in the service.
      [/^[*abcdefhklmnprs]$/, 'later'],
    ],
  },
  /** 簡訊王, `kotsmsapi-1.php`: a query in Big5. Nothing protects from doubles. */
  kotsms: {
    method: 'GET',
    query: {},
    charset: 'big5',
    fields: { user: 'username', password: 'password', to: 'dstaddr', text: 'smbody' },
    lineBreak: '\n',
    code: /^kmsgid=(-?\d+)\s*$/m,
    verdicts: [
      [/^[1-9]\d*$/, 'accepted'],
      // The number is wrong or closed, a time is wrong, the text breaks the rules of the NCC.
      [/^-(5|6|20|21|1000)$/, 'refused'],
      // Account or password, the sender's number, no points.
      [/^-(2|4|59999|60002)$/, 'later'],
    ],
  },
} as const satisfies Record<string, SmsLayout>;

export type SmsLayoutName = keyof typeof smsLayouts;

export const smsLayoutNames = Object.keys(smsLayouts) as SmsLayoutName[];
