// One act on a loan: busy while it runs, its refusal in words, and the loans read anew after it.
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { wordsOf, type CallOptions } from '../../api.ts';
import { uuid } from '../../uuid.ts';

export type LoanAct = {
  busy: boolean;
  problem: string;
  /** Answers whether it was done. The same key serves every try. */
  run: (call: (options: CallOptions) => Promise<unknown>) => Promise<boolean>;
};

export function useLoanAct(): LoanAct {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const key = useRef('');
  const run: LoanAct['run'] = async (call) => {
    if (busy) return false;
    key.current ||= uuid();
    setBusy(true);
    setProblem('');
    try {
      await call({ idempotencyKey: key.current });
      key.current = '';
      await client.invalidateQueries({ queryKey: ['lending'] });
      return true;
    } catch (error) {
      setProblem(wordsOf(error));
      // Somebody else may have moved the loan: what is shown must be what is.
      void client.invalidateQueries({ queryKey: ['lending', 'myLoans'] });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, run };
}
