// Spans of calls, statements, jobs and messages. Their names and attributes contain no ids, no
// values and nothing that a person typed.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Attributes,
  type Context,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  diag,
  trace,
} from '@opentelemetry/api';
import type { SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { runAs, running } from './running.ts';

export { SpanKind };

let tracing: { provider: TracerProvider; tracer: Tracer } | null = null;

export type TracingOptions = {
  serviceName: string;
  /** Part of the traces that is exported, from 0 to 1. */
  ratio: number;
  processor: SpanProcessor;
};

/**
 * Starts to make spans. OpenTelemetry is loaded only here, so that a process without traces does
 * not load it.
 */
export async function startTracing(options: TracingOptions): Promise<void> {
  const sdk = await import('@opentelemetry/sdk-trace');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.serviceName }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(options.ratio) }),
    spanProcessors: [options.processor],
  });
  tracing = { provider, tracer: provider.getTracer('baixi') };
}

/** Maximum milliseconds that the process waits for the collector when it ends. */
const LAST_SEND_MS = 2_000;

/**
 * Sends the spans to a collector that speaks OTLP over HTTP, in batches and in the background. If
 * the collector cannot be reached, its spans are lost and `onFailure` is called, without any other
 * effect.
 */
export async function startExport(
  { endpoint, ratio }: { endpoint: string; ratio: number },
  onFailure: (message: string) => void = () => {},
): Promise<void> {
  const silent = () => {};
  const logger = {
    verbose: silent,
    debug: silent,
    info: silent,
    warn: onFailure,
    error: onFailure,
  };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const { BatchSpanProcessor } = await import('@opentelemetry/sdk-trace');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 5_000 });
  const processor = new BatchSpanProcessor({ exporter });
  await startTracing({ serviceName: 'baixi', ratio, processor });
}

/** Stops making spans, and sends the remaining spans if the collector accepts them in time. */
export async function stopTracing(): Promise<void> {
  const stopped = tracing;
  tracing = null;
  const sent = stopped?.provider.shutdown().catch(() => {});
  await Promise.race([sent, sleep(LAST_SEND_MS, null, { ref: false })]);
}

export const isTracing = (): boolean => tracing !== null;

export type SpanOptions = {
  kind?: SpanKind;
  attributes?: Attributes;
  /** The span of another process or of an earlier time that caused this one, as `traceParent`. */
  cause?: string | null;
};

const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Returns the current span as the value of a traceparent header; null while traces are off. */
export function traceParent(): string | null {
  const context = running()?.span?.spanContext();
  if (!context) return null;
  const flags = context.traceFlags.toString(16).padStart(2, '0');
  return `00-${context.traceId}-${context.spanId}-${flags}`;
}

/** Returns the context of the span that caused a new one. */
function contextOf(cause: string | null | undefined): Context {
  const [, traceId, spanId, flags] = PARENT.exec(cause ?? '') ?? [];
  if (traceId && spanId && flags) {
    const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
    return trace.setSpanContext(ROOT_CONTEXT, parent);
  }
  const parent = running()?.span;
  return parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

/** Starts a span within the current one; null while traces are off. */
export function startSpan(name: string, options: SpanOptions = {}): Span | null {
  if (tracing === null) return null;
  const { cause, ...rest } = options;
  return tracing.tracer.startSpan(name, rest, contextOf(cause));
}

/**
 * Ends a span. For a failure, only the class of the error is recorded, because its message may
 * repeat personal input.
 */
export function endSpan(span: Span | null, error?: unknown): void {
  if (span === null) return;
  if (error !== undefined) {
    span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/** Runs `work` in a span of its own, as the request or job with the given id. */
export async function inSpan<T>(
  name: string,
  requestId: string,
  options: SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  const span = startSpan(name, options);
  try {
    const result = await runAs({ requestId, span }, work);
    endSpan(span);
    return result;
  } catch (error) {
    endSpan(span, error);
    throw error;
  }
}
