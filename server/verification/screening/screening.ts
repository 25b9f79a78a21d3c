// Compares members with the list of sanctioned persons. Whoever resembles an entry is judged by two
// persons; until then, and if they confirm it, the member's money is held. Members notice nothing.
import type { ScreeningEntry } from '#contract/verification/tasks.ts';
import { Refusal } from '#contract/refusals.ts';
import type { TaskHandler, TaskRow } from '../../hooks.ts';
import type { Services } from '../../services.ts';
import type { Job } from '../../jobs/job.ts';
import {
  comparableName,
  type ScreeningList,
  type ScreeningMatch,
} from '../../adapters/screening/screening.ts';
import { maskedIdNumber, maskedName } from '../../identity/rules.ts';
import { closeTask, keepDecided, openTask, recordMove } from '../../tasks/front.ts';
import { type Work, inWork } from '../../work.ts';
import { lockProfile, type ProfileRow, readProfile } from '../queries.ts';
import {
  decideHits,
  type HitRow,
  hitsOf,
  insertHit,
  lockHits,
  lockOutdated,
  lockUnscreened,
  markScreened,
  outdated,
  type ScreenedRow,
  setHit,
  unscreened,
} from './screening-queries.ts';

export { heldBy } from './screening-queries.ts';

const AT_ONCE = 200;

/**
 * The member is the subject under a type of its own, because members can download the audit rows
 * about themselves.
 */
const subjectOf = (memberId: number) => ({ type: 'screening', id: memberId }) as const;

type Personal = { name: string; idNumber: string; birthday: string };

function personalOf({ secrets }: Pick<Services, 'secrets'>, row: ScreenedRow): Personal {
  const opened = (column: 'name' | 'id_number' | 'birthday', sealed: string) =>
    secrets.decrypt(`verification.profile.${column}`, row.memberId, sealed);
  return {
    name: opened('name', row.name),
    idNumber: opened('id_number', row.idNumber),
    birthday: opened('birthday', row.birthday),
  };
}

/** Returns a hash that changes with everything on which a person's judgement of a hit depends. */
function entryHashOf(
  { secrets }: Services,
  memberId: number,
  { name, birthdays, list, grounds }: ScreeningMatch,
  person: Personal,
): string {
  const judged = [memberId, name, birthdays, list, grounds];
  const text = JSON.stringify([...judged, comparableName(person.name), person.birthday]);
  return secrets.fingerprint('screening', text);
}

/** Returns the next state of a known hit, after its entry was found again or not. */
function nextOf({ status, decidedAt }: HitRow, isListed: boolean) {
  if (isListed) return { isListed, status: status === 'gone' ? 'open' : status } as const;
  if (status === 'open' && decidedAt === null) return { isListed, status: 'gone' } as const;
  // The reason for holding the money is gone, but only two persons may release it.
  return { isListed, status: status === 'confirmed' ? 'open' : status } as const;
}

/** Updates the hits of one member, and opens or closes the task about them. */
async function updateHits(
  work: Work,
  memberId: number,
  person: Personal,
  known: readonly HitRow[],
  matches: readonly ScreeningMatch[],
): Promise<void> {
  const { services, tx, now } = work;
  const found = new Map(
    matches.map((match) => [entryHashOf(services, memberId, match, person), match]),
  );
  let opened = 0;
  let open = 0;
  for (const hit of known) {
    const next = nextOf(hit, found.has(hit.entryHash));
    if (next.status !== hit.status || next.isListed !== hit.isListed)
      await setHit(tx, hit.id, next);
    if (next.status === 'open') open += 1;
    if (next.status === 'open' && hit.status !== 'open') opened += 1;
    found.delete(hit.entryHash);
  }
  for (const [entryHash, match] of found) {
    const text = JSON.stringify(match);
    const entry = services.secrets.encrypt('verification.screening_hit.entry', memberId, text);
    await insertHit(tx, { memberId, entryHash, entry, now });
  }
  opened += found.size;
  open += found.size;
  const subject = subjectOf(memberId);
  if (opened > 0) {
    await recordMove(work, { subject, action: 'screening.hit', snapshot: { hits: opened } });
    await askToJudge(work, memberId, person.name);
  } else if (open === 0 && known.some(({ status }) => status === 'open')) {
    await closeTask(work, 'screening_review', subject, 'unlisted');
    await recordMove(work, { subject, action: 'screening.unlisted' });
  }
}

const labelled = (memberId: number, name: string) => ({
  ...subjectOf(memberId),
  label: maskedName(name),
});

const askToJudge = (work: Work, memberId: number, name: string) =>
  openTask(work, { kind: 'screening_review', subject: labelled(memberId, name) });

/**
 * Compares these members and marks them as compared, except those whose data cannot be read; calls
 * `unread` for each of those.
 */
async function compare(
  work: Work,
  list: ScreeningList,
  rows: readonly ScreenedRow[],
  unread: (memberId: number, error: unknown) => void,
) {
  const { services, tx } = work;
  const people = rows.flatMap((row) => {
    try {
      return [{ memberId: row.memberId, person: personalOf(services, row) }];
    } catch (error) {
      unread(row.memberId, error);
      return [];
    }
  });
  const ids = people.map(({ memberId }) => memberId);
  const known = Map.groupBy(await hitsOf(tx, ids), ({ memberId }) => memberId);
  for (const { memberId, person } of people) {
    const matches = list.matches(person);
    const own = known.get(memberId) ?? [];
    if (matches.length + own.length === 0) continue;
    await updateHits(work, memberId, person, own, matches);
  }
  await markScreened(tx, ids, list.version);
}

/**
 * Compares members in batches, each in a transaction of its own, so that a restart goes on. Throws
 * at the end if the data of a member could not be read.
 */
