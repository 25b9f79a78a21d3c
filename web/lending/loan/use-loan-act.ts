// Runs one action on a loan: busy state, text of a refusal, and reloading the loans afterwards.
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { CallOptions } from '../../api.ts';
import { uuid } from '../../uuid.ts';
import { useAct, type Act } from '../../use-act.ts';

/** Every attempt of `run` sends the same idempotency key until one has succeeded. */
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
      // Somebody else may have changed the loan's status, so its current state is loaded again.
      void client.invalidateQueries({ queryKey: ['lending', 'myLoans'] });
      throw error;
    }
  });
}
