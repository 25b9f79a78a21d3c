// What the server hands to a page while it is rendered there: settings and the public reads.
import type { Access, Endpoint, Kind, Output } from './core/endpoint.ts';
import type { Site } from './index.ts';
import type { z } from 'zod';

/** Pages that only members see; a tag manager never runs there. */
export const ofMembers =
  /^\/(account|member|view|loan\/([^/]+\/)?(apply|add|fin|suc)|investment\/([^/]+\/conf|bank))/i;

/** The cookie that keeps a visitor's word on the tag manager. */
export const consentCookie = 'consent';
export type Consent = 'granted' | 'denied';

/** What a Cookie header, or a document's cookies, say of it; null: not asked yet. */
export function consentIn(cookies: string): Consent | null {
  const said = new RegExp(`(?:^|; ?)${consentCookie}=(granted|denied)(?:;|$)`).exec(cookies)?.[1];
  return (said as Consent | undefined) ?? null;
}

/** Settings that a browser may know. */
export type PageSettings = {
  /** Origin of the site itself, for canonical addresses and previews; no slash at the end. */
  publicUrl: string;
  /** Where the API is, when it is not here. */
  apiUrl: string | null;
  demonstration: boolean;
  /** Where the office is; in demonstration only, where its accounts are shown too. */
  officeUrl: string | null;
  /** Whose button it is: Google's own script, any OpenID issuer, or the demonstration's. */
  google: { kind: 'google' | 'issuer' | 'demonstration'; issuer: string; clientId: string } | null;
  tagManager: string | null;
};

type PublicRead<E extends Endpoint> = E['access'] extends 'public' & Access
  ? E['kind'] extends 'read' & Kind
    ? E
    : never
  : never;

/** The public reads of the contract, answered in process while a page is rendered. */
export type PageApi = {
  [F in keyof Site]: {
    [
      N in keyof Site[F] as Site[F][N] extends Endpoint
        ? PublicRead<Site[F][N]> extends never
          ? never
          : N
        : never
    ]: Site[F][N] extends Endpoint
      ? (input: z.input<Site[F][N]['input']>) => Promise<Output<Site[F][N]>>
      : never;
  };
};

/** What one rendering is given. The server calls `pageContext(given)` of web/entry.server. */
export type PageGiven = {
  /** Of every script and style that stands in the document itself. */
  nonce: string;
  settings: PageSettings;
  api: PageApi;
  /** Told of what a page could not answer for. */
  report: (error: unknown) => void;
};
