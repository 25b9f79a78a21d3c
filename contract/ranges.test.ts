// Test that every number, text and list in a call's input has an upper limit, so that the database
// columns can hold every accepted value and PostgreSQL never refuses one.
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Feature } from './core/endpoint.ts';
import { demo, office, site } from './index.ts';
import { idSchema } from './core/lists.ts';
import {
  daySchema,
  MONEY_MAX,
  moneySchema,
  moneyTextSchema,
  numberText,
  zonedInstantSchema,
} from './core/wire.ts';

type Json = Record<string, unknown>;

/** Ids are text or a safe integer; their columns are `bigint`. */
const ID = JSON.stringify(z.toJSONSchema(idSchema, { io: 'input' }).anyOf);
/**
 * Bank callbacks are accepted with any amount, so this field has no limit; an amount is booked only
 * if the ledger can hold it.
 */
const ANY_AMOUNT = /^banking\.bankCallback \.(records|payments)\[\]\.amount$/;
/**
 * For `item_per_page`, any large number means all items; the number is not stored in a column, so
 * it needs no limit.
 */
const ALL_THERE_IS = / \.item_per_page$/;

/** Returns the paths in a call's input where a number, a text or a list has no upper limit. */
function endless(schema: Json, path: string): string[] {
  if (JSON.stringify(schema['anyOf']) === ID) return [];
  const of = (inner: unknown, at: string) =>
    typeof inner === 'object' && inner !== null ? endless(inner as Json, at) : [];
  const own: string[] = [];
  const { type } = schema;
  if ('enum' in schema || 'const' in schema) return [];
  const most = Number(schema['maximum'] ?? schema['exclusiveMaximum'] ?? Infinity);
  const least = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? -Infinity);
  if ((type === 'number' || type === 'integer') && (most > MONEY_MAX || least < -MONEY_MAX)) {
    own.push(path);
  }
  const isBounded = ['maxLength', 'pattern', 'format'].some((key) => key in schema);
  if (type === 'string' && !isBounded) own.push(path);
  if (type === 'array' && !('maxItems' in schema)) own.push(`${path}[]`);
  const choices = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (schema[key] ?? []) as unknown[]);
  const properties = Object.entries((schema['properties'] ?? {}) as Json);
  return [
    ...own,
    ...choices.flatMap((one) => of(one, path)),
    ...properties.flatMap(([name, inner]) => of(inner, `${path}.${name}`)),
    ...of(schema['items'], `${path}[]`),
    ...of(schema['additionalProperties'], `${path}{}`),
  ];
}

test.each(Object.entries({ site, office, demo }))(
  'every call of the %s has limits for its input',
  (_, door) => {
    const found = Object.entries(door as Record<string, Feature>).flatMap(([feature, calls]) =>
      Object.entries(calls).flatMap(([name, { input }]) => {
        const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Json;
        return endless(schema, '').map((path) => `${feature}.${name} ${path}`);
      }),
    );
    expect(found.filter((path) => !ANY_AMOUNT.test(path) && !ALL_THERE_IS.test(path))).toEqual([]);
  },
);

describe('values that no column can store', () => {
  test('money has a limit of a thousand billion', () => {
    expect(moneySchema.safeParse(MONEY_MAX).success).toBe(true);
    expect(moneySchema.safeParse(MONEY_MAX + 1).success).toBe(false);
  });

  test.each(['0000-01-01', '1899-12-31', '3000-01-01', '9999-12-31', '2026-02-30'])(
    'the day %s is refused',
    (day) => {
      expect(daySchema.safeParse(day).success).toBe(false);
      expect(zonedInstantSchema.safeParse(`${day}T12:00:00+08:00`).success).toBe(false);
    },
  );
});

describe('a number in a query or a form', () => {
  test.each(['0x10', '1e3', '0b1', ' 7', '7 ', '+7', '１０', '1,000', '', 'NaN', true, [7], null])(
    'is not accepted as %j',
    (sent) => {
      expect(moneyTextSchema.safeParse(sent).success).toBe(false);
      expect(numberText(z.number()).safeParse(sent).success).toBe(false);
    },
  );

  test('consists of digits only', () => {
    expect(moneyTextSchema.parse('1000')).toBe(1000);
    expect(moneyTextSchema.parse(1000)).toBe(1000);
    expect(moneyTextSchema.safeParse('-1').success).toBe(false);
    expect(moneyTextSchema.safeParse('1.5').success).toBe(false);
    expect(numberText(z.number()).parse('15.5')).toBe(15.5);
  });

  test('has this format in every call', () => {
    // Forbids `z.coerce`, because it accepts everything that JavaScript can convert to a number,
    // such as hexadecimal text and true.
    const found = globSync('contract/**/*.ts').filter(
      (path) => !path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes('z.coerce.'),
    );
    expect(found).toEqual([]);
  });
});
