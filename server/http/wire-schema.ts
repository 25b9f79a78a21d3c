// The contract as JSON Schema, to serialise answers and to document the API.
import build from 'fast-json-stringify';
import { z } from 'zod';
import type { Endpoint } from '#contract/core/endpoint.ts';

type Schema = Record<string, unknown>;

/**
 * `anyOf: [{type: T}, {type: null}]` becomes `type: [T, null]`, which means the same but saves the
 * serialiser from trying each branch.
 */
function flattenNullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(flattenNullable);
  if (schema === null || typeof schema !== 'object') return schema;
  const own = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, flattenNullable(value)]),
  ) as Schema;
  const options = own['anyOf'];
  if (Array.isArray(options) && options.length === 2) {
    const [value, none] = options as [Schema, Schema];
    const plain = typeof value?.['type'] === 'string' && none?.['type'] === 'null';
    if (plain && value['enum'] === undefined && value['const'] === undefined) {
      const { anyOf: _anyOf, ...rest } = own;
      return { ...rest, ...value, type: [value['type'], 'null'] };
    }
  }
  return own;
}

/** Returns a copy of the schema that allows unknown fields. */
export function lenient(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lenient);
  if (schema === null || typeof schema !== 'object') return schema;
  const own = Object.entries(schema).filter(([key, value]) => {
    return key !== 'additionalProperties' || value !== false;
  });
  return Object.fromEntries(own.map(([key, value]) => [key, lenient(value)]));
}

/**
 * Changes the branches of a discriminated union, because the serialiser chooses a branch by
 * validating the answer. The discriminator alone must decide; a field that the branch does not name
 * must be left out, as in other answers, instead of making the answer fit no branch.
 */
function openBranches(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(openBranches);
  if (schema === null || typeof schema !== 'object') return schema;
  const own = Object.entries(schema).map(([key, value]) => {
    return [key, key === 'oneOf' ? lenient(value) : openBranches(value)];
  });
  return Object.fromEntries(own);
}

const draft7 = { target: 'draft-7', unrepresentable: 'any' } as const;

/** Caches the values of `make` by key, because tests open many servers in one process. */
function onceEach<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const known = made.get(key);
    if (known) return known.value;
    const value = make(key);
    made.set(key, { value });
    return value;
  };
}

/** Returns whether a call answers with JSON, not with bytes, a stream or a table. */
export const isJson = ({ kind }: Endpoint): boolean =>
  !['document', 'stream', 'export'].includes(kind);

/** Returns the schema that serialises an answer; fields not in it are omitted. */
const responseSchema = onceEach((output: z.ZodType): Schema => {
  const json = z.toJSONSchema(output, { ...draft7, io: 'output' });
  const schema = flattenNullable(openBranches(json));
  const { $schema: _draft, ...rest } = schema as Schema;
  return rest;
});

/**
 * Returns the function that writes an answer by its schema. The function compiles itself when it is
 * first called, because compiling those of all calls would take a tenth of the start.
 */
export const serializerOf = onceEach((output: z.ZodType): ((answer: unknown) => string) => {
  let write: ((answer: unknown) => string) | undefined;
  return (answer) => (write ??= build(responseSchema(output)))(answer);
});
