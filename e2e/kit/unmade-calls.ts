// The API calls that no browser test makes, each with the reason why no test can make it.
import type { CallName } from './recorded-calls.ts';

export const unmadeCalls: Partial<Record<CallName, string>> = {
  'site banking.bankCallback': 'The bank calls it, server to server; no page does.',
  'site demonstration.bankReturn':
    'What a bank does by itself: only scripts and tests ask the sandbox bank for it.',
  'site demonstration.bankLine':
    'What a bank does by itself: only scripts and tests ask the sandbox bank for it.',
};
