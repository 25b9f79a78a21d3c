// The provider of text messages: an address with a token, or a gateway with a user and password.
import type { z } from 'zod';
import type { GatewaySettings } from '../adapters/sms/gateway.ts';
import type { SmsSettings } from '../adapters/sms/sms.ts';
import { StartFailure } from '../start-failure.ts';
import { isLoopback } from './certificates.ts';
import type { production } from './config-schema.ts';

export type SmsProvider = ({ layout: 'json' } & SmsSettings) | GatewaySettings;

type SmsEnvironment = Pick<
  z.output<typeof production>,
  'SMS_LAYOUT' | 'SMS_URL' | 'SMS_TOKEN' | 'SMS_USER' | 'SMS_PASSWORD'
>;

/** Refuses a provider without its credentials, and an address without encryption. */
export function smsOf(env: SmsEnvironment): SmsProvider {
  const { SMS_LAYOUT: layout, SMS_URL: url, SMS_TOKEN: token } = env;
  const { protocol, hostname, search } = new URL(url);
  if (protocol !== 'https:' && !isLoopback(hostname)) {
    throw new StartFailure('SMS_URL must be https://…, except for a provider on this machine.');
  }
  if (layout === 'json') {
    if (!token) throw new StartFailure('SMS_LAYOUT=json needs SMS_TOKEN.');
    return { layout, url, token };
  }
  const { SMS_USER: user, SMS_PASSWORD: password } = env;
  if (!user || !password) {
    throw new StartFailure(`SMS_LAYOUT=${layout} needs SMS_USER and SMS_PASSWORD.`);
  }
  if (search !== '') throw new StartFailure('SMS_URL of a gateway must not have a query after ?.');
  return { layout, url, user, password };
}
