// Pictures in the office: uploading, describing, and setting the focal point.
import type { contentLists } from '#contract/content/lists.ts';
import type { contentOffice } from '#contract/content/office.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, FilterOf } from '../../call.ts';
import type { Work } from '../../work.ts';
import { reader } from '../../tables/table.ts';
import { assertVersion } from '../../tasks/front.ts';
import { recordChange } from '../changes.ts';
import {
  countImages,
  insertImage,
  type OfficeImage,
  officeImage,
  officeImages,
  touchImage,
  updateImage,
} from './image-queries.ts';
import { pictureView } from '../article/view.ts';
import {
  type Releasable,
  holdRelease,
  present,
  returnedRelease,
  supersede,
} from '../release/releases.ts';

type Calls = Pick<
  typeof contentOffice & Pick<typeof contentLists, 'listImages'>,
  'listImages' | 'uploadImage' | 'saveImage'
>;

/**
 * Minimum width of an uploaded picture, because a narrower one would be blurred as a cover on any
 * screen.
 */
const WIDTH_MIN = 640;
/** Characters of a description in the title of its task. */
const LABEL_MAX = 30;

const view = (image: OfficeImage) => ({
  ...pictureView(image),
  kind: image.drawn ? ('drawn' as const) : ('uploaded' as const),
  createdAt: image.createdAt,
  uses: image.uses,
  version: image.version,
  release: image.release,
});

export const images = reader({
  of: (_work: Work, filter: FilterOf<Calls['listImages']>) => filter,
  rows: ({ tx }, _all, part) => officeImages(tx, part),
  view: (image: OfficeImage) => view(image),
  beside: ({ tx }) => countImages(tx),
});

export const imageActions: Actions<{ content: Calls }>['content'] = {
  listImages: images,

  async uploadImage(context, { alt, focalX, focalY }) {
    const { tx, now, files } = context;
    const [file] = files;
    if (!file?.width || !file.height) throw new Refusal('FILES_MISSING');
    const { stored, width, height } = file;
    if (width < WIDTH_MIN) throw new Refusal('IMAGE_SMALL');
    const { id } = await insertImage(tx, { stored, width, height, alt, focalX, focalY, now });
    const after = { alt, width, height, focalX, focalY };
    await recordChange(context, { type: 'image', id, action: 'image.uploaded' as const, after });
    return { data: view((await officeImage(tx, id))!) };
  },

  async saveImage(context, { id, version, ...fields }) {
    const { tx } = context;
    await holdRelease(context, 'image', id);
    const row = await officeImage(tx, id);
    if (!row) throw new Refusal('IMAGE_NOT_FOUND');
    assertVersion(row, version);
    await returnedRelease(context, 'image', row.id);
    if (row.isShown) {
      const { version: next } = await touchImage(tx, row.id);
      const of = {
        id: row.id,
        version: next,
        title: fields.alt.slice(0, LABEL_MAX),
        before: row,
        fields,
      };
      await present(context, { kind: 'image', ...of });
      return { data: view((await officeImage(tx, row.id))!) };
    }
    await supersede(context, 'image', row.id);
    await updateImage(tx, { id: row.id, ...fields });
    const change = { type: 'image' as const, id: row.id, action: 'image.saved' as const };
    await recordChange(context, { ...change, before: row, after: fields });
    return { data: view((await officeImage(tx, row.id))!) };
  },
};

type Described = { alt: string; focalX: number; focalY: number };

export const imageRelease: Releasable = {
  notFound: 'IMAGE_NOT_FOUND',

  async lock({ tx }, id) {
    const row = await officeImage(tx, id);
    if (!row) return null;
    const { alt, focalX, focalY, version } = row;
    const fields = { alt, focalX, focalY };
    return { version, fields, updatedBy: null, isPublic: true, isFixed: true };
  },

  async preview({ tx }, { subjectId, fields }) {
    const row = await officeImage(tx, subjectId);
    return row ? { image: pictureView({ ...row, ...(fields as unknown as Described) }) } : {};
  },

  async release(work, { subjectId: id, fields }) {
    const before = await officeImage(work.tx, id);
    const after = fields as unknown as Described;
    await updateImage(work.tx, { id, ...after });
    const move = { type: 'image', id, action: 'content.released' } as const;
    await recordChange(work, {
      ...move,
      from: 'waiting',
      to: 'public',
      before: before ?? {},
      after,
    });
  },
};
