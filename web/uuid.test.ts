// Test of the ids in the header Idempotency-Key.
import { expect, test } from 'vitest';
import { uuid } from './uuid.ts';

test('ids are random UUIDs of version 4', () => {
  const ids = Array.from({ length: 1_000 }, uuid);
  expect(new Set(ids).size).toBe(1_000);
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(ids.filter((id) => !form.test(id))).toEqual([]);
  expect(new Set(ids.flatMap((id) => [...id.replaceAll('-', '')])).size).toBe(16);
});
