// Keyed hashes by which a person is found by a part of the name, which is stored encrypted.
import type { Secrets } from './secrets.ts';

const KIND = 'namePart';

/**
 * Returns every two neighbouring characters of a name, each once, without spaces, punctuation and
 * case. A text of one character has none, because it would match too many people.
 */
export function namePairsOf(text: string): string[] {
  const bare = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  const characters = [...bare];
  return [...new Set(characters.slice(1).map((next, i) => `${characters[i]}${next}`))];
}

/**
 * Returns the hashes that are stored with a name, by the current version of the hash key. They are
 * sorted, so that their order does not tell how the name is written.
 */
export const nameHashesOf = (secrets: Pick<Secrets, 'fingerprint'>, name: string): string[] =>
  namePairsOf(name)
    .map((pair) => secrets.fingerprint(KIND, pair))
    .toSorted();

/** Returns the hashes of a search text, once for each version of the hash key, oldest first. */
export function searchedNameHashes(
  secrets: Pick<Secrets, 'fingerprints'>,
  text: string,
): string[][] {
  const pairs = namePairsOf(text).map((pair) => secrets.fingerprints(KIND, pair));
  return (pairs[0] ?? []).map((_hash, version) =>
    pairs.map((hashes) => hashes[version] ?? '').toSorted(),
  );
}
