// Measures the bank adapter from outside, so that every implementation is measured alike.
import { randomUUID } from 'node:crypto';
import type { Bank } from '../adapters/bank/bank.ts';
import { timed } from './metrics.ts';
import { running } from './running.ts';
import { SpanKind, inSpan } from './tracing.ts';

const client = { kind: SpanKind.CLIENT };
const requestId = () => running()?.requestId ?? randomUUID();

/** Returns the bank adapter so that each request is recorded with a span and a duration. */
export function observedBank<B extends Bank>(bank: B): B {
  const { statementOf } = bank;
  const ask = <T>(what: string, work: () => Promise<T>) =>
    inSpan(`bank ${what}`, requestId(), client, () =>
      timed('bank_request_duration_seconds', {}, work),
    );
  return {
    ...bank,
    sendBatch: (batch) => ask('batch', () => bank.sendBatch(batch)),
    sendCollection: (file) => ask('collection', () => bank.sendCollection(file)),
    ...(statementOf && { statementOf: (day) => ask('statement', () => statementOf(day)) }),
  };
}
