// What the release of an answer or an advertisement by a second person shows, changes and hides.
import type { AdFields, QuestionFields } from '#contract/content/support.ts';
import { imagesById } from '../article/article-queries.ts';
import { picturesIn, renderBody, withFigures } from '../article/body.ts';
import { figuresNow } from '../article/figures.ts';
import { pictureView } from '../article/view.ts';
import { recordChange } from '../changes.ts';
import type { Releasable } from '../release/releases.ts';
import { adView, editedAd, putQuestion } from './answers.ts';
import {
  hideAd,
  hideQuestion,
  officeAd,
  officeQuestion,
  updateAd,
  updateQuestion,
} from './support-office-queries.ts';

const released = { action: 'content.released', from: 'waiting', to: 'public' } as const;

export const questionRelease: Releasable = {
  notFound: 'QUESTION_NOT_FOUND',

  async lock({ tx }, id) {
    const row = await officeQuestion(tx, id);
    if (!row) return null;
    const { version, updatedBy, published: isPublic } = row;
    return { version, updatedBy, isPublic, fields: row, isFixed: false };
  },

  async preview(work, release) {
    const { audience, category, question, answer } = release.fields as unknown as QuestionFields;
    const figures = await figuresNow(work);
    const images = await imagesById(work.tx, picturesIn(answer));
    const pictures = new Map(images.map((image) => [image.id, pictureView(image)]));
    const { html } = renderBody(answer, figures, pictures);
    return { question: { audience, category, html, question: withFigures(question, figures) } };
  },

  async release(work, { subjectId: id, fields, makerId: by }) {
    const { tx, now } = work;
    const before = await officeQuestion(tx, id);
    const after = fields as unknown as QuestionFields;
    await updateQuestion(tx, id, { ...after, now, by, authors: [] });
    await putQuestion(work, id, after);
    await recordChange(work, { ...released, type: 'question', id, before: before ?? {}, after });
  },

  async hide({ tx, now, operator }, id) {
    await hideQuestion(tx, id, { now, by: operator.id });
  },
};

export const adRelease: Releasable = {
  notFound: 'AD_NOT_FOUND',

  async lock({ tx }, id) {
    const row = await officeAd(tx, id);
    if (!row) return null;
    const { version, updatedBy, released: isPublic } = row;
    return { version, updatedBy, isPublic, fields: row, isFixed: false };
  },

  async preview(work, release) {
    const row = await officeAd(work.tx, release.subjectId);
    if (!row) return {};
    const { title, text, ...ad } = adView(await editedAd(work, row, release), work.today);
    const figures = await figuresNow(work);
    const { link, label, startsOn, endsOn, image } = ad;
    const said = { title: withFigures(title, figures), text: withFigures(text, figures) };
    return { ad: { ...said, link, label, startsOn, endsOn, image } };
  },

  async release(work, { subjectId: id, fields, makerId: by }) {
    const before = await officeAd(work.tx, id);
    const after = fields as unknown as AdFields;
    await updateAd(work.tx, id, { ...after, now: work.now, by });
    await recordChange(work, { ...released, type: 'ad', id, before: before ?? {}, after });
  },

  async hide({ tx, now, operator }, id) {
    await hideAd(tx, id, { now, by: operator.id });
  },
};
