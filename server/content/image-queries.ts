// SQL of pictures: what they are made from, and what was made of them once.
import type { Drawing } from '#contract/content-shapes.ts';
import type { StoredFile } from '../adapters/files.ts';
import type { Tx } from '../db.ts';

export type ImageSource = {
  id: number;
  drawing: Drawing | null;
  seed: number | null;
  stored: StoredFile | null;
  width: number;
};

export const imageSource = (tx: Tx, id: number) =>
  tx.maybe<ImageSource>(
    'content.imageSource',
    'select id, drawing, seed, stored, width from content.image where id = $1',
    [id],
  );

export const rendition = async (tx: Tx, id: number, width: number, format: string) =>
  (
    await tx.maybe<{ bytes: Buffer }>(
      'content.rendition',
      'select bytes from content.rendition where image_id = $1 and width = $2 and format = $3',
      [id, width, format],
    )
  )?.bytes ?? null;

export const keepRendition = (
  tx: Tx,
  of: { id: number; width: number; format: string; bytes: Buffer },
) =>
  tx.run(
    'content.keepRendition',
    `insert into content.rendition (image_id, width, format, bytes) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [of.id, of.width, of.format, of.bytes],
  );
