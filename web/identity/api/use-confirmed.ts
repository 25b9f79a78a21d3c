// Runs an action that takes a step-up: it waits for the confirmation and is then repeated.
import { useState } from 'react';
import { ApiFailure } from '../../api.ts';

/**
 * `act` carries the action out; if the server asks for a confirmation, `waiting` holds what it was
 * about, and `onProven` repeats it.
 */
export function useConfirmed<T>(act: (of: T) => Promise<void>) {
  const [waiting, setWaiting] = useState<T | null>(null);
  return {
    isWaiting: waiting !== null,
    forget: () => setWaiting(null),
    async run(of: T) {
      try {
        await act(of);
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== 'STEP_UP_REQUIRED') throw error;
        setWaiting(of);
      }
    },
    async onProven() {
      if (waiting === null) return;
      await act(waiting);
      setWaiting(null);
    },
  };
}
