// The server's log: one JSON line per event, from which every secret is removed, whichever code
// writes the line and wherever in the line the secret is.
import pino, { type DestinationStream, type Logger } from 'pino';

const HIDDEN = '[redacted]';

/** Names of headers, cookies and fields whose values grant access. */
const secretNames = new RegExp(
  '^(proxy-)?authorization$|^(set-)?cookies?$|^x-.*(token|key|auth|secret)|(token|ticket)s?$' +
    '|tokennumber|password|secret|smscode|totp|signature|clientdatajson|authenticatordata',
  'i',
);

/**
 * Patterns of the same secrets inside texts, such as an address, a sentence or an error's stack.
 */
const inTexts: readonly [RegExp, string][] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${HIDDEN}`],
  [
    /\b([\w-]*(?:session|device|token|tokenNumber|ticket|password|secret|code))=[^\s;&"'#]+/gi,
    `$1=${HIDDEN}`,
  ],
];

const cleanText = (text: string) =>
  inTexts.reduce((left, [pattern, instead]) => left.replaceAll(pattern, instead), text);

function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) {
    // Raw headers are an array of alternating names and values.
    const isSecret = (one: unknown) => typeof one === 'string' && secretNames.test(one);
    return value.map((one, n) => (n > 0 && isSecret(value[n - 1]) ? HIDDEN : clean(one)));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      secretNames.test(name) ? HIDDEN : clean(one),
    ]),
  );
}

/**
 * Returns a line without its secrets. A line that cannot be parsed is not written, because it may
 * contain anything.
 */
function cleanLine(line: string): string {
  try {
    return `${JSON.stringify(clean(JSON.parse(line)))}\n`;
  } catch {
    return `${JSON.stringify({ level: 50, time: 0, msg: 'a line could not be read' })}\n`;
  }
}

/** Returns the server's log, which writes lines from one of pino's levels on. */
export function createLog(level: string, to: DestinationStream): Logger {
  return pino({ level, base: null, hooks: { streamWrite: cleanLine } }, to);
}
