// Protects records from unexpected fields: commands refuse unknown fields, and fields that a read
// removes never reach an action.
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint, Feature } from './core/endpoint.ts';
import { demo, office, site } from './index.ts';

type Json = Record<string, unknown>;
type Objects = { strips: string[]; takesAll: string[] };

/** Returns the objects of a schema that remove unknown fields, and the objects that keep them. */
function objectsIn(schema: unknown, path = ''): Objects {
  if (typeof schema !== 'object' || schema === null) return { strips: [], takesAll: [] };
  const { additionalProperties: more, items, properties, type } = schema as Json;
  const own: Objects = { strips: [], takesAll: [] };
  if (type === 'object' && more === undefined) own.strips.push(path);
  const isOpen = typeof more === 'object' && more !== null && Object.keys(more).length === 0;
  if (type === 'object' && (more === true || isOpen)) own.takesAll.push(path);
  const inner = [
    ...['anyOf', 'oneOf', 'allOf'].flatMap((key) => ((schema as Json)[key] ?? []) as unknown[]),
  ].map((one) => objectsIn(one, path));
  for (const [name, one] of Object.entries((properties ?? {}) as Json)) {
    inner.push(objectsIn(one, `${path}.${name}`));
  }
  inner.push(objectsIn(items, `${path}[]`), objectsIn(more, `${path}{}`));
  return {
    strips: [own, ...inner].flatMap(({ strips }) => strips),
    takesAll: [own, ...inner].flatMap(({ takesAll }) => takesAll),
  };
}

const calls = Object.entries({ site, office, demo }).flatMap(([door, features]) =>
  Object.entries(features as Record<string, Feature>).flatMap(([feature, of]) =>
    Object.entries(of).map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint, door })),
  ),
);
const shapeOf = ({ input }: Endpoint) =>
  objectsIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }));
const isRead = ({ kind }: Endpoint) => !['command', 'token', 'batched'].includes(kind);

/**
 * A browser's passkey credential; its fields are defined by the WebAuthn standard and may grow with
 * it.
 */
const CREDENTIAL = /^identity\.\w*[pP]asskey\w* \.response/;
/**
 * Personal data; the specification passes all fields through that its client has, so the call
 * removes unknown ones. Only the fields of the schema reach the action.
 */
const PASSED_THROUGH = 'verification.personalInfo ';
/** An unfinished loan application; it is stored unchanged and returned only to its owner. */
const DRAFT = 'lending.saveLoanDraft .values';

test('a command refuses every unknown field, except where the specification allows them', () => {
  const found = calls
    .filter(({ endpoint }) => !isRead(endpoint))
    .flatMap(({ endpoint, name }) => shapeOf(endpoint).strips.map((path) => `${name} ${path}`));
  const accepting = found.filter((one) => !CREDENTIAL.test(one));
  expect(accepting).toEqual([PASSED_THROUGH]);
});

test('no call passes unknown fields on to its action', () => {
  const found = calls.flatMap(({ endpoint, name }) =>
    shapeOf(endpoint).takesAll.map((path) => `${name} ${path}`),
  );
  expect(found.filter((one) => one !== DRAFT)).toEqual([]);
});

test('the check detects what it looks for', () => {
  const of = (input: z.ZodType) => objectsIn(z.toJSONSchema(input, { io: 'input' }));
  const inner = { rows: z.array(z.object({ a: z.string() })) };
  expect(of(z.strictObject(inner))).toEqual({ strips: ['.rows[]'], takesAll: [] });
  expect(of(z.looseObject({}))).toEqual({ strips: [], takesAll: [''] });
  expect(of(z.record(z.string(), z.unknown())).takesAll).toEqual(['']);
});
