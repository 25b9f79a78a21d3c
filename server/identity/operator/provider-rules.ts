// What an identity provider must say about a person before the office looks for their account.
import { emailSchema } from '#contract/identity/calls.ts';
import type { OidcPolicy, RequiredClaim } from '../../config/oidc-settings.ts';

type Claims = Readonly<Record<string, unknown>>;
type Policy = Pick<OidcPolicy, 'domains' | 'claim' | 'factor' | 'maxAgeSeconds' | 'verifiedClaim'>;

/** Clocks of provider and server may differ by this much. */
const TOLERANCE_SECONDS = 60;

/** Returns whether a claim has one of the values, alone or in its list. */
function hasClaim(claims: Claims, { name, values }: RequiredClaim): boolean {
  const given = claims[name];
  const all: unknown[] = Array.isArray(given) ? given : [given];
  return all.some((one) => values.includes(String(one)));
}

/** Providers write a claim that is true as a boolean, a number or a text. */
const isTrue = (value: unknown) =>
  value === true || value === 1 || value === '1' || value === 'true';

/** Returns the verified e-mail address, or null if the provider does not vouch for one. */
export function verifiedEmail(claims: Claims, { verifiedClaim }: Policy): string | null {
  if (!isTrue(claims[verifiedClaim])) return null;
  return emailSchema.safeParse(claims['email']).data ?? null;
}

/** Returns whether a verified address and the claims belong to the company. */
export function isOfCompany(email: string, claims: Claims, { claim, domains }: Policy): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (domains !== null && !domains.includes(domain)) return false;
  return claim === null || hasClaim(claims, claim);
}

/**
 * Returns whether the person proved their identity to the provider with a second factor, and not
 * too long ago. A provider that does not say when (`auth_time`) proves nothing.
 */
export function isStrongAndFresh(claims: Claims, policy: Policy, realNow: Date): boolean {
  const { auth_time: at } = claims;
  if (typeof at !== 'number') return false;
  const age = realNow.getTime() / 1000 - at;
  const isFresh = age <= policy.maxAgeSeconds + TOLERANCE_SECONDS && age >= -TOLERANCE_SECONDS;
  return isFresh && hasClaim(claims, policy.factor);
}
