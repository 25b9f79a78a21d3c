// An act of a button: busy while it runs, and why it failed in words.
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { wordsOf } from './api.ts';
import { toast } from './ui/overlay/toasts.tsx';

export type Act<I extends unknown[]> = {
  busy: boolean;
  /** Why the last try failed; '' before, during and after a success. */
  problem: string;
  /** What the last try threw; null if it did not. */
  failure: unknown;
  /** Answers whether it succeeded and never throws. Does nothing while the act is running. */
  run: (...input: I) => Promise<boolean>;
  /** Forgets the last try's failure; does nothing while the act is running. */
  clear: () => void;
};

type Options = {
  /** Words of a failure, if not the server's own; '' shows nothing. */
  words?: (error: unknown) => string;
  /** Says a failure in a toast of this tone instead of in `problem`. */
  toasted?: 'danger' | 'info';
  /** Runs after success and failure; `busy` lasts until it has ended. */
  afterwards?: () => Promise<unknown>;
  /** The page is left after a success, so `busy` lasts until it is gone. */
  leaves?: boolean;
};

export function useAct<I extends unknown[]>(
  act: (...input: I) => Promise<unknown>,
  { words = wordsOf, toasted, afterwards, leaves }: Options = {},
): Act<I> {
  const running = useRef(false);
  const mutation = useMutation({
    mutationFn: (input: I) => act(...input),
    // Without a connection the act fails and says so; by default it would wait without end.
    networkMode: 'always',
    onError: (error) => {
      if (toasted) toast(words(error), { tone: toasted });
    },
    ...(afterwards && { onSettled: afterwards }),
  });
  const run = async (...input: I): Promise<boolean> => {
    // Two clicks may come before the button is drawn as busy.
    if (running.current) return false;
    running.current = true;
    try {
      await mutation.mutateAsync(input);
      return true;
    } catch {
      return false;
    } finally {
      running.current = false;
    }
  };
  return {
    busy: mutation.isPending || (leaves === true && mutation.isSuccess),
    problem: mutation.error && !toasted ? words(mutation.error) : '',
    failure: mutation.error,
    run,
    clear: () => {
      if (!running.current) mutation.reset();
    },
  };
}
