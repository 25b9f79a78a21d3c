// Requests of the fuzz test as sent over HTTP, including invalid percent-encoding, lone surrogates
// and wrong bodies.
import { randomUUID } from 'node:crypto';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { callbackHeaders, signCallback } from '../../server/adapters/bank/bank.ts';
import type { Random } from '../../actors/random.ts';

type Wired = { name: string; endpoint: Endpoint };

/** Percent-encodes any text; a lone surrogate becomes the bytes that its code point would have. */
function escaped(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (text.isWellFormed()) return encodeURIComponent(text);
  return [...text]
    .map((one) => (one.isWellFormed() ? encodeURIComponent(one) : '%ED%A0%80'))
    .join('');
}

function queryOf(input: Record<string, unknown>): string {
  const pairs = Object.entries(input).flatMap(([name, value]) =>
    (Array.isArray(value) ? value.slice(0, 20) : [value]).map(
      (one) => `${escaped(name)}=${escaped(one)}`,
    ),
  );
  return pairs.length > 0 ? `?${pairs.join('&').slice(0, 8_000)}` : '';
}

/** Returns a form with a file of random bytes, under a name that may be wrong too. */
function formOf(endpoint: Endpoint, input: Record<string, unknown>, random: Random): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) {
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  if (random.next() < 0.8) {
    const bytes = new Uint8Array(random.int(0, 3_000)).map(() => random.int(0, 255));
    const name = random.pick([...endpoint.files!.names, 'other']);
    const type = random.pick(['image/jpeg', 'application/pdf', 'text/csv', 'x/\u0001'.slice(0, 2)]);
    form.append(name, new File([bytes], random.pick(['a.jpg', '../a.pdf', '長.csv']), { type }));
  }
  return form;
}

/** Bodies that are not JSON, or not an object. */
const wrongBodies = ['', '{', 'null', '[]', '"text"', '{"a":1,"a":2}', '\u0000', '{"a":1e999}'];

/** Returns one request of a call; `secret` signs requests that the bank would have signed. */
export function requestOf(
  { name, endpoint }: Wired,
  input: unknown,
  token: string | null,
  { random, secret }: { random: Random; secret: string },
): { path: string; init: RequestInit & { headers: Record<string, string> } } {
  const rest = { ...(typeof input === 'object' ? (input as Record<string, unknown>) : {}) };
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => {
    const value = rest[key];
    delete rest[key];
    return escaped(value).slice(0, 500) || '0';
  });
  const headers: Record<string, string> = {
    'x-forwarded-for': `10.${random.int(0, 255)}.${random.int(0, 255)}.${random.int(0, 255)}`,
  };
  const isOffice = endpoint.path.startsWith('/ops/');
  if (isOffice) headers['x-office'] = '1';
  if (token && isOffice) headers['cookie'] = `office_session=${token}`;
  else if (token) headers['authorization'] = `Bearer ${token}`;
  if (endpoint.method === 'GET') {
    return { path: path + queryOf(rest), init: { method: 'GET', headers } };
  }
  if (random.next() < 0.5) headers['idempotency-key'] = randomUUID();
  if (endpoint.files) {
    return { path, init: { method: 'POST', headers, body: formOf(endpoint, rest, random) } };
  }
  const body = random.next() < 0.03 ? random.pick(wrongBodies) : JSON.stringify(rest);
  headers['content-type'] = 'application/json';
  if (name === 'banking.bankCallback' && random.next() < 0.9) {
    Object.assign(headers, signCallback(body, secret, new Date()));
    if (random.next() < 0.02) headers[callbackHeaders.timestamp] = '99999999999999999999';
  }
  return { path, init: { method: 'POST', headers, body } };
}
