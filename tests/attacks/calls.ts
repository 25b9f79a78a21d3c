// Every call of the contract with the schema of its input, and the fields of the input that are ids
// or texts.
import { z } from 'zod';
import type { Endpoint, Feature } from '#contract/core/endpoint.ts';
import { demo, office, site } from '#contract/index.ts';
import { idSchema } from '#contract/core/lists.ts';

type Json = Record<string, unknown>;
export type WiredCall = {
  name: string;
  door: 'site' | 'office' | 'demo';
  endpoint: Endpoint;
  schema: Json;
};

/** All calls of site, office and demo; within a feature in the order of the contract. */
export const allCalls: readonly WiredCall[] = Object.entries({ site, office, demo }).flatMap(
  ([door, features]) =>
    Object.entries(features as Record<string, Feature>).flatMap(([feature, of]) =>
      Object.entries(of).map(([name, endpoint]) => ({
        name: `${feature}.${name}`,
        door: door as WiredCall['door'],
        endpoint,
        schema: z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as Json,
      })),
    ),
);

const ID = JSON.stringify(z.toJSONSchema(idSchema, { io: 'input' }).anyOf);

/**
 * Returns the names of an input's fields that are ids: those of the contract's id type, or part of
 * the path.
 */
export function idNames({ endpoint, schema }: WiredCall): string[] {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
  const placed = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const named = properties
    .filter(([, of]) => JSON.stringify(of['anyOf']) === ID)
    .map(([name]) => name);
  return [...new Set([...placed, ...named])];
}
