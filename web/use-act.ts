// Runs the action of a button: the button is busy while it runs, and a failure becomes a message.
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { wordsOf } from './api.ts';
import { toast } from './ui/overlay/toasts.tsx';

export type Act<I extends unknown[]> = {
  busy: boolean;
  /**
   * Message of the last attempt's failure; '' before and during an attempt, and after a success.
   */
  problem: string;
  /** The error that the last attempt threw; null if it threw none. */
  failure: unknown;
  /**
   * Runs the action; resolves to whether it succeeded, and never throws. Does nothing while the
   * action is already running.
   */
  run: (...input: I) => Promise<boolean>;
  /** Removes the failure of the last attempt; does nothing while the action is running. */
  clear: () => void;
};

type Options = {
  /** Returns the message for a failure, by default the server's own; '' shows none. */
  words?: (error: unknown) => string;
  /** Shows a failure in a toast of this tone instead of in `problem`. */
  toasted?: 'danger' | 'info';
  /** Runs after success and failure; `busy` stays true until it has finished. */
  afterwards?: () => Promise<unknown>;
  /** The page is left after a success, so `busy` stays true until then. */
  leaves?: boolean;
};

export function useAct<I extends unknown[]>(
  act: (...input: I) => Promise<unknown>,
  { words = wordsOf, toasted, afterwards, leaves }: Options = {},
): Act<I> {
  const running = useRef(false);
  const mutation = useMutation({
    mutationFn: (input: I) => act(...input),
    // Without a connection the action fails and says so; by default it would wait without end.
    networkMode: 'always',
    onError: (error) => {
      if (toasted) toast(words(error), { tone: toasted });
    },
    ...(afterwards && { onSettled: afterwards }),
  });
  const run = async (...input: I): Promise<boolean> => {
    // Two clicks may happen before the button is rendered as busy.
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