async function compareAll(
  services: Services,
  list: ScreeningList,
  lock: (tx: Work['tx'], after: number) => Promise<ScreenedRow[]>,
): Promise<void> {
  const failures: unknown[] = [];
  const unread = (memberId: number, error: unknown) => {
    services.log.error({ err: error, memberId }, 'a member could not be compared with the list');
    failures.push(error);
  };
  let after = 0;
  for (let count = AT_ONCE; count === AT_ONCE && !services.leaving.aborted;) {
    count = await inWork(services, async (work) => {
      const rows = await lock(work.tx, after);
      await compare(work, list, rows, unread);
      after = rows.at(-1)?.memberId ?? after;
      return rows.length;
    });
  }
  if (failures.length > 0) throw failures[0];
}

export const screeningJobs: readonly Job[] = [
  {
    name: 'verification.screen',
    each: 'minute',
    due: ({ services }) => (services.screening ? [unscreened] : []),
    /** Compares the members whose data are new or changed. */
    async run(services) {
      if (!services.screening) return;
      const list = await services.screening.current();
      await compareAll(services, list, (tx, after) => lockUnscreened(tx, after, AT_ONCE));
    },
  },
  {
    name: 'verification.rescreen',
    each: 'day',
    due: async ({ services }) =>
      services.screening ? [outdated((await services.screening.current()).version)] : [],
    /** Compares everybody again if the list has changed. */
    async run(services) {
      if (!services.screening) return;
      const list = await services.screening.current();
      const { version } = list;
      await compareAll(services, list, (tx, after) => lockOutdated(tx, after, AT_ONCE, version));
    },
  },
];

function entryView({ services: { secrets } }: Work, hit: HitRow): ScreeningEntry {
  const text = secrets.decrypt('verification.screening_hit.entry', hit.memberId, hit.entry);
  return { ...(JSON.parse(text) as ScreeningMatch), isListed: hit.isListed };
}

const nameIn = ({ services: { secrets } }: Work, { memberId, name }: ProfileRow) =>
  name === null ? '' : secrets.decrypt('verification.profile.name', memberId, name);

function memberView(work: Work, profile: ProfileRow | null) {
  if (!profile?.name || !profile.idNumber || !profile.birthday) return null;
  const { memberId, name, idNumber, birthday } = profile;
  const person = personalOf(work.services, { memberId, name, idNumber, birthday });
  return {
    id: memberId,
    name: person.name,
    birthday: person.birthday,
    idNumberMasked: maskedIdNumber(person.idNumber),
  };
}

/** Returns the hits that a task is about: those that were judged, or all that are open. */
function hitsIn(task: TaskRow<'screening_review'>, hits: readonly HitRow[]): HitRow[] {
  const judged = task.detail.hits;
  return hits.filter(({ id, status }) => (judged ? judged.includes(id) : status === 'open'));
}

/** One person states whether the member is the listed person, and another approves. */
export const screeningReview: TaskHandler<'screening_review'> = {
  async detail(work, task) {
    const hits = await hitsOf(work.tx, [task.subjectId]);
    return {
      ...task.detail,
      member: memberView(work, await readProfile(work.tx, task.subjectId)),
      entries: hitsIn(task, hits).map((hit) => entryView(work, hit)),
    };
  },

  async decide(work, task, { decision, reason }) {
    const { makerId, subjectId: memberId } = task;
    const stage = makerId === null ? ['clear', 'confirm'] : ['approve', 'return'];
    if (!stage.includes(decision)) throw new Refusal('DECISION_INVALID');
    const profile = await lockProfile(work.tx, memberId, work.now);
    const subject = labelled(memberId, nameIn(work, profile));
    const open = { kind: 'screening_review', subject } as const;
    const hits = hitsIn(task, await lockHits(work.tx, memberId)).map(({ id }) => id);
    await keepDecided(work, task.id, { hits });
    if (decision === 'approve') {
      await settle(work, memberId, hits, task.detail.proposed ?? 'confirmed');
      // Hits that were found after the first person's judgement.
      const left = (await hitsOf(work.tx, [memberId])).some(({ status }) => status === 'open');
      if (left) await openTask(work, open);
    } else if (decision === 'return') {
      await openTask(work, { ...open, detail: { returned: reason ?? null } });
    } else {
      const proposed = decision === 'clear' ? 'cleared' : 'confirmed';
      const detail = { hits, proposed, why: reason ?? null } as const;
      await openTask(work, { ...open, detail, makerId: work.operator.id });
    }
  },
};

async function settle(
  work: Work,
  memberId: number,
  hits: readonly number[],
  status: 'cleared' | 'confirmed',
): Promise<void> {
  await decideHits(work.tx, hits, status, work.now);
  await recordMove(work, {
    subject: subjectOf(memberId),
    action: `screening.${status}`,
    snapshot: { hits: hits.length },
  });
}

/**
 * Lets two persons judge confirmed hits again, for example because of new documents; the money
 * stays held. Refuses NOT_FOUND if nothing is confirmed.
 */
export async function reopenHits(work: Work, memberId: number, reason: string): Promise<void> {
  const profile = await lockProfile(work.tx, memberId, work.now);
  const confirmed = (await lockHits(work.tx, memberId)).filter(
    ({ status }) => status === 'confirmed',
  );
  if (confirmed.length === 0) throw new Refusal('NOT_FOUND');
  for (const { id, isListed } of confirmed) await setHit(work.tx, id, { status: 'open', isListed });
  await recordMove(work, { subject: subjectOf(memberId), action: 'screening.reopened', reason });
  await askToJudge(work, memberId, nameIn(work, profile));
}
