// Renders page pictures, from a drawing or a stored photo, in one width and format each.
import { createWorkers } from '../workers.ts';

export type RenditionFormat = 'avif' | 'webp' | 'png';
export const renditionTypes: Record<RenditionFormat, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  png: 'image/png',
};

/**
 * Source of a picture: `svg` is always one of the app's own drawings; `jpeg` is a photograph that
 * `Images` has already re-encoded.
 */
export type RenditionSource = { svg: string } | { jpeg: Uint8Array };
export type RenditionJob = { source: RenditionSource; width: number; format: RenditionFormat };

export type Renditions = {
  /** Returns the picture in the requested width; a photograph is never enlarged. */
  render(source: RenditionSource, width: number, format: RenditionFormat): Promise<Buffer>;
  close(): void;
};

/**
 * Uses its own worker pool, so that the process that renders the app's drawings never decodes files
 * uploaded by strangers.
 */
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
