// Solves the sign-in challenge in the browser: some counting, so that guessing costs time.
import type { Challenge, DeriveKeyFunction } from 'altcha-lib/types';

async function deriverFor(algorithm: string): Promise<DeriveKeyFunction> {
  const { deriveKey } = algorithm.startsWith('PBKDF2/')
    ? await import('altcha-lib/algorithms/web/pbkdf2')
    : await import('altcha-lib/algorithms/web/sha');
  return deriveKey;
}

/** The token to sign in with; null where it was not found in time. */
export async function solve(
  challenge: Record<string, unknown>,
  controller: AbortController,
): Promise<string | null> {
  const asked = challenge as unknown as Challenge;
  const [{ solveChallenge }, deriveKey] = await Promise.all([
    import('altcha-lib'),
    deriverFor(asked.parameters.algorithm),
  ]);
  const solution = await solveChallenge({ challenge: asked, deriveKey, controller });
  return solution && btoa(JSON.stringify({ challenge: asked, solution }));
}
