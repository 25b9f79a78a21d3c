// Repeats a command with the same key, as a browser does that never received the answer.
import { expect } from 'vitest';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { newPicture, type Person } from './people.ts';
import type { TestServer } from '../server.ts';

let keys = 0;

/**
 * Sends a command three times with one key, two of them concurrently; all answers must equal the
 * first.
 */
export async function repeatThrice(
  server: TestServer,
  endpoint: Endpoint,
  input: object,
  one: Person,
  more: { files?: readonly string[] } = {},
): Promise<void> {
  keys += 1;
  const files = await Promise.all((more.files ?? []).map((name) => newPicture(name)));
  const how = { token: one.token, key: `repeat-${keys}`, ...(files.length > 0 && { files }) };
  const first = await server.ask(endpoint, input as never, how);
  expect(first.status, `${endpoint.path} ${JSON.stringify(first.body)}`).toBe(200);
  const again = await Promise.all([
    server.ask(endpoint, input as never, how),
    server.ask(endpoint, input as never, how),
  ]);
  for (const { status, body } of again) expect([status, body]).toEqual([200, first.body]);
}
