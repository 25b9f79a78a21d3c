// Text of /.well-known/security.txt (RFC 9116): where weaknesses of the site are reported.
import { addDays, dayOf } from '#contract/core/day.ts';
import type { Services } from '../../services.ts';

/** RFC 9116 recommends less than a year, so that an abandoned site stops naming an address. */
const GOOD_DAYS = 180;

/** Returns the file; it is good for some months from today, so that it changes once a day. */
export function securityTxt({ config, clock }: Pick<Services, 'config' | 'clock'>): string {
  const contact = config.securityContact ?? `mailto:${config.brand.email}`;
  const expires = addDays(dayOf(clock.realNow()), GOOD_DAYS);
  return [
    `Contact: ${contact}`,
    `Expires: ${expires}T00:00:00+08:00`,
    'Preferred-Languages: zh-TW, en',
    `Canonical: ${config.publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}
