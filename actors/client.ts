// The typed client of the actors: any call of the contract, through any transport.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { Endpoint } from '#contract/core/endpoint.ts';
import type { Reply, Request, Transport } from './transport.ts';

export type Upload = { name: string; filename: string; type: string; bytes: Uint8Array };

export type CallOptions = {
  /** A member's bearer token; for operators' calls the value of the session cookie. */
  token?: string;
  /** Idempotency key: commands get a fresh one if none is given; null sends none. */
  key?: string | null;
  headers?: Record<string, string>;
  files?: readonly Upload[];
};

/**
 * Body of a successful response: bytes for a document or exported table, otherwise the contract's
 * output.
 */
export type Body<E extends Endpoint> = E extends { kind: 'document' | 'export' }
  ? Buffer
  : z.output<E['output']>;

export type Answer<E extends Endpoint> = {
  status: number;
  headers: Headers;
  /** The contract's output if the status is 200, otherwise the body of the error response. */
  body: Body<E>;
  /**
   * Error code of the response; `HTTP_401` and the like if the body has no code; null if the status
   * is 200.
   */
  code: string | null;
};

export type Client = {
  /** Makes one call as the contract describes it; `input` may be wrong on purpose. */
  ask<E extends Endpoint>(endpoint: E, input: unknown, options?: CallOptions): Promise<Answer<E>>;
  /** Like `ask`, but throws `Unexpected` on any status other than 200. Returns the body. */
  ok<E extends Endpoint>(
    endpoint: E,
    input: z.input<E['input']>,
    options?: CallOptions,
  ): Promise<Body<E>>;
};

/** Thrown if an answer is not what the actor expects. */
export class Unexpected extends Error {}

/**
 * Statuses that mean that nothing was done, so the call may be repeated with the same idempotency
 * key.
 */
const BUSY = [429, 503];

/** `tries` is how often `ok` makes a call while the server is busy. */
export const createClient = (transport: Transport, { tries = 1 } = {}): Client =>
  clientOf(
    async (endpoint, input, options) =>
      answerOf(await transport(requestOf(endpoint, input, options))),
    { tries },
  );

/** Returns a client that makes each call by `ask`. */
export function clientOf(ask: Client['ask'], { tries = 1 } = {}): Client {
  return {
    ask,
    async ok(endpoint, input, options = {}) {
      // A call that is made again while the server is busy has the same key.
      const keyed = keyedFor(endpoint, options);
      for (let left = tries - 1; ; left -= 1) {
        const { status, headers, body } = await ask(endpoint, input, keyed);
        if (status === 200) return body;
        if (left <= 0 || !BUSY.includes(status)) {
          const { method, path } = requestOf(endpoint, input, keyed);
          const text = JSON.stringify(body).slice(0, 600);
          throw new Unexpected(`${method} ${path} answered ${status}: ${text}`);
        }
        await sleep((Number(headers.get('retry-after')) || 1) * 1000);
      }
    },
  };
}

/** Returns the options with a fresh key if the call is a command and none is given. */
export function keyedFor({ kind }: Endpoint, options: CallOptions): CallOptions {
  const isCommand = kind === 'command' || kind === 'batched';
  return isCommand && options.key === undefined ? { ...options, key: randomUUID() } : options;
}

/** Whether the call belongs to the office's API, which includes the public sign-in of operators. */
const isOffices = ({ path }: Endpoint) => path.startsWith('/ops/');

/** Returns the request that makes a call, with the session, the office's header and the key. */
export function requestOf(endpoint: Endpoint, input: unknown, options: CallOptions = {}): Request {
  const { method } = endpoint;
  const rest = { ...(input as Record<string, unknown>) };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const headers = headersOf(endpoint, options);
  const request = { isOffice: isOffices(endpoint), method, path, headers };
  if (method === 'GET') return { ...request, path: path + queryOf(rest) };
  if (endpoint.files) return { ...request, body: formOf(rest, options.files ?? []) };
  headers['content-type'] ??= 'application/json';
  return { ...request, body: JSON.stringify(rest) };
}

function headersOf(endpoint: Endpoint, options: CallOptions) {
  const { token, key, headers } = keyedFor(endpoint, options);
  const all: Record<string, string> = { accept: 'application/json' };
  if (isOffices(endpoint)) {
    all['x-office'] = '1';
    if (token) all['cookie'] = `office_session=${token}`;
  } else if (token) all['authorization'] = `Bearer ${token}`;
  if (key) all['idempotency-key'] = key;
  return { ...all, ...headers };
}

function queryOf(input: Record<string, unknown>): string {
  const pairs = Object.entries(input)
    .filter(([, value]) => value !== undefined && value !== null)
    .flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]));
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

function formOf(input: Record<string, unknown>, files: readonly Upload[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue;
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  for (const { name, filename, type, bytes } of files) {
    form.append(name, new File([new Uint8Array(bytes)], filename, { type }));
  }
  return form;
}

function answerOf<E extends Endpoint>({ status, headers, bytes }: Reply): Answer<E> {
  const isJson = headers.get('content-type')?.includes('json');
  const body: unknown = isJson ? JSON.parse(bytes.toString()) : bytes;
  const { code } = body as { code?: string };
  return {
    status,
    headers,
    body: body as Body<E>,
    code: status === 200 ? null : (code ?? `HTTP_${status}`),
  };
}

/** Polls until `ask` returns something, for at most `seconds`. */
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
    await sleep(150);
  }
}
