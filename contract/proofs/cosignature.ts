// Cosignatures of witnesses on checkpoints (c2sp.org/tlog-cosignature, v1 with Ed25519): a witness
// has seen that the log was only extended up to this checkpoint.
import { bytesOf, type Crypto, fromBase64, hexOf } from './bytes.ts';
import { keyIn, type NoteKey, noteParts } from './note.ts';

/** Type of a witness's key in a key's text and its id. */
export const COSIGNER = 4;
const ID_BYTES = 4;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;

/** Returns the key of a witness in a text; null if it is none. */
export const witnessKeyIn = (crypto: Pick<Crypto, 'sha256'>, text: string) =>
  keyIn(crypto, text, COSIGNER);

/** Returns what a witness signs: the time in seconds since 1970 and the text of the checkpoint. */
export const cosignedText = (text: string, seconds: bigint): string =>
  `cosignature/v1\ntime ${seconds}\n${text}`;

/** Returns whether a line is a valid cosignature of this key on the text of a checkpoint. */
export async function isCosignature(
  crypto: Crypto,
  { text, line, key }: { text: string; line: string; key: NoteKey },
): Promise<boolean> {
  const start = `— ${key.name} `;
  const bytes = line.startsWith(start) ? fromBase64(line.slice(start.length)) : null;
  if (bytes?.length !== ID_BYTES + TIME_BYTES + SIGNATURE_BYTES) return false;
  if (hexOf(bytes.slice(0, ID_BYTES)) !== hexOf(key.id)) return false;
  const seconds = new DataView(bytes.buffer, bytes.byteOffset + ID_BYTES).getBigUint64(0);
  const message = bytesOf(cosignedText(text, seconds));
  return crypto.verifyEd25519(key.key, message, bytes.slice(ID_BYTES + TIME_BYTES));
}

/** Returns the names of those witnesses that have cosigned a note; a key counts once. */
export async function cosignersOf(
  crypto: Crypto,
  note: string,
  witnesses: readonly NoteKey[],
): Promise<string[]> {
  const parts = noteParts(note);
  if (!parts) return [];
  const { text, lines } = parts;
  const found = new Map<string, string>();
  for (const key of witnesses) {
    for (const line of lines) {
      if (await isCosignature(crypto, { text, line, key })) found.set(hexOf(key.key), key.name);
    }
  }
  return [...found.values()];
}

/** Witnesses that a reader knows, and how many of them must have cosigned. */
export type Quorum = { witnesses: readonly string[]; atLeast: number };

/** Reads the keys of a quorum; null if one is no key of a witness, or there are too few. */
export async function quorumKeys(
  crypto: Crypto,
  { witnesses, atLeast }: Quorum,
): Promise<NoteKey[] | null> {
  const keys = await Promise.all(witnesses.map((text) => witnessKeyIn(crypto, text)));
  const known = keys.filter((key) => key !== null);
  const different = new Set(known.map(({ key }) => hexOf(key)));
  return known.length === keys.length && different.size >= atLeast ? known : null;
}
