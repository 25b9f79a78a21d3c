// The conformance kit: named properties that every adapter of a port must have.
import assert from 'node:assert/strict';

/** `run` throws if the adapter does not have the property. */
export type Property = { name: string; run(): Promise<void> };
/** An adapter with the properties of its port. */
export type Subject = { port: string; adapter: string; properties: Property[] };
/** Opens the adapters of a port beside what they talk to; `close` ends both. */
export type PortSubjects = { subjects: Subject[]; close(): Promise<void> };

export type Result = {
  port: string;
  adapter: string;
  property: string;
  milliseconds: number;
  /** Null if the adapter has the property. */
  failure: string | null;
};

/** A property that takes longer than this is a failure, so that no adapter can hang the kit. */
const LIMIT_MS = 60_000;

export async function resultOf(subject: Subject, { name, run }: Property): Promise<Result> {
  const { port, adapter } = subject;
  const began = performance.now();
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new Error('took too long')), LIMIT_MS);
  const failure = await Promise.race([run(), limit.promise]).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  clearTimeout(timer);
  const milliseconds = Math.ceil(performance.now() - began);
  return { port, adapter, property: name, milliseconds, failure };
}

/** Asserts that a promise fails with an error of this name, and returns the error. */
export async function failsWith(name: string, promise: Promise<unknown>): Promise<Error> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Error, `succeeded instead of failing with ${name}`);
  assert.equal(error.name, name);
  return error;
}

/** Asserts that neither an error nor its causes repeat any of these texts. */
export function assertSaysNone(error: Error, secrets: readonly string[]): void {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    const said = JSON.stringify(each, Object.getOwnPropertyNames(each));
    for (const secret of secrets) assert.ok(!said.includes(secret), 'the error repeats a secret');
  }
}

/** Asserts that an adapter gives up within a limit and some seconds of a busy machine. */
export async function endsWithin(limitMs: number, promise: Promise<unknown>): Promise<void> {
  const began = performance.now();
  await promise.catch(() => {});
  const took = performance.now() - began;
  assert.ok(took < limitMs + 10_000, `took ${Math.round(took)} ms`);
}
