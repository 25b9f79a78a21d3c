// Writes text in Big5, which Node can only read.

let table: Map<string, Uint8Array> | undefined;

/** Returns the bytes of each character of Big5, made from Node's decoder. */
function big5Table(): Map<string, Uint8Array> {
  const decoder = new TextDecoder('big5');
  const all = new Map<string, Uint8Array>();
  for (let lead = 0xa1; lead <= 0xf9; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      if (trail > 0x7e && trail < 0xa1) continue;
      const bytes = Uint8Array.of(lead, trail);
      const character = decoder.decode(bytes);
      if (character.includes('\ufffd') || [...character].length !== 1) continue;
      if (!all.has(character)) all.set(character, bytes);
    }
  }
  return all;
}

/**
 * Returns a text in Big5. A character that Big5 does not have becomes `？`, because a message with
 * one character less is better than none.
 */
export function toBig5(text: string): Buffer {
  table ??= big5Table();
  const unknown = table.get('？')!;
  const pieces = [...text].map((character) =>
    character <= '\x7f' ? Buffer.from(character) : (table!.get(character) ?? unknown),
  );
  return Buffer.concat(pieces);
}
