// Test that every API answer can be serialised: its schema must work in both directions.
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Feature } from './core/endpoint.ts';
import { demo, office, site } from './index.ts';

/** Returns the paths at which a schema changes values in one direction only. */
function oneWay(schema: unknown, path: string, visited = new Set<unknown>()): string[] {
  if (!(schema instanceof z.core.$ZodType) || visited.has(schema)) return [];
  visited.add(schema);
  if (schema instanceof z.ZodCodec) return [];
  const { def } = schema._zod;
  if (def.type === 'transform') return [path];
  const within = (name: string, value: unknown): string[] => {
    if (Array.isArray(value)) return value.flatMap((one) => oneWay(one, path, visited));
    if (name !== 'shape') return oneWay(value, path, visited);
    const fields = Object.entries(value as Record<string, unknown>);
    return fields.flatMap(([field, one]) => oneWay(one, `${path}.${field}`, visited));
  };
  return Object.entries(def).flatMap(([name, value]) => within(name, value));
}

test('every answer can be encoded', () => {
  const problems = Object.values({ site, office, demo }).flatMap((features) =>
    Object.entries(features as Record<string, Feature>).flatMap(([feature, calls]) =>
      Object.entries(calls).flatMap(([name, { output }]) => oneWay(output, `${feature}.${name}`)),
    ),
  );
  expect(problems).toEqual([]);
});

test('the check finds a one-way transform, and accepts a codec', () => {
  const upper = z.string().transform((text) => text.toUpperCase());
  expect(oneWay(z.object({ rows: z.array(upper.nullable()) }), 'a')).toEqual(['a.rows']);
  const both = z.codec(z.string(), z.number(), { decode: Number, encode: String });
  expect(oneWay(z.object({ id: both }), 'a')).toEqual([]);
});
