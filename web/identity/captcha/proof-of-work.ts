// Solves the sign-in challenge in the browser: some counting, so that guessing costs time.
import type { Challenge } from 'altcha-lib/types';

/**
 * The token to sign in with: base64 of JSON {challenge, solution}; null where it was not found
 * in time. The solver loads only now: few ever need it.
 */
export async function solve(
  challenge: Record<string, unknown>,
  controller: AbortController,
): Promise<string | null> {
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ]);
  const asked = challenge as unknown as Challenge;
  const solution = await solveChallenge({ challenge: asked, deriveKey, controller });
  return solution && btoa(JSON.stringify({ challenge: asked, solution }));
}
