// The calls that no browser test makes, each with the reason why none can.
import type { CallName } from './recorded-calls.ts';

export const unmadeCalls: Partial<Record<CallName, string>> = {
  'site banking.bankCallback': 'The bank calls it, server to server; no page does.',
};
