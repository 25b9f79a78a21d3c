// The two ways in which an actor's request reaches the sites: over HTTP, or inside the process.
import type { App } from '../server/app.ts';

export type Request = {
  isOffice: boolean;
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string | FormData;
};
export type Reply = { status: number; headers: Headers; bytes: Buffer };
export type Transport = (request: Request) => Promise<Reply>;

export type Addresses = { site: string; office: string };

/** Sends requests over HTTP; a request without an answer within `timeoutMs` fails. */
export function overHttp({ site, office }: Addresses, timeoutMs?: number): Transport {
  return async ({ isOffice, method, path, headers, body }) => {
    const response = await fetch(new URL(path, isOffice ? office : site), {
      method,
      headers,
      ...(body !== undefined && { body }),
      ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes };
  };
}

/** Hands requests to the sites of this process without a connection. */
export function inProcess(sites: Pick<App, 'site' | 'office'>): Transport {
  return async ({ isOffice, method, path, headers, body }) => {
    // A `Response` encodes a form as bytes and provides the matching content type.
    const sent = body instanceof FormData ? new Response(body) : null;
    const type = sent?.headers.get('content-type');
    const answer = await (isOffice ? sites.office : sites.site).inject({
      method,
      url: path,
      headers: { 'user-agent': 'node', ...headers, ...(type && { 'content-type': type }) },
      ...(sent && { payload: Buffer.from(await sent.arrayBuffer()) }),
      ...(typeof body === 'string' && { payload: body }),
    });
    const pairs = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
    );
    return { status: answer.statusCode, headers: new Headers(pairs), bytes: answer.rawPayload };
  };
}
