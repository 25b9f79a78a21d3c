// Renders a page on the server: complete, in one piece, with the nonce on all that stands in it.
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { StrictMode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  RouterContextProvider,
  ServerRouter,
} from 'react-router';
import type { PageGiven } from '#contract/page.ts';
import { NonceContext, given } from './page-context.ts';

const TIME_LIMIT_MS = 5_000;

/** The one seam between server and web: what is handed in reaches loaders as `given`. */
export function pageContext(handed: PageGiven): RouterContextProvider {
  return new RouterContextProvider(new Map([[given, handed]]));
}

/** Refusals to a visitor who left, and 404s, are no errors of ours. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isNotFound(error)) return;
  context.get(given).report(error);
};

function isNotFound(error: unknown): boolean {
  const { status } = (error ?? {}) as { status?: number };
  return status !== undefined && status >= 400 && status < 500;
}

export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { nonce, report } = context.get(given);
  let failed = false;
  const body = await new Promise<Promise<Buffer>>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <StrictMode>
        <NonceContext value={nonce}>
          <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
        </NonceContext>
      </StrictMode>,
      {
        nonce,
        // Or React would send large parts late, hidden until a script moves them to their place.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(timer);
          resolve(buffer(pipe(new PassThrough())));
        },
        onShellError(error) {
          clearTimeout(timer);
          reject(error);
        },
        onError(error) {
          failed = true;
          report(error);
        },
      },
    );
    const timer = setTimeout(abort, TIME_LIMIT_MS);
  });
  // Node's buffers never lie on shared memory, which is all that the type would rule out.
  const bytes = (await body) as Uint8Array<ArrayBuffer>;
  return new Response(bytes, { status: failed && status < 400 ? 500 : status, headers });
}
