// Tests of what one entry of a kind of task cannot check alone.
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { Kind } from './kind.ts';
import { returnsTo, taskKinds } from './kinds.ts';
import { taskTable } from './table.ts';

const kinds: [name: string, kind: Kind][] = Object.entries(taskTable);

test('work goes back to a kind that exists', () => {
  for (const kind of Object.values(returnsTo)) {
    if (kind !== undefined) expect(taskKinds).toContain(kind);
  }
});

test('no two kinds share the id of their option', () => {
  const ids = kinds.flatMap(([, { assignedAs }]) => assignedAs ?? []);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test('a field means the same in every decision that has it', () => {
  const known = new Map<string, z.core.SomeType>();
  for (const [name, { decisions }] of kinds) {
    for (const { fields = {} } of Object.values(decisions)) {
      for (const [field, schema] of Object.entries(fields)) {
        expect(known.get(field) ?? schema, `${name}: ${field}`).toBe(schema);
        known.set(field, schema);
      }
    }
  }
});
