// Bytes of the proof log: texts, base64, hexadecimal, comparison, and the two functions of
// cryptography that browser, server and command line each provide.

type Bytes = Uint8Array<ArrayBuffer>;
export type { Bytes };

/** SHA-256; a browser calculates it asynchronously. */
export type Hash = (bytes: Bytes) => Bytes | Promise<Bytes>;
export type Crypto = {
  sha256: Hash;
  /** Whether a signature with Ed25519 (RFC 8032) is valid; `key` has 32 bytes. */
  verifyEd25519(key: Bytes, message: Bytes, signature: Bytes): boolean | Promise<boolean>;
};

export const bytesOf = (text: string): Bytes => new TextEncoder().encode(text);

export function joined(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export const isEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** Returns the bytes of standard base64 (RFC 4648, 4); null if the text is not exactly that. */
export function fromBase64(text: string): Bytes | null {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return base64Of(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}
