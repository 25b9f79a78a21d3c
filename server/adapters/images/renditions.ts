// Pictures for pages: a drawing or a kept master in one width and format, made in other processes.
import { createWorkers } from '../workers.ts';

export type RenditionFormat = 'avif' | 'webp' | 'png';
export const renditionTypes: Record<RenditionFormat, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  png: 'image/png',
};

/** `svg` is only ever our own drawing; `jpeg` what `Images` has written anew. */
export type RenditionSource = { svg: string } | { jpeg: Uint8Array };
export type RenditionJob = { source: RenditionSource; width: number; format: RenditionFormat };

export type Renditions = {
  /** The picture as wide as asked for, never enlarged where it is a photograph. */
  render(source: RenditionSource, width: number, format: RenditionFormat): Promise<Buffer>;
  close(): void;
};

/** A crew of its own: what reads drawings must not be what reads strangers' uploads. */
export function createRenditions({ size = 2, waitingMax = 200, timeLimitMs = 20_000 } = {}) {
  const crew = createWorkers<RenditionJob, Uint8Array>({
    script: new URL('./rendition-worker.ts', import.meta.url),
    size,
    waitingMax,
    timeLimitMs,
    heapMaxMb: 256,
  });
  return {
    async render(source, width, format) {
      const made = await crew.run({ source, width, format });
      return Buffer.from(made.buffer, made.byteOffset, made.byteLength);
    },
    close: crew.close,
  } satisfies Renditions;
}
