// The document around every page of the member site.
import { Children, cloneElement, isValidElement, type ReactNode } from 'react';
import {
  Links,
  type LoaderFunctionArgs,
  Meta,
  type MetaArgs,
  Outlet,
  Scripts,
  useRouteLoaderData,
} from 'react-router';
import { given, useNonce } from './page-context.ts';
import { brand } from './site/kit/brand.ts';
import { ErrorPage, LastResort, titleOfError } from './site/ErrorPage.tsx';
import type { SiteGiven } from './site/kit/head.ts';
import { beforePaint } from './site/kit/theme.ts';
import roboto from '../build/fonts/roboto.woff2?url';
import core400 from '../build/fonts/tc-core-400.woff2?url';
import core700 from '../build/fonts/tc-core-700.woff2?url';
import site from './site/site.css?url';

/**
 * The sheet by its address alone: as a module's it would be loaded once more with each late chunk,
 * after the pages' own sheets, and win over them. The fonts are those that every first view needs;
 * others follow by the style sheet.
 */
export const links = () => [
  { rel: 'stylesheet', href: site },
  ...[roboto, core400, core700].map((href) => ({
    rel: 'preload',
    as: 'font' as const,
    type: 'font/woff2',
    href,
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
];

/** What every page may need to know of where it stands. */
export function loader({ context }: LoaderFunctionArgs): SiteGiven {
  const { publicUrl, apiUrl, tagManager } = context.get(given).settings;
  return { origin: publicUrl, apiUrl, tagManager };
}

/** It never changes, so no navigation asks for it again. */
export const shouldRevalidate = () => false;

/** Of pages that say nothing of their own, and of those that could not be shown. */
export const meta = ({ error }: MetaArgs) =>
  error === undefined || error === null
    ? [{ title: `${brand.name}｜${brand.tagline}` }]
    : [{ title: titleOfError(error) }, { name: 'robots', content: 'noindex' }];

/**
 * zod would try `new Function` to see whether it may, which alone violates the policy; it looks
 * here before anything of ours has run.
 */
const noEval = 'globalThis.__zod_globalConfig={jitless:true};';

const lowPriority = { fetchPriority: 'low' } as const;

/**
 * The router's scripts, asked for after the styles and fonts that the first paint is made of: on a
 * slow line they would share it. The router takes no attributes for the links that announce them,
 * so it is called as the hook that a component is, and its links are given theirs.
 */
function LowScripts(): ReactNode {
  const scripts = Scripts({});
  return Children.map<ReactNode, ReactNode>(scripts?.props.children, (child) =>
    isValidElement(child) && child.type === 'link' ? cloneElement(child, lowPriority) : child,
  );
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const { apiUrl } = useRouteLoaderData<SiteGiven>('root') ?? {};
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
          // The browser hides a nonce once it has read it, so the two never look the same.
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: noEval + beforePaint }}
        />
      </head>
      <body>
        {children}
        <LowScripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** Shown while a page that is rendered in the browser alone gets ready. */
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

/** The site was renewed while this page stood open, and its next chunk is gone. */
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
