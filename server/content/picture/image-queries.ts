// SQL of pictures: their sources, and the stored renditions.
import type { Drawing } from '#contract/content/shapes.ts';
import type { StoredFile } from '../../adapters/files/files.ts';
import type { Tx } from '../../database/db.ts';
import { allOf, keyset, limitOf, type Part, sql, totalOf } from '../../database/sql.ts';

export type ImageSource = {
  id: number;
  drawing: Drawing | null;
  seed: number | null;
  stored: StoredFile | null;
  width: number;
};

export const imageSource = (tx: Tx, id: number) =>
  tx.maybe<ImageSource>(
    sql`select id, drawing, seed, stored, width from content.image where id = ${id}`,
  );

export const rendition = async (tx: Tx, id: number, width: number, format: string) =>
  (
    await tx.maybe<{ bytes: Buffer }>(sql`
      select bytes from content.rendition where image_id = ${id} and width = ${width} and format
        = ${format}
    `)
  )?.bytes ?? null;

export const keepRendition = (
  tx: Tx,
  of: { id: number; width: number; format: string; bytes: Buffer },
) =>
  tx.run(sql`
    insert into content.rendition (image_id, width, format, bytes) values (${of.id},
      ${of.width}, ${of.format}, ${of.bytes})
    on conflict do nothing
  `);

export type OfficeImage = {
  id: number;
  width: number;
  height: number;
  alt: string;
  focalX: number;
  focalY: number;
  drawn: boolean;
  createdAt: Date;
  uses: number;
  version: number;
};

const columns = sql`i.id, i.width, i.height, i.alt, i.focal_x as "focalX", i.focal_y as "focalY",
  i.drawing is not null as drawn, i.created_at as "createdAt", i.version,
  (select count(*) from content.article a where a.deleted_at is null
     and (a.cover_id = i.id or a.body like '%"/media/' || i.id || '/%'))::integer
  + (select count(*) from content.ad d where d.deleted_at is null and d.image_id = i.id)::integer
    as uses`;

const imagesById = keyset('asc', { id: sql`i.id` });

/** Lists pictures: for a page the newest first, for an export in the order of their ids. */
export const officeImages = (tx: Tx, part: Part<{ id: number }>) => {
  const order = part.last === undefined ? sql`i.created_at desc, i.id desc` : imagesById.order;
  return tx.many<OfficeImage>(sql`
    select ${columns} from content.image i where ${allOf([imagesById.after(part)])}
    order by ${order} ${limitOf(part)}
  `);
};

export const countImages = (tx: Tx) => tx.one<{ total: number }>(totalOf(sql`content.image`));

export const officeImage = (tx: Tx, id: number) =>
  tx.maybe<OfficeImage>(sql`
    select ${columns} from content.image i where i.id = ${id} for update of i
  `);

export const insertImage = (
  tx: Tx,
  of: {
    stored: StoredFile;
    width: number;
    height: number;
    alt: string;
    focalX: number;
    focalY: number;
    now: Date;
  },
) =>
  tx.one<{ id: number }>(sql`
    insert into content.image (stored, width, height, alt, focal_x, focal_y, created_at)
    values (${JSON.stringify(of.stored)}, ${of.width}, ${of.height}, ${of.alt}, ${of.focalX},
      ${of.focalY}, ${of.now}) returning id
  `);

export const updateImage = (
  tx: Tx,
  of: { id: number; alt: string; focalX: number; focalY: number },
) =>
  tx.run(sql`
    update content.image set alt = ${of.alt}, focal_x = ${of.focalX}, focal_y = ${of.focalY},
      version = version + 1
    where id = ${of.id}
  `);
