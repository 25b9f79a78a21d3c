// SQL of pictures: their sources, and the stored renditions.
import type { Drawing } from '#contract/content/shapes.ts';
import type { StoredFile } from '../../adapters/files/files.ts';
import type { Tx } from '../../database/db.ts';
import { allOf, keyset, limitOf, type Part, type Sql, sql, totalOf } from '../../database/sql.ts';

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
  /** Whether the public sees the picture, or a second reader is looking at a text with it. */
  isShown: boolean;
  /** The open version of description and focal point. */
  release: ImageRelease | null;
};

type ImageRelease = {
  state: 'waiting' | 'returned';
  maker: string;
  checker: string | null;
  reason: string | null;
  madeAt: string;
  publishAt: null;
  alt: string;
  focalX: number;
  focalY: number;
};

/** Where a text shows the picture: its body contains the path of the picture. */
const inBody = (body: Sql) => sql`${body} like '%"/media/' || i.id || '/%'`;

const columns = sql`i.id, i.width, i.height, i.alt, i.focal_x, i.focal_y,
  i.drawing is not null as drawn, i.created_at, i.version,
  (select count(*) from content.article a where a.deleted_at is null
     and (a.cover_id = i.id or ${inBody(sql`a.body`)}))::integer
  + (select count(*) from content.ad d where d.deleted_at is null and d.image_id = i.id)::integer
    as uses,
  exists (select from content.article a where a.deleted_at is null and a.status <> 'draft'
      and (a.cover_id = i.id or ${inBody(sql`a.body`)}))
  or exists (select from content.question q where q.deleted_at is null and q.published
      and ${inBody(sql`q.answer`)})
  or exists (select from content.ad d where d.deleted_at is null and d.released
      and d.image_id = i.id)
  or exists (select from content.release w where w.state = 'waiting' and w.kind <> 'image'
      and (w.fields->>'coverId' = i.id::text or w.fields->>'imageId' = i.id::text
        or ${inBody(sql`w.fields->>'body'`)} or ${inBody(sql`w.fields->>'answer'`)}))
    as is_shown,
  (select jsonb_build_object('state', r.state, 'maker', m.name, 'checker', c.name,
      'reason', r.reason, 'madeAt', r.made_at, 'publishAt', null) || r.fields
    from content.release r join identity.operator m on m.id = r.maker_id
    left join identity.operator c on c.id = r.checker_id
    where r.kind = 'image' and r.subject_id = i.id and r.state in ('waiting', 'returned'))
    as release`;

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

/** Counts a version that waits as an edit; what the public sees does not change. */
export const touchImage = (tx: Tx, id: number) =>
  tx.one<{ version: number }>(sql`
    update content.image set version = version + 1 where id = ${id} returning version
  `);
