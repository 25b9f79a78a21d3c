// What the books promise the office: balances by kind of account and the proof that they hold.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { nothing } from './lists.ts';

export const ledgerOffice = {
  books: endpoint({
    method: 'GET',
    path: '/ops/v1/books',
    access: 'operator',
    kind: 'read',
    summary: 'The sum of each kind of account, and every invariant with its offending rows',
    input: nothing,
    output: z.object({
      data: z.object({
        balances: z.array(
          z.object({ kind: z.string(), balance: z.number(), accounts: z.number() }),
        ),
        invariants: z.array(z.object({ name: z.string(), broken: z.number() })),
      }),
    }),
    refusals: [],
    roles: ['finance', 'auditor', 'admin'],
    own: true,
  }),
} as const;
