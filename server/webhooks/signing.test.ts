// Tests of the signatures, with the example of the standard.
import { expect, test } from 'vitest';
import { headersOf } from './signing.ts';

test('the example of Standard Webhooks has its signature', () => {
  const headers = headersOf('msg_p5jXN8AQM9LWM0D4loKWxJek', '{"test": 2432232314}', {
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    at: new Date(1_614_265_330_000),
  });
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  expect(headers['webhook-timestamp']).toBe('1614265330');
});

test('during a rotation both secrets sign', () => {
  const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_AAAA'];
  const { 'webhook-signature': both = '' } = headersOf('a', '{}', { secrets, at: new Date(0) });
  expect(both.split(' ')).toHaveLength(2);
});
