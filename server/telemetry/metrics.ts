// Metrics of this process's work, recorded with OpenTelemetry and written for Prometheus.
import type { Attributes, Counter, Histogram, Meter } from '@opentelemetry/api';
import type { AggregationOption } from '@opentelemetry/sdk-metrics';
import { fileFaults } from '#contract/tasks/file-faults.ts';
import { type Definition, type EventMetric, eventMetrics } from './definitions.ts';

/**
 * Maximum number of series of a metric, more than all routes times their statuses; further series
 * are added up as one.
 */
const SERIES_MAX = 5_000;

/** Content type of the text format of Prometheus. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export type Metrics = {
  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string>;
  close(): Promise<void>;
};

export type Registry = {
  meter: Meter;
  /** Reads all instruments and returns their values as text. */
  text(): Promise<string>;
  close(): Promise<void>;
};

/**
 * Creates a registry for a set of metric definitions. OpenTelemetry is loaded only here, so that a
 * process without metrics does not load it.
 */
export async function createRegistry(own: Readonly<Record<string, Definition>>): Promise<Registry> {
  const { AggregationType, MeterProvider, MetricReader } =
    await import('@opentelemetry/sdk-metrics');
  const { PrometheusSerializer } = await import('@opentelemetry/exporter-prometheus');
  class OnDemand extends MetricReader {
    protected override async onForceFlush() {}
    protected override async onShutdown() {}
  }
  const reader = new OnDemand();
  const inBuckets = (boundaries: readonly number[]): AggregationOption => ({
    type: AggregationType.EXPLICIT_BUCKET_HISTOGRAM,
    options: { boundaries: [...boundaries] },
  });
  const views = Object.entries(own).map(([instrumentName, { buckets }]) => ({
    instrumentName,
    aggregationCardinalityLimit: SERIES_MAX,
    ...(buckets && { aggregation: inBuckets(buckets) }),
  }));
  const provider = new MeterProvider({ readers: [reader], views });
  const serializer = new PrometheusSerializer('', false, undefined, true, true);
  return {
    meter: provider.getMeter('baixi'),
    async text() {
      const { resourceMetrics } = await reader.collect();
      return serializer.serialize(resourceMetrics);
    },
    close: () => provider.shutdown(),
  };
}

type Instruments = ReadonlyMap<string, Histogram | Counter>;

/** Metrics of this process; null until they are started. */
let events: { registry: Registry; instruments: Instruments } | null = null;
let starting: Promise<void> | null = null;

/** Starts to record the metrics of this process; a second call has no effect. */
export function startMetrics(): Promise<void> {
  starting ??= (async () => {
    const registry = await createRegistry(eventMetrics);
    const { meter } = registry;
    const instruments = Object.entries(eventMetrics).map(([name, { kind, help: description }]) => {
      const isCounter = kind === 'counter';
      const instrument = isCounter
        ? meter.createCounter(name, { description })
        : meter.createHistogram(name, { description });
      return [name, instrument] as const;
    });
    events = { registry, instruments: new Map(instruments) };
    // Every counter starts at 0, because if it started with its first event, Prometheus would not
    // show that event as an increase.
    for (const fault of fileFaults) record('files_damaged_total', 0, { fault });
  })();
  return starting;
}

/** Returns whether the metrics are on, so that measuring is worth its cost. */
export const isMeasuring = (): boolean => events !== null;

/** Adds to a counter, or records one value of a histogram; does nothing while metrics are off. */
export function record(name: EventMetric, value: number, labels?: Attributes): void {
  const instrument = events?.instruments.get(name);
  if (!instrument) return;
  if ('record' in instrument) instrument.record(value, labels);
  else instrument.add(value, labels);
}

/** Records how long `work` takes and whether it fails. */
export async function timed<T>(
  name: EventMetric,
  labels: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  const began = performance.now();
  let outcome = 'failed';
  try {
    const result = await work();
    outcome = 'ok';
    return result;
  } finally {
    record(name, (performance.now() - began) / 1000, { ...labels, outcome });
  }
}

/** Returns the metrics of this process as text; empty while metrics are off. */
export const eventText = async (): Promise<string> => (await events?.registry.text()) ?? '';
