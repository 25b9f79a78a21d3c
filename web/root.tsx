// The HTML document around every page of the member site.
import type { ReactNode } from 'react';
import {
  Links,
  type LoaderFunctionArgs,
  Meta,
  type MetaArgs,
  Outlet,
  useRouteLoaderData,
} from 'react-router';
import { renderContext, useNonce } from './page-context.ts';
import { preloadOwnFonts } from './first-paint/fonts.ts';
import { ScriptsAfterPaint } from './first-paint/scripts.tsx';
import { brand } from './site/kit/brand.ts';
import { ErrorPage, LastResort, titleOfError } from './site/ErrorPage.tsx';
import type { SiteContext } from './site/kit/head.ts';
import { holdSubmits } from './form/early-submit.ts';
import { beforePaint } from './site/kit/theme.ts';
import site from './site/site.css?url';

/**
 * The stylesheet is linked only by its URL. As part of a module, each lazily loaded chunk would
 * load it again, after the pages' own stylesheets, and override them.
 */
export const links = () => [
  { rel: 'stylesheet', href: site },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
];

/** Returns the settings that every page may need. */
export function loader({ context }: LoaderFunctionArgs): SiteContext {
  const { publicUrl, apiUrl, tagManager, apiDocs } = context.get(renderContext).settings;
  return { origin: publicUrl, apiUrl, tagManager, apiDocs };
}

/** The data never changes, so no navigation loads it again. */
export const shouldRevalidate = () => false;

/** Title of pages without one of their own, and of error pages. */
export const meta = ({ error }: MetaArgs) =>
  error === undefined || error === null
    ? [{ title: `${brand.name}｜${brand.tagline}` }]
    : [{ title: titleOfError(error) }, { name: 'robots', content: 'noindex' }];

/**
 * Disables zod's test for `new Function`, because the test alone would violate the content security
 * policy. It must run before any other script of the app.
 */
const noEval = 'globalThis.__zod_globalConfig={jitless:true};';

/** Runs from the document only, so that no bundle contains it. */
const early = import.meta.env.SSR ? noEval + beforePaint + preloadOwnFonts + holdSubmits : '';

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const { apiUrl } = useRouteLoaderData<SiteContext>('root') ?? {};
  return (
    <html lang="zh-Hant-TW" data-api={apiUrl ?? undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#faf8f4" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0d1516" media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links nonce="" />
        <script
          nonce={nonce}
          // Server and client differ here: only the document has the script, and the browser hides
          // the nonce after reading it.
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: early }}
        />
      </head>
      <body>
        {children}
        <ScriptsAfterPaint />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** Shown while a page that is rendered only in the browser is loading. */
export function HydrateFallback() {
  return <div aria-busy="true" />;
}

export function ErrorBoundary({ error }: { error: unknown }) {
  if (error instanceof Error && error.name === 'StalePage') return <Stale words={error.message} />;
  return (
    <LastResort>
      <ErrorPage error={error} />
    </LastResort>
  );
}

/**
 * Shown if the site was updated while this page was open, so that its next chunk no longer exists.
 */
function Stale({ words }: { words: string }) {
  return (
    <main id="main" className="error-page" role="alert">
      <h1>{words}</h1>
      <button type="button" className="button" onClick={() => window.location.reload()}>
        重新整理
      </button>
    </main>
  );
}
