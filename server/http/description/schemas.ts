// Collects the schemas of the API's description under their names.
import { z } from 'zod';
import { schemaNames } from '#contract/schema-names.ts';
import { lenient } from '../wire-schema.ts';

export type Json = Record<string, unknown>;

const shared = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(schemaNames)) shared.add(schema, { id });

export const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

export type Schemas = {
  /** All schemas by name. */
  all: Record<string, Json>;
  /** Adds the schema of an input or an answer, and returns a reference to it. */
  add(name: string, schema: z.ZodType, io: 'input' | 'output'): Json;
};

/** Moves the definitions inside a schema to the names of the document. */
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, names));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const local = key === '$ref' && typeof inner === 'string' && names.get(inner);
      return [key, local ? `#/components/schemas/${local}` : renamed(inner, names)];
    }),
  );
}

/**
 * JSON Schema 2020-12, which OpenAPI 3.1 uses. An answer may get more fields within a version, so
 * its schema does not refuse them.
 */
export function collectSchemas(): Schemas {
  const all: Record<string, Json> = {};
  return {
    all,
    add(name, schema, io) {
      const {
        $schema: _draft,
        $defs = {},
        ...root
      } = z.toJSONSchema(schema, {
        io,
        unrepresentable: 'any',
        metadata: io === 'output' ? shared : z.registry<{ id: string }>(),
      }) as Json & { $defs?: Record<string, Json> };
      const inner = Object.keys($defs).map((local): [string, string] => [
        `#/$defs/${local}`,
        local in schemaNames ? local : `${name}${local.replace(/\W|_/g, '')}`,
      ]);
      const names = new Map([...inner, ['#', name]]);
      for (const [local, definition] of Object.entries($defs)) {
        const { id: _id, ...rest } = definition;
        all[names.get(`#/$defs/${local}`)!] = lenient(renamed(rest, names)) as Json;
      }
      const { id: _id, ...own } = root as Json;
      all[name] = (io === 'output' ? lenient : same)(renamed(own, names)) as Json;
      return refTo(name);
    },
  };
}

const same = (schema: unknown) => schema;
