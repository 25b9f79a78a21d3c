// The decision of the second reader, and the editors' acts on what is public or waits for it.
import type { contentReleaseOffice, ReleaseKind } from '#contract/content/release.ts';
import type { TaskDetailSent } from '#contract/tasks/details.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions } from '../../call.ts';
import type { Work } from '../../work.ts';
import {
  assertVersion,
  type Checking,
  keepDecided,
  proposal,
  recordMove,
} from '../../tasks/front.ts';
import { adRelease, questionRelease } from '../answers/releasing.ts';
import { articleRelease } from '../article/releasing.ts';
import { recordChange } from '../changes.ts';
import { imageRelease } from '../picture/images.ts';
import { changesOf } from '../worded-history.ts';
import { closeRelease, openRelease, type Release } from './release-queries.ts';
import { type Editing, holdRelease, type Releasable, type Subject, takeBack } from './releases.ts';

const releasables: Record<ReleaseKind, Releasable> = {
  article: articleRelease,
  question: questionRelease,
  ad: adRelease,
  image: imageRelease,
};

/** Returns what the reader sees: the changes against the stored text, and the whole version. */
async function readingOf(
  work: Work,
  release: Release,
  subject: Subject,
): Promise<TaskDetailSent<'content_release'>> {
  const { kind, subjectId, maker, authorNames, publishAt, fields } = release;
  const changed = Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(subject.fields[name]),
    ),
  );
  return {
    kind,
    subjectId,
    maker,
    publishAt,
    authors: authorNames,
    isPublic: subject.isPublic,
    changes: subject.isPublic ? changesOf(subject.fields, changed) : [],
    article: null,
    question: null,
    ad: null,
    image: null,
    ...(await releasables[kind].preview(work, release)),
  };
}

/** Ends what waits, with the task as the second person has read it. */
async function decideRelease(
  work: Checking<'content_release'>,
  { release, subject }: { release: Release; subject: Subject },
  state: 'released' | 'returned',
): Promise<void> {
  const { tx, now, operator, task, reason } = work;
  await keepDecided(work, task.id, await readingOf(work, release, subject));
  await closeRelease(tx, { id: release.id, state, checkerId: operator.id, reason, now });
}

/** The second person reads exactly the version that they release. */
export const releaseTask = proposal('content_release', {
  async subject(work, task) {
    const kind = task.subjectType as ReleaseKind;
    const subject = await releasables[kind].lock(work, task.subjectId);
    const release = await openRelease(work.tx, kind, task.subjectId);
    return subject && release?.state === 'waiting' ? { kind, subject, release } : null;
  },
  async facts(work, task) {
    if (task.status === 'done') return null;
    const kind = task.subjectType as ReleaseKind;
    const release = await openRelease(work.tx, kind, task.subjectId);
    const subject = await releasables[kind].lock(work, task.subjectId);
    return release && subject && readingOf(work, release, subject);
  },
  async carryOut(work, found) {
    const { kind, release, subject } = found;
    if (subject.version !== release.subjectVersion) {
      const fields = { decision: '公開的內容已另有變更，請退回後重新送審' };
      throw new Refusal('DECISION_INVALID', { fields });
    }
    await decideRelease(work, found, 'released');
    await releasables[kind].release(work, release);
  },
  async onReturn(work, found) {
    await decideRelease(work, found, 'returned');
    return { from: 'waiting' };
  },
  // Each kind of text records its own release.
  audit: { returned: 'content.returned' },
});

/** Returns the text under a lock, its task locked before it. */
async function lockedSubject(work: Editing, kind: ReleaseKind, id: number): Promise<Subject> {
  await holdRelease(work, kind, id);
  const subject = await releasables[kind].lock(work, id);
  if (!subject) throw new Refusal(releasables[kind].notFound);
  return subject;
}

export const releaseActions: Actions<{ content: typeof contentReleaseOffice }>['content'] = {
  async takeDownContent(context, { kind, id, version, reason }) {
    const subject = await lockedSubject(context, kind, id);
    assertVersion(subject, version);
    if (subject.isFixed) throw new Refusal('CONTENT_FIXED');
    if (!subject.isPublic) throw new Refusal('CONTENT_HIDDEN');
    await takeBack(context, kind, id);
    await releasables[kind].hide?.(context, id);
    const move = { type: kind, id, action: 'content.withdrawn' as const, reason };
    await recordChange(context, { ...move, from: 'public', to: 'hidden' });
    return { data: { ok: true } };
  },

  async recallContent(context, { kind, id }) {
    await lockedSubject(context, kind, id);
    if (!(await takeBack(context, kind, id))) throw new Refusal('RELEASE_NOT_FOUND');
    const subject = { type: kind, id };
    await recordMove(context, { subject, action: 'content.recalled', from: 'waiting' });
    return { data: { ok: true } };
  },
};
