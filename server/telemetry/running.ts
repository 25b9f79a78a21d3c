// The request or job that the current code belongs to, for the log and for traces.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

export type Running = {
  /**
   * Id of a request, or of one run of a job; it is part of each log line that the request or job
   * writes.
   */
  requestId: string;
  /** The span in which the current code runs; null if traces are off. */
  span: Span | null;
};

const storage = new AsyncLocalStorage<Running>();

/** Returns the request or job that the caller belongs to, if any. */
export const running = (): Running | undefined => storage.getStore();

/** Runs `work` as a part of a request or job. */
export const runAs = <T>(one: Running, work: () => T): T => storage.run(one, work);
