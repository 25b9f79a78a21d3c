// Signed notes and checkpoints (c2sp.org/signed-note, c2sp.org/tlog-checkpoint) with Ed25519, and
// the keys that verify them.
import { base64Of, type Bytes, bytesOf, type Crypto, fromBase64, hexOf, joined } from './bytes.ts';
import { HASH_BYTES } from './tiles.ts';

/** Type of an Ed25519 signature in a key and in its id. */
const ED25519 = 1;
const KEY_BYTES = 32;
const ID_BYTES = 4;
/** Longest note that is read; one of ours has three lines and a signature. */
const NOTE_MAX = 100_000;

export type NoteKey = { name: string; id: Bytes; key: Bytes; type: number };
/** `origin` names the log; `root` is the hash over its first `size` leaves. */
export type Checkpoint = { origin: string; size: number; root: Bytes };

/** Returns a key with its id: SHA-256 of name, line feed, type and key, cut to four bytes. */
export async function noteKeyOf(
  { sha256 }: Pick<Crypto, 'sha256'>,
  name: string,
  key: Bytes,
  type = ED25519,
): Promise<NoteKey> {
  const id = await sha256(joined(bytesOf(`${name}\n`), Uint8Array.of(type), key));
  return { name, key, type, id: id.slice(0, ID_BYTES) };
}

/** Returns name and id of a key, which together name it. */
export const keyId = ({ name, id }: NoteKey): string => `${name}+${hexOf(id)}`;

/** Returns the text of a key as auditors write it down: name+id+key. */
export const keyText = (key: NoteKey): string =>
  `${keyId(key)}+${base64Of(joined(Uint8Array.of(key.type), key.key))}`;

/** Returns the key in a text; null if it is none of this type, or its id is another key's. */
export async function keyIn(
  crypto: Pick<Crypto, 'sha256'>,
  text: string,
  type = ED25519,
): Promise<NoteKey | null> {
  const [, name = '', , encoded = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  if (name === '' || bytes?.length !== KEY_BYTES + 1 || bytes[0] !== type) return null;
  const key = await noteKeyOf(crypto, name, bytes.slice(1), type);
  return keyText(key) === text ? key : null;
}

/** Returns the text that is signed. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${base64Of(root)}\n`;

/** Returns a text with its signature. */
export const signedNote = (text: string, { name, id }: NoteKey, signature: Uint8Array): string =>
  `${text}\n— ${name} ${base64Of(joined(id, signature))}\n`;

function checkpointIn(text: string): Checkpoint | null {
  const [origin, sizeText, encoded] = text.split('\n');
  const root = fromBase64(encoded ?? '');
  const size = Number(sizeText);
  if (!origin || root?.length !== HASH_BYTES) return null;
  return Number.isSafeInteger(size) && String(size) === sizeText ? { origin, size, root } : null;
}

/** Returns the signed text of a note and its lines of signatures; null if it is no note. */
export function noteParts(note: string): { text: string; lines: string[] } | null {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || note.length > NOTE_MAX || !note.endsWith('\n')) return null;
  return { text: note.slice(0, end + 1), lines: note.slice(end + 2, -1).split('\n') };
}

/**
 * Returns the checkpoint of a note; null if it is none of this log, or the key has not signed it.
 * Signatures by other keys, for example of witnesses, are ignored.
 */
export async function openCheckpoint(
  crypto: Crypto,
  note: string,
  key: NoteKey,
): Promise<Checkpoint | null> {
  const parts = noteParts(note);
  if (!parts) return null;
  const { text, lines } = parts;
  const checkpoint = checkpointIn(text);
  if (!checkpoint || checkpoint.origin !== key.name) return null;
  const start = `— ${key.name} `;
  for (const line of lines) {
    const bytes = line.startsWith(start) ? fromBase64(line.slice(start.length)) : null;
    if (!bytes || hexOf(bytes.slice(0, ID_BYTES)) !== hexOf(key.id)) continue;
    const signature = bytes.slice(ID_BYTES);
    const isValid = await crypto.verifyEd25519(key.key, bytesOf(text), signature);
    return isValid ? checkpoint : null;
  }
  return null;
}
