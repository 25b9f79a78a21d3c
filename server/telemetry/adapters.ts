// Measures the adapters of bank and files from outside, so that each adapter is measured alike.
import { randomUUID } from 'node:crypto';
import type { Bank } from '../adapters/bank/bank.ts';
import { FileDamaged, type Files } from '../adapters/files/files.ts';
import { record, timed } from './metrics.ts';
import { running } from './running.ts';
import { SpanKind, inSpan } from './tracing.ts';

const client = { kind: SpanKind.CLIENT };
const requestId = () => running()?.requestId ?? randomUUID();

/** Returns the bank with a span and a duration for each request. */
export function observedBank<B extends Bank>(bank: B): B {
  const { statementOf } = bank;
  const ask = <T>(what: string, work: () => Promise<T>) =>
    inSpan(`bank ${what}`, requestId(), client, () =>
      timed('bank_request_duration_seconds', {}, work),
    );
  return {
    ...bank,
    sendBatch: (batch) => ask('batch', () => bank.sendBatch(batch)),
    ...(statementOf && { statementOf: (day) => ask('statement', () => statementOf(day)) }),
  };
}

const countDamaged = (error: unknown): never => {
  if (error instanceof FileDamaged) record('files_damaged_total', 1);
  throw error;
};

/** Returns the files with a count of those that were found missing or altered. */
export function observedFiles(files: Files): Files {
  return {
    ...files,
    get: (file) => files.get(file).catch(countDamaged),
    async *pieces(file) {
      try {
        yield* files.pieces(file);
      } catch (error) {
        countDamaged(error);
      }
    },
  };
}
