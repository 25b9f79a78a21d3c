// What the server passes to a page that it renders: settings and the API's public reads.
import type { Access, Endpoint, Kind } from './core/endpoint.ts';
import type { Site } from './index.ts';
import type { z } from 'zod';

/** Pages that only members see; no tag manager ever runs on these pages. */
export const ofMembers =
  /^\/(account|member|view|loan\/([^/]+\/)?(apply|add|fin|suc)|investment\/([^/]+\/conf|bank))/i;

/** The cookie that stores a visitor's consent to the tag manager. */
export const consentCookie = 'consent';
export type Consent = 'granted' | 'denied';

/**
 * Reads the consent from a Cookie header or `document.cookie`; null if the visitor has not been
 * asked yet.
 */
export function consentIn(cookies: string): Consent | null {
  const said = new RegExp(`(?:^|; ?)${consentCookie}=(granted|denied)(?:;|$)`).exec(cookies)?.[1];
  return (said as Consent | undefined) ?? null;
}

/** Settings that may be sent to the browser, because none of them is secret. */
export type PageSettings = {
  /** Origin of the site itself, for canonical URLs and previews; no slash at the end. */
  publicUrl: string;
  /** Origin of the API if it is a different one. */
  apiUrl: string | null;
  demonstration: boolean;
  /** Whether /docs exists, so that pages link to it. */
  apiDocs: boolean;
  /**
   * Origin of the office; set only in the demonstration, whose pages link to the office and list
   * its accounts.
   */
  officeUrl: string | null;
  /**
   * Which Google sign-in button to show: Google's own script, another OpenID issuer, or the
   * demonstration's replacement for Google.
   */
  google: { kind: 'google' | 'issuer' | 'demonstration'; issuer: string; clientId: string } | null;
  tagManager: string | null;
  /** Name of the bank that holds the trust account. */
  trustBank: string;
};

type PublicRead<E extends Endpoint> = E['access'] extends 'public' & Access
  ? E['kind'] extends 'read' & Kind
    ? E
    : never
  : never;

/**
 * The API's public reads, which a page calls in the same process while the server renders the page.
 */
export type PageApi = {
  [F in keyof Site]: {
    [
      N in keyof Site[F] as Site[F][N] extends Endpoint
        ? PublicRead<Site[F][N]> extends never
          ? never
          : N
        : never
    ]: Site[F][N] extends Endpoint
      ? (input: z.input<Site[F][N]['input']>) => Promise<z.output<Site[F][N]['output']>>
      : never;
  };
};

/** Input for rendering one page. The server passes it to `pageContext` of web/entry.server. */
export type PageContext = {
  /** CSP nonce of every inline script and style in the document. */
  nonce: string;
  settings: PageSettings;
  api: PageApi;
  /** Called with errors that the page cannot handle itself. */
  report: (error: unknown) => void;
};
