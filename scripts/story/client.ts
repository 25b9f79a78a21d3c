// HTTP client that acts as a person in a browser does: every call of the story uses public HTTP.
import { randomUUID } from 'node:crypto';

export type Answer<T = Record<string, never>> = { status: number; body: T; raw: Buffer };

/** Thrown if an answer is not what the story expects; this ends the story and prints the answer. */
export class Unexpected extends Error {}

export type Client = ReturnType<typeof createClient>;

/**
 * Returns a client of one site; `headers` are sent with each call (a bearer token, the office's
 * cookie).
 */
export function createClient(base: string, headers: Record<string, string> = {}) {
  async function send<T>(method: string, path: string, body?: unknown, key?: string) {
    const form = body instanceof FormData;
    const response = await fetch(new URL(path, base), {
      method,
      headers: {
        accept: 'application/json',
        ...headers,
        ...(body !== undefined && !form ? { 'content-type': 'application/json' } : {}),
        ...(method === 'POST' ? { 'idempotency-key': key ?? randomUUID() } : {}),
      },
      body: body === undefined ? undefined : form ? body : JSON.stringify(body),
    });
    const raw = Buffer.from(await response.arrayBuffer());
    const json = response.headers.get('content-type')?.includes('application/json') === true;
    const answer = { status: response.status, body: json ? JSON.parse(raw.toString()) : {}, raw };
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
    const retryAfter = Number(response.headers.get('retry-after') ?? 0);
    return { ...answer, cookie, retryAfter } as Answer<T> & {
      cookie: string | undefined;
      retryAfter: number;
    };
  }

  async function expectOk<T>(method: string, path: string, body?: unknown) {
    const key = randomUUID();
    let answer = await send<T>(method, path, body, key);
    // 503 and 429 mean that nothing happened and the call may be retried. The same idempotency key
    // makes the retry safe.
    for (let tries = 0; [429, 503].includes(answer.status) && tries < 5; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, (answer.retryAfter || 1) * 1000));
      answer = await send<T>(method, path, body, key);
    }
    if (answer.status !== 200) {
      const said = answer.raw.toString().slice(0, 600);
      throw new Unexpected(`${method} ${path} answered ${answer.status}: ${said}`);
    }
    return answer;
  }

  return {
    base,
    headers,
    send,
    get: async <T>(path: string) => (await expectOk<T>('GET', path)).body,
    post: async <T>(path: string, body: unknown = {}) =>
      (await expectOk<T>('POST', path, body)).body,
    bytes: async (path: string) => (await expectOk('GET', path)).raw,
    expectOk,
    as: (more: Record<string, string>) => createClient(base, { ...headers, ...more }),
  };
}

/** Polls until `ready` returns a value, for at most `seconds`. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false>,
  seconds = 30,
): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (performance.now() > end) throw new Unexpected(`waited ${seconds} s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}
