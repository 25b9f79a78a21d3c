// Duration and span of each SQL statement. Of the statement, only the first word and the first
// table are recorded, never the values or the text.
import { record, isMeasuring } from './metrics.ts';
import { running } from './running.ts';
import { SpanKind, endSpan, isTracing, startSpan } from './tracing.ts';

const operations = new Set(
  'select insert update delete with begin commit rollback set call'.split(' '),
);
const firstTable = /\b(?:from|into|update)\s+([a-z_]+\.[a-z_]+)/i;

type Summary = { operation: string; summary: string };
/**
 * Cache of summaries by statement text. It stays small, because the texts of statements are
 * constants in the source code.
 */
const summaries = new Map<string, Summary>();

/** Returns what is recorded of a statement, such as `select` and `select lending.loan`. */
export function summaryOf(text: string): Summary {
  const known = summaries.get(text);
  if (known) return known;
  const word = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? '';
  const operation = operations.has(word) ? word : 'other';
  const table = firstTable.exec(text)?.[1];
  const summary = { operation, summary: table ? `${operation} ${table}` : operation };
  summaries.set(text, summary);
  return summary;
}

/**
 * Starts to measure a statement; the returned function ends the measurement. Null if neither
 * metrics nor traces need it. The worker polls for jobs several times a second, so a statement gets
 * a span only within a call, a job or a message.
 */
export function watchStatement(text: string): ((error?: unknown) => void) | null {
  const spans = isTracing() && running()?.span;
  if (!spans && !isMeasuring()) return null;
  const { operation, summary } = summaryOf(text);
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.summary': summary,
  };
  const span = spans ? startSpan(summary, { kind: SpanKind.CLIENT, attributes }) : null;
  const began = performance.now();
  return (error) => {
    const seconds = (performance.now() - began) / 1000;
    record('db_client_operation_duration_seconds', seconds, { operation });
    const code = (error as { code?: unknown } | undefined)?.code;
    if (typeof code === 'string') span?.setAttribute('db.response.status_code', code);
    endSpan(span, error);
  };
}

/** Measures how long a caller waits for a connection. */
export async function connecting<Client>(connect: () => Promise<Client>): Promise<Client> {
  if (!isMeasuring()) return connect();
  const began = performance.now();
  try {
    return await connect();
  } finally {
    record('db_client_connection_wait_seconds', (performance.now() - began) / 1000);
  }
}
