// Renders a page on the server: completely, in one piece, with the CSP nonce on all scripts.
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
import type { PageContext } from '#contract/page.ts';
import { NonceContext, renderContext } from './page-context.ts';

const TIME_LIMIT_MS = 5_000;

/** The only interface between the server and the pages: loaders of pages read this data. */
export function pageContext(handed: PageContext): RouterContextProvider {
  return new RouterContextProvider(new Map([[renderContext, handed]]));
}

/** Aborted requests and 4xx refusals are not reported as errors. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isNotFound(error)) return;
  context.get(renderContext).report(error);
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
  const { nonce, report } = context.get(renderContext);
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
        // Prevents React from sending large parts later, hidden until a script moves them to their
        // place.
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
  // The cast is safe, because a Node buffer never uses shared memory, which the type `ArrayBuffer`
  // excludes.
  const bytes = (await body) as Uint8Array<ArrayBuffer>;
  return new Response(bytes, { status: failed && status < 400 ? 500 : status, headers });
}
