// Types for the functions of subset-font that are used; the package has no types.
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2' | 'sfnt';
      noHinting?: boolean;
      /** OpenType features to keep, by their four-letter tags; if omitted, all are kept. */
      keepFeatures?: string[];
      variationAxes?: Record<string, { min: number; max: number }>;
    },
  ): Promise<Buffer>;
}
