// Reports as the bank sends them by signed callback, for tests of records that the sandbox bank
// never makes.
import { banking } from '#contract/banking/calls.ts';
import { signCallback } from '../../server/adapters/bank/bank.ts';
import type { TestServer } from '../server.ts';

/** Sends a report; another `secret` than the bank's forges its signature. */
export function reportOfBank(
  server: TestServer,
  body: object,
  secret = server.services.config.bank.webhookSecret,
) {
  const headers = signCallback(JSON.stringify(body), secret, server.services.clock.realNow());
  return server.ask(banking.bankCallback, body, { headers, key: null });
}
