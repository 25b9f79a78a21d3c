// Solves the sign-in challenge in the browser: a calculation that makes guessing slow.
import type { Challenge } from 'altcha-lib/types';

/**
 * Returns the token for signing in: base64 of JSON {challenge, solution}; null if no solution was
 * found in time. The solver is loaded on demand, because few users need it.
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
