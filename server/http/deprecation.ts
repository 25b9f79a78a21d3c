// Headers of calls that will be switched off, so that programs learn of it in time.
import { startOfDay } from '#contract/core/day.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';

/**
 * Returns `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a link to the call to use instead; none
 * for a call that stays. Both days begin in Taipei.
 */
export function deprecationHeaders({ deprecated }: Endpoint): Record<string, string> {
  if (!deprecated) return {};
  const { since, sunset, instead } = deprecated;
  return {
    deprecation: `@${Date.parse(startOfDay(since)) / 1000}`,
    sunset: new Date(startOfDay(sunset)).toUTCString(),
    link: `<${instead}>; rel="successor-version"`,
  };
}
