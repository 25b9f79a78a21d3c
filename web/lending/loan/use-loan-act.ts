// One act on a loan: busy while it runs, its refusal in words, and the loans read anew after it.
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { CallOptions } from '../../api.ts';
import { uuid } from '../../uuid.ts';
import { useAct, type Act } from '../../use-act.ts';

/** Every try of `run` sends the same idempotency key until one has succeeded. */
export type LoanAct = Act<[call: (options: CallOptions) => Promise<unknown>]>;

export function useLoanAct(): LoanAct {
  const client = useQueryClient();
  const key = useRef('');
  return useAct(async (call) => {
    key.current ||= uuid();
    try {
      await call({ idempotencyKey: key.current });
      key.current = '';
      await client.invalidateQueries({ queryKey: ['lending'] });
    } catch (error) {
      // Somebody else may have moved the loan: what is shown must be what is.
      void client.invalidateQueries({ queryKey: ['lending', 'myLoans'] });
      throw error;
    }
  });
}
