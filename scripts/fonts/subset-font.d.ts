// Types for the parts of subset-font in use, which ships without types.
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2' | 'sfnt';
      noHinting?: boolean;
      /** OpenType features by their four-letter tags; all are kept if it is omitted. */
      keepFeatures?: string[];
      variationAxes?: Record<string, { min: number; max: number }>;
    },
  ): Promise<Buffer>;
}
