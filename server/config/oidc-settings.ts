// The company's identity provider, through which operators may sign in.
import { z } from 'zod';
import type { OidcSettings } from '../adapters/auth/oidc.ts';
import { StartFailure } from '../start-failure.ts';
import { isLoopback } from './certificates.ts';

/** A claim with the values of which one must be present: `acr=urn:mfa|urn:otp`. */
export type RequiredClaim = { name: string; values: string[] };

export type OidcPolicy = OidcSettings & {
  /** What the provider is called on the login page. */
  label: string;
  /** E-mail domains that may sign in; null means any. */
  domains: readonly string[] | null;
  claim: RequiredClaim | null;
  /** Claim by which the provider says that a second factor was used. */
  factor: RequiredClaim;
  maxAgeSeconds: number;
  /** Claim by which the provider says that the e-mail address was verified. */
  verifiedClaim: string;
  /** True if operators cannot sign in with a password. */
  isOnly: boolean;
};

const word = z.string().trim().min(1);
const claim = z.string().transform((text, context): RequiredClaim => {
  const [, name, values] = /^\s*([\w:./-]+)=(\S.*?)\s*$/.exec(text) ?? [];
  if (!name || !values) {
    context.addIssue({ code: 'custom', message: 'must be CLAIM=VALUE or CLAIM=VALUE|VALUE' });
    return z.NEVER;
  }
  return { name, values: values.split('|') };
});

export const oidcSettings = {
  // Unlike other addresses it keeps a slash at its end, because it is compared with a claim.
  OFFICE_OIDC_ISSUER: z.url({ protocol: /^https?$/, error: 'must be https://…' }).optional(),
  OFFICE_OIDC_CLIENT_ID: word.optional(),
  OFFICE_OIDC_SECRET: word.optional(),
  OFFICE_OIDC_FACTOR: claim.optional(),
  OFFICE_OIDC_CLAIM: claim.optional(),
  OFFICE_OIDC_DOMAINS: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim().toLowerCase()))
    .pipe(z.array(z.string().min(1)).min(1))
    .optional(),
  OFFICE_OIDC_NAME: word.default('公司帳號'),
  OFFICE_OIDC_MAX_AGE: z.coerce.number().int().min(60).max(43_200).default(900),
  OFFICE_OIDC_VERIFIED: word.default('email_verified'),
  OFFICE_OIDC_ONLY: z.enum(['on', 'off']).default('off'),
};

const oidcSchema = z.object(oidcSettings);

/**
 * Returns the provider and what it must prove; null if none is configured. Without domains of its
 * own it may vouch for the domains whose addresses may be invited.
 */
export function oidcOf(
  env: z.output<typeof oidcSchema>,
  operatorDomains: readonly string[] | null,
): OidcPolicy | null {
  const {
    OFFICE_OIDC_ISSUER: issuer,
    OFFICE_OIDC_CLIENT_ID: clientId,
    OFFICE_OIDC_SECRET: clientSecret,
    OFFICE_OIDC_FACTOR: factor,
  } = env;
  if (!issuer) {
    const isSet = clientId || clientSecret || factor || env.OFFICE_OIDC_ONLY === 'on';
    if (!isSet) return null;
    throw new StartFailure('The settings OFFICE_OIDC_… need OFFICE_OIDC_ISSUER.');
  }
  if (!clientId || !clientSecret || !factor) {
    throw new StartFailure(
      'OFFICE_OIDC_ISSUER needs OFFICE_OIDC_CLIENT_ID, OFFICE_OIDC_SECRET and OFFICE_OIDC_FACTOR.',
    );
  }
  const { hostname, protocol } = new URL(issuer);
  if (protocol !== 'https:' && !isLoopback(hostname)) {
    throw new StartFailure(
      'OFFICE_OIDC_ISSUER must be https://…, except for a provider on this machine.',
    );
  }
  return {
    issuer,
    clientId,
    clientSecret,
    factor,
    label: env.OFFICE_OIDC_NAME,
    domains: env.OFFICE_OIDC_DOMAINS ?? operatorDomains,
    claim: env.OFFICE_OIDC_CLAIM ?? null,
    maxAgeSeconds: env.OFFICE_OIDC_MAX_AGE,
    verifiedClaim: env.OFFICE_OIDC_VERIFIED,
    isOnly: env.OFFICE_OIDC_ONLY === 'on',
  };
}
