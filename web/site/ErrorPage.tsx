// Error page with code, text and further links, and a minimal fallback if the page itself fails.
import { Component, lazy, Suspense, type ReactNode } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { Button, buttonShape } from '../ui/Button.tsx';
import { DryRiver } from '../ui/drawings/drawings.tsx';
import { Logo } from '../ui/drawings/Logo.tsx';
import { ApiFailure } from '../api.ts';
import { brand, titleOf } from './kit/brand.ts';
import { home, supportSearch } from './kit/paths.ts';

export const notFoundMessage = 'This page could not be found';

type ErrorFacts = { status: number; message: string; requestId?: string | undefined };

/** Returns status (default 500) and message (default `Error`) of any value that was thrown. */
export function errorFactsOf(error: unknown): ErrorFacts {
  if (isRouteErrorResponse(error)) {
    if (error.status === 404) return { status: 404, message: notFoundMessage };
    const data = error.data as { message?: string; requestId?: string } | string | null;
    const said = typeof data === 'string' ? data : data?.message;
    const requestId = typeof data === 'object' ? data?.requestId : undefined;
    return { status: error.status, message: said || error.statusText || 'Error', requestId };
  }
  if (error instanceof ApiFailure) {
    const { status, message, requestId } = error;
    return status === 404
      ? { status: 404, message: notFoundMessage, requestId }
      : { status: status || 500, message, requestId };
  }
  if (error instanceof Error && error.message === 'Unknown middleware') {
    return { status: 500, message: 'Unknown middleware' };
  }
  return { status: 500, message: 'Error' };
}

const words: Record<number, string> = {
  403: '您沒有權限查看這個頁面',
  404: '找不到這個頁面',
  503: '系統維護中，請稍後再試',
};

/** Whether the page's code or data could not be loaded because there is no connection. */
const isNoConnection = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'NoConnection' ||
    // A request that cannot be sent fails with a TypeError.
    (error instanceof TypeError && typeof window !== 'undefined' && !window.navigator.onLine));

/** Returns the title of the document that shows the error. */
export const titleOfError = (error: unknown) =>
  titleOf(
    isNoConnection(error)
      ? '目前沒有網路連線'
      : (words[errorFactsOf(error).status] ?? '頁面暫時無法顯示'),
  );

function SearchBox() {
  return (
    <form action={supportSearch()} className="flex w-full max-w-md gap-2" role="search">
      <label className="visually-hidden" htmlFor="error-search">
        搜尋幫助中心
      </label>
      <input
        id="error-search"
        name="q"
        type="search"
        className="input"
        placeholder="搜尋幫助中心"
      />
      <button {...buttonShape()}>搜尋</button>
    </form>
  );
}

/**
 * Returns whether a message is from the specification, whose messages are in English; the server's
 * messages to members are Chinese.
 */
const isEnglish = (message: string) => /^[ -~]*$/.test(message);

/** Loaded together with the offline banner, as long as there is a connection. */
const NoConnectionWords = lazy(async () => ({
  default: (await import('./layout/OfflineBanner.tsx')).NoConnectionWords,
}));

/** Text and links of the error, shown inside the layout or in a separate document. */
export function ErrorWords({ error }: { error: unknown }) {
  const { status, message, requestId } = errorFactsOf(error);
  if (isNoConnection(error)) {
    return (
      <Suspense>
        <NoConnectionWords />
      </Suspense>
    );
  }
  return (
    <div className="error-page">
      <DryRiver />
      <p className="error-code">{status}</p>
      <h1>{words[status] ?? '頁面暫時無法顯示'}</h1>
      <p lang={isEnglish(message) ? 'en' : undefined} className="text-sm text-ink-3">
        {message}
      </p>
      {requestId && <p className="text-xs text-ink-3">代碼 {requestId}</p>}
      <div className="flex flex-wrap justify-center gap-3">
        <a href={home()} {...buttonShape({ look: 'primary' })}>
          回首頁
        </a>
        {status !== 404 && <Button onClick={() => window.location.reload()}>重新整理</Button>}
      </div>
      {status === 404 && <SearchBox />}
    </div>
  );
}

/**
 * Error page that works without the layout, because the layout may have failed; therefore it uses
 * plain links.
 */
export function ErrorPage({ error }: { error: unknown }) {
  return (
    <main id="main">
      <a href={home()} className="brand m-4" aria-label={`${brand.name}首頁`}>
        <Logo size={36} />
        <span className="brand-name">{brand.name}</span>
      </a>
      <ErrorWords error={error} />
    </main>
  );
}

/**
 * Wraps the error page: if the error page fails too, shows text and a link without styles or
 * scripts.
 */
export class LastResort extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main>
        <p lang="en">An error occurred while showing the error page</p>
        <a href="/">回首頁</a>
      </main>
    );
  }
}
