// Big5 as banks in Taiwan write it. Browsers and Node decode the characters that a bank defined for
// itself differently, so that both use this function: such a character gets the code point of the
// private use area that Windows gives it, and keeps it until somebody knows what it is.

/** First and last pair of each range that users define, and the code point of the first. */
const RANGES = [
  [0xfa40, 0xfefe, 0xe000],
  [0x8e40, 0xa0fe, 0xe311],
  [0x8140, 0x8dfe, 0xeeb8],
  [0xc6a1, 0xc8fe, 0xf6b1],
] as const;
const TRAILS = 157;

/** Place of a pair among all pairs of two bytes. */
function placeOf(pair: number): number {
  const trail = pair % 256;
  return Math.floor(pair / 256) * TRAILS + trail - (trail < 0xa1 ? 0x40 : 0x62);
}

const isTrail = (byte: number) => (byte >= 0x40 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xfe);

/** Returns the character of a pair that only one bank knows; undefined for any other pair. */
function ownOf(pair: number): string | undefined {
  const range = RANGES.find(([first, last]) => pair >= first && pair <= last);
  if (range) return String.fromCodePoint(range[2] + placeOf(pair) - placeOf(range[0]));
  // Control pictures, which Node does not know, and a block for which there are two code points.
  return (pair >= 0xa3c0 && pair <= 0xa3e0) || pair === 0xf9fe ? '\ufffd' : undefined;
}

/** Decodes whole characters; what is no character becomes U+FFFD. */
export function decodeBig5(bytes: Uint8Array): string {
  const decoder = new TextDecoder('big5');
  const texts: string[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const [lead = 0, trail = 0] = [bytes[at], bytes[at + 1]];
    if (lead < 0x81) continue;
    if (!isTrail(trail)) {
      // The byte after half a character is one of its own, or a line would swallow its end.
      texts.push(decoder.decode(bytes.subarray(from, at)), '\ufffd');
      from = at + 1;
      continue;
    }
    const own = ownOf(lead * 256 + trail);
    if (own !== undefined) {
      texts.push(decoder.decode(bytes.subarray(from, at)), own);
      from = at + 2;
    }
    at += 1;
  }
  texts.push(decoder.decode(bytes.subarray(from)));
  return texts.join('');
}
