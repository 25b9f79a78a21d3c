// Functions that every editor uses: who may write, whether somebody else saved first, and
// conversion of times.
import { ApiFailure } from '../../api.ts';
import { useOperator } from '../operator.ts';

/** Returns whether the operator may change content; operators who may not can still read it. */
export function useMayWrite(): boolean {
  const roles = useOperator().data?.data.roles ?? [];
  return roles.includes('editor') || roles.includes('admin');
}

/**
 * Returns the call's answer, or null if somebody else saved first; in that case the newer version
 * has been loaded and the page shows it. Other failures are thrown to the form.
 */
export async function orNewer<T>(
  call: Promise<T>,
  reread: () => Promise<{ isError: boolean }>,
): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    const isChanged = error instanceof ApiFailure && error.code === 'CONTENT_CHANGED';
    if (!isChanged || (await reread()).isError) throw error;
    return null;
  }
}

/** Converts 'YYYY-MM-DDTHH:MM' of the Taipei clock to an instant, and back. */
export const instantOf = (local: string): string => `${local}:00+08:00`;
export const localOf = (instant: number): string =>
  new Date(instant + 8 * 3_600_000).toISOString().slice(0, 16);
