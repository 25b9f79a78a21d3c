// Inputs for the fuzz test: valid ones according to the call's schema, and the same inputs with one
// fault.
import type { Random } from '../../actors/random.ts';

type Json = Record<string, unknown>;

/** Values that have broken servers before: texts, numbers and objects that no form would send. */
const hostile: readonly unknown[] = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\u001b[31m',
  '\u202egnp.exe',
  '',
  ' ',
  "'; drop table ledger.entry; --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '../../../../etc/passwd',
  '%00',
  '👩‍👩‍👧‍👦'.repeat(20),
  '長'.repeat(9_000),
  'NaN',
  '0x10',
  '1e3',
  '９',
  '9007199254740991',
  '99999999999999999999',
  '0000-01-01',
  '2026-02-30',
  '9999-12-31T23:59:59+14:00',
  0,
  -0,
  -1,
  0.1,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  -(2 ** 53 - 1),
  1e300,
  true,
  null,
  [],
  {},
  [[[]]],
  Array.from({ length: 2_000 }, (_, i) => i),
  { length: 1e9 },
  JSON.parse(`${'['.repeat(400)}${']'.repeat(400)}`),
];

const textsByFormat: Record<string, string> = {
  date: '2026-11-23',
  'date-time': '2026-11-23T10:00:00+08:00',
  email: 'fuzz@example.com',
  uri: 'https://example.com',
};

function textFor(schema: Json, random: Random): string {
  const known = textsByFormat[String(schema['format'])];
  if (known) return known;
  const pattern = schema['pattern'];
  if (typeof pattern === 'string') {
    const guesses = ['1', String(random.int(1, 60)), '812', 'abc', '2026-11', '0912345678', 'B1'];
    const fitting = guesses.filter((one) => new RegExp(pattern, 'u').test(one));
    return fitting.length > 0 ? random.pick(fitting) : '1';
  }
  const least = Number(schema['minLength'] ?? 0);
  const most = Math.min(Number(schema['maxLength'] ?? 40), 60);
  const texts = ['1', '測試', 'fuzz', 'engineer', String(random.int(0, 99))];
  return random.pick(texts).padEnd(least, '測').slice(0, Math.max(least, most));
}

function numberFor(schema: Json, random: Random): number {
  const least = Math.max(Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? 0), -10);
  const most = Math.min(Number(schema['maximum'] ?? 60), 500_000);
  const near = random.int(Math.ceil(least), Math.max(Math.ceil(least), Math.min(most, least + 60)));
  return random.pick([near, near, least, most, Number(schema['minimum'] ?? 1), 10_000]);
}

/** Returns a value that fits the JSON schema, as far as the schema is specific. */
export function valueFor(schema: Json, random: Random, depth = 0): unknown {
  if ('const' in schema) return schema['const'];
  const choices = (schema['enum'] ?? schema['anyOf'] ?? schema['oneOf']) as unknown[] | undefined;
  if (choices) {
    const one = random.pick(choices);
    return schema['enum'] ? one : valueFor(one as Json, random, depth);
  }
  if (Array.isArray(schema['allOf'])) return valueFor(schema['allOf'][0] as Json, random, depth);
  switch (schema['type']) {
    case 'integer':
    case 'number':
      return numberFor(schema, random);
    case 'boolean':
      return random.next() < 0.5;
    case 'array': {
      const of = (schema['items'] ?? {}) as Json;
      const length = depth > 4 ? 0 : random.int(Number(schema['minItems'] ?? 0), 2);
      return Array.from({ length }, () => valueFor(of, random, depth + 1));
    }
    case 'object':
      return objectFor(schema, random, depth);
    default:
      return textFor(schema, random);
  }
}

function objectFor(schema: Json, random: Random, depth: number): Json {
  const required = new Set((schema['required'] ?? []) as string[]);
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
  return Object.fromEntries(
    properties
      .filter(([name]) => required.has(name) || (depth < 5 && random.next() < 0.4))
      .map(([name, of]) => [name, valueFor(of, random, depth + 1)]),
  );
}

/** Returns the input with one wrong value somewhere inside, or with an unknown field. */
export function withOneFault(input: unknown, random: Random): unknown {
  if (typeof input !== 'object' || input === null) return random.pick(hostile);
  const keys = Object.keys(input);
  if (keys.length === 0 || random.next() < 0.05) {
    const name = random.pick(['extra', '__proto__x', 'constructor', 'a\u0000', '長'.repeat(300)]);
    return { ...input, [name]: random.pick(hostile) };
  }
  const key = random.pick(keys);
  const copy = (Array.isArray(input) ? [...input] : { ...input }) as Record<string, unknown>;
  copy[key] = random.next() < 0.5 ? random.pick(hostile) : withOneFault(copy[key], random);
  return copy;
}
