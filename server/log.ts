// The server's log: one JSON line per event with the field names of OpenTelemetry. Every secret is
// removed, whichever code writes the line and wherever the secret is in the line.
import pino, { type DestinationStream, type Logger } from 'pino';
import { running } from './telemetry/running.ts';

const HIDDEN = '[redacted]';

/** Names of headers, cookies and fields whose values grant access. */
const secretNames = new RegExp(
  '^(proxy-)?authorization$|^(set-)?cookies?$|^x-.*(token|key|auth|secret)|(token|ticket)s?$' +
    '|tokennumber|password|secret|smscode|totp|signature|clientdatajson|authenticatordata',
  'i',
);

/** Patterns of secrets inside texts, such as a URL, a sentence or an error's stack. */
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

/** OpenTelemetry's names and numbers of pino's log levels. */
const severities: Readonly<Record<number, readonly [text: string, number: number]>> = {
  10: ['TRACE', 1],
  20: ['DEBUG', 5],
  30: ['INFO', 9],
  40: ['WARN', 13],
  50: ['ERROR', 17],
  60: ['FATAL', 21],
};

/** Returns an error, in the form in which pino logs it, as OpenTelemetry attributes. */
function exceptionOf(err: unknown): Record<string, unknown> {
  if (typeof err !== 'object' || err === null) return err === undefined ? {} : { err };
  const { type, message, stack, ...more } = err as Record<string, unknown>;
  return {
    'exception.type': type,
    'exception.message': message,
    'exception.stacktrace': stack,
    ...(Object.keys(more).length > 0 && { 'exception.fields': more }),
  };
}

/** Returns a log line of pino with the field names of OpenTelemetry's data model of logs. */
function inTerms({ level, time, msg, err, ...fields }: Record<string, unknown>) {
  const [text, number] = severities[Number(level)] ?? ['ERROR', 17];
  return {
    timestamp: time,
    severity_text: text,
    severity_number: number,
    body: msg,
    ...fields,
    ...exceptionOf(err),
  };
}

/**
 * Returns the ids of the request or job that writes a log line, and of its trace if there is one.
 */
function origin(): Record<string, string> {
  const one = running();
  if (!one) return {};
  const span = one.span?.spanContext();
  return {
    'request.id': one.requestId,
    ...(span && { trace_id: span.traceId, span_id: span.spanId }),
  };
}

/**
 * Returns a line without its secrets. A line that cannot be parsed is not written, because it may
 * contain anything.
 */
function cleanLine(line: string): string {
  try {
    return `${JSON.stringify(clean(inTerms(JSON.parse(line) as Record<string, unknown>)))}\n`;
  } catch {
    return `${JSON.stringify(inTerms({ level: 50, msg: 'a line could not be read' }))}\n`;
  }
}

/** Returns the server's log, which writes only lines of the given pino level or above. */
export function createLog(level: string, to: DestinationStream): Logger {
  const timestamp = pino.stdTimeFunctions.isoTime;
  const hooks = { streamWrite: cleanLine };
  return pino({ level, base: null, timestamp, mixin: origin, hooks }, to);
}
