// Types for the function of wawoff2 that is used; the package has no types.
declare module 'wawoff2' {
  /** Returns the TrueType or OpenType font of a WOFF2 file. */
  export function decompress(font: Uint8Array): Promise<Uint8Array>;
}
