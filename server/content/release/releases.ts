// Presents a version of a text to a second person, takes it back, and says what waits.
import type { ReleaseKind } from '#contract/content/release.ts';
import type { TaskDetailSent } from '#contract/tasks/details.ts';
import { subjectText } from '#contract/core/subject-words.ts';
import { Refusal, type RefusalCode } from '#contract/refusals.ts';
import type { Operator } from '../../call.ts';
import type { Work } from '../../work.ts';
import {
  changedFields,
  closeTask,
  type Fields,
  holdTask,
  openTask,
  recordMove,
} from '../../tasks/front.ts';
import { closeRelease, insertRelease, openRelease, type Release } from './release-queries.ts';

export type Editing = Work & { operator: Operator };

const TASK = 'content_release';

/** A text as it is stored, while its row is locked. */
export type Subject = {
  version: number;
  updatedBy: string | null;
  fields: Fields;
  isPublic: boolean;
  /** Whether pages of the site link to it, so that it cannot be taken down. */
  isFixed: boolean;
};

/** What the release of a kind of text needs from the feature's code for it. */
export type Releasable = {
  notFound: RefusalCode & `${string}_NOT_FOUND`;
  /** Locks the text; returns null if it does not exist any more. */
  lock(work: Work, id: number): Promise<Subject | null>;
  /** Returns the version as the public will see it. */
  preview(
    work: Work,
    release: Release,
  ): Promise<Pick<TaskDetailSent<typeof TASK>, 'article' | 'question' | 'ad' | 'image'>>;
  /** Makes the version the public one. */
  release(work: Editing, release: Release): Promise<void>;
  /** Hides the text from the public; missing if that is never done to this kind. */
  hide?(work: Editing, id: number): Promise<void>;
};

/** Returns a version for the editor's page. */
export const releaseView = (release: Release | null) =>
  release && {
    state: release.state,
    maker: release.maker,
    checker: release.checker,
    reason: release.reason,
    madeAt: release.madeAt,
    publishAt: release.publishAt,
  };

/**
 * Locks the open task of a text. Call it before the text itself is locked, because a decision locks
 * in this order.
 */
export async function holdRelease(work: Work, kind: ReleaseKind, id: number): Promise<void> {
  await holdTask(work, TASK, { type: kind, id });
}

/** Returns the version that was returned or recalled; refuses CONTENT_WAITING if one waits. */
export async function returnedRelease(
  { tx }: Work,
  kind: ReleaseKind,
  id: number,
): Promise<Release | null> {
  const open = await openRelease(tx, kind, id);
  if (open?.state === 'waiting') throw new Refusal('CONTENT_WAITING');
  return open;
}

/** Returns everybody who has written a text since its last release, with the operator. */
export const authorsOf = (
  { authors }: { authors: readonly number[] },
  returned: Release | null,
  operator: Operator,
): number[] => [...new Set([...authors, ...(returned?.authors ?? []), operator.id])];

/** Drops the open version, because another one replaces it or the text is deleted. */
export async function supersede(work: Work, kind: ReleaseKind, id: number): Promise<void> {
  const open = await openRelease(work.tx, kind, id);
  if (!open) return;
  await closeTask(work, TASK, { type: kind, id }, 'superseded');
  const closed = { id: open.id, checkerId: null, reason: null, now: work.now };
  await closeRelease(work.tx, { ...closed, state: 'superseded' });
}

/** Gives the version that waits back to its editors. Returns false if none waits. */
export async function takeBack(work: Work, kind: ReleaseKind, id: number): Promise<boolean> {
  const open = await openRelease(work.tx, kind, id);
  if (open?.state !== 'waiting') return false;
  await closeTask(work, TASK, { type: kind, id }, 'recalled');
  const closed = { id: open.id, checkerId: null, reason: null, now: work.now };
  await closeRelease(work.tx, { ...closed, state: 'returned' });
  return true;
}

/**
 * Presents a version of a text to a second person: the public sees it once somebody who wrote none
 * of it has released it. `subject.version` is the edit counter after this change.
 */
export async function present(
  work: Editing,
  of: {
    kind: ReleaseKind;
    id: number;
    version: number;
    title: string;
    before: Fields;
    fields: Fields;
    publishAt?: Date | null;
    /** Who has written the stored draft since its last release. */
    authors?: readonly number[];
  },
): Promise<void> {
  const { tx, now, operator } = work;
  const { kind, id, title, before, fields, version, publishAt = null, authors = [] } = of;
  const returned = await returnedRelease(work, kind, id);
  await supersede(work, kind, id);
  const makers = authorsOf({ authors }, returned, operator);
  await insertRelease(tx, {
    kind,
    fields,
    publishAt,
    now,
    subjectId: id,
    subjectVersion: version,
    makerId: operator.id,
    authors: makers,
  });
  const subject = { type: kind, id };
  const label = `${subjectText[kind]}「${title}」`;
  await openTask(work, {
    kind: TASK,
    subject: { ...subject, label },
    makerId: operator.id,
    otherMakers: makers,
  });
  const snapshot = changedFields(before, { ...fields, ...(publishAt && { publishAt }) });
  await recordMove(work, { subject, action: 'content.submitted', to: 'waiting', snapshot });
}
