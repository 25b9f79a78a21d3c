// Message texts in the office: proposed by one person, agreed to by another, tested on oneself.
import type { messagesLists } from '#contract/messages/lists.ts';
import type { ServerFullWording, wordingsOffice } from '#contract/messages/calls.ts';
import { Refusal } from '#contract/refusals.ts';
import {
  commonVariables,
  filled,
  smsParts,
  wayText,
  type WordingWay,
  wordingProblems,
} from '#contract/core/wording.ts';
import type { Actions, Operator } from '../call.ts';
import type { Work } from '../work.ts';
import { tellOfChange } from '../identity/front.ts';
import { hostOf, sendMail } from '../notices/front.ts';
import { hooks } from '../hooks.ts';
import { closeTask, recordMove, type Checking, proposal } from '../tasks/front.ts';
import { type Kind, waysOf, type Wording, wordingsOf } from '../notices/rules.ts';
import {
  allInForce,
  decideWording,
  insertVersion,
  lockWaiting,
  taskOfWording,
  type VersionRow,
  versionsOf,
  wordingById,
} from './queries.ts';
import { shortList } from '../tables/table.ts';

type Calls = Actions<{
  messages: typeof wordingsOffice & Pick<typeof messagesLists, 'listWordings'>;
}>['messages'];
type Written = { way: WordingWay; title: string; body: string };

function kindOf(work: Work, key: string): Kind {
  const kind = hooks.kinds.find((one) => one.key === key);
  if (!kind) throw new Refusal('NOT_FOUND');
  return kind;
}

const variablesOf = (kind: Pick<Kind, 'variables' | 'must'>) =>
  Object.entries({ ...kind.variables, ...commonVariables }).map(([name, [meaning, sample]]) => ({
    name,
    meaning,
    sample,
    must: kind.must?.includes(name) ?? false,
  }));

/** What a message to many may contain: the variables of all texts. */
const COMMON = { variables: {} };

/**
 * Refuses WORDING_INVALID if a variable is unknown or missing, if a link leads to another site, or
 * if a number of six digits or more is spelled out.
 */
export function assertWritten(
  work: Work,
  written: Written,
  kind: Pick<Kind, 'variables' | 'must'> = COMMON,
): void {
  const variables = variablesOf(kind);
  const fields = wordingProblems(written, { variables, host: hostOf(work) });
  if (Object.keys(fields).length > 0) throw new Refusal('WORDING_INVALID', { fields });
}

const wordsOf = ({ title, body }: Pick<VersionRow, 'title' | 'body'>): Wording | null =>
  body === null ? null : { title: title ?? '', body };

/** Of versions, newest first, the one in force: two agreed to it, and its time has come. */
const inForceOf = (rows: readonly VersionRow[], now: Date) =>
  rows.find(({ state, effectiveAt }) => state === 'approved' && effectiveAt <= now);

function stateOf(row: VersionRow, current: VersionRow | undefined) {
  if (row.state !== 'approved') return row.state;
  if (row === current) return 'current' as const;
  return row.version > (current?.version ?? 0) ? ('coming' as const) : ('past' as const);
}

/**
 * Returns what one person may put back: the last text before the one in force to which two agreed,
 * or else the default text as version 0. A text that was put back counts as the version it repeats,
 * so that nobody goes back and forth alone. Null if there is only the default text.
 */
function restorable(rows: readonly VersionRow[], byDefault: Wording, now: Date) {
  const current = inForceOf(rows, now);
  const isOpen = ({ state, version }: VersionRow) =>
    state === 'waiting' || (state === 'approved' && version > (current?.version ?? 0));
  if ((!current || wordsOf(current) === null) && !rows.some(isOpen)) return null;
  const before = current ? (current.restoredFrom ?? current.version) : 0;
  const last = rows.find(
    ({ version, state, checker }) => version < before && state === 'approved' && checker !== null,
  );
  return { version: last?.version ?? 0, words: (last && wordsOf(last)) ?? byDefault };
}

function versionView(row: VersionRow, current: VersionRow | undefined) {
  return {
    version: row.version,
    words: wordsOf(row),
    reason: row.reason,
    by: row.by ?? '同仁',
    madeAt: row.madeAt,
    effectiveAt: row.effectiveAt,
    checker: row.checker,
    state: stateOf(row, current),
  };
}

async function fullView(work: Work, kind: Kind): Promise<{ data: ServerFullWording }> {
  const { now, tx, services } = work;
  const byWay = Map.groupBy(await versionsOf(tx, kind.key), ({ way }) => way);
  const inForce = new Map([...byWay].map(([way, rows]) => [way, inForceOf(rows, now)]));
  const own = Object.fromEntries(
    [...inForce].flatMap(([way, row]) => {
      const words = row && wordsOf(row);
      return words ? [[way, words]] : [];
    }),
  );
  const [byDefault, current] = [wordingsOf(kind, {}), wordingsOf(kind, own)];
  const waiting = [...byWay.values()].flat().filter(({ state }) => state === 'waiting');
  const tasks = new Map<WordingWay, number | null>();
  for (const { id, way } of waiting) tasks.set(way, (await taskOfWording(tx, id))?.id ?? null);
  const changes = [...inForce.values()].flatMap((row) => (row ? [row.effectiveAt] : []));
  return {
    data: {
      key: kind.key,
      name: kind.name,
      category: kind.category,
      ways: waysOf(kind),
      own: Object.keys(own) as WordingWay[],
      changedAt: changes.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null,
      always: kind.email === 'always' || kind.isLetterOnly === true,
      variables: variablesOf(kind),
      byWay: waysOf(kind).map((way) => ({
        way,
        byDefault: byDefault[way],
        current: current[way],
        version: byWay.get(way)?.[0]?.version ?? 0,
        versions: (byWay.get(way) ?? []).map((row) => versionView(row, inForce.get(way))),
        last: restorable(byWay.get(way) ?? [], byDefault[way], now),
        taskId: tasks.get(way) ?? null,
      })),
      host: hostOf(work),
      prefix: `【${services.config.brand.name}】`,
    },
  };
}

const subjectOf = (id: number) => ({ type: 'wording', id }) as const;
const labelOf = ({ name }: Kind, way: WordingWay) => `${name}（${wayText[way]}）`;

/**
 * Adds the next version of a text; one that still waits is withdrawn. Refuses CONTENT_CHANGED,
 * naming the other operator, if there is a newer version than the one that this operator has seen.
 */
async function insertNext(
  work: Work & { operator: Operator },
  row: Omit<Parameters<typeof insertVersion>[1], 'by' | 'now'>,
): Promise<number> {
  const { now, operator, tx } = work;
  const rows = (await versionsOf(tx, row.kind)).filter(({ way }) => way === row.way);
  const [newest] = rows;
  const changed = () => new Refusal('CONTENT_CHANGED', { data: { by: newest?.by ?? null } });
  if ((newest?.version ?? 0) !== row.version - 1) throw changed();
  for (const { id } of rows.filter(({ state }) => state === 'waiting')) {
    // The task is locked before the version, in the same order as in a decision.
    await closeTask(work, 'wording_check', subjectOf(id), 'again');
    await decideWording(tx, { id, state: 'withdrawn', by: operator.id, now });
  }
  const made = await insertVersion(tx, { ...row, by: operator.id, now });
  if (!made) throw changed();
  const before = inForceOf(rows, now);
  await recordMove(work, {
    subject: subjectOf(made.id),
    action: row.state === 'waiting' ? 'wording.written' : 'wording.restored',
    from: newest?.version ?? 0,
    to: row.version,
    reason: row.reason,
    snapshot: {
      kind: row.kind,
      way: row.way,
      effectiveAt: row.effectiveAt,
      before: before ? wordsOf(before) : null,
      after: row.words,
    },
  });
  return made.id;
}

/** Records the second person's decision and tells the admins; returns what the audit row says. */
async function decideText(
  work: Checking<'wording_check'>,
  { row, kind }: { row: VersionRow; kind: Kind },
  { state, step }: { state: 'approved' | 'returned'; step: string },
) {
  const { now, operator, tx } = work;
  const { id, way, version } = row;
  await decideWording(tx, { id, state, by: operator.id, now });
  const about = { step, act: '改寫通知內容', what: labelOf(kind, way) };
  await tellOfChange(work, about, `/wordings/${kind.key}`);
  return { from: 'waiting', to: state, snapshot: { kind: kind.key, way, version } };
}

/** The second person reads the text in force and the new one, with samples. */
export const wordingTask = proposal('wording_check', {
  async subject(work, { subjectId }) {
    const { tx } = work;
    const row = (await lockWaiting(tx, subjectId)) && (await wordingById(tx, subjectId));
    return row && { row, kind: kindOf(work, row.kind) };
  },
  async facts(work, { subjectId }) {
    const row = await wordingById(work.tx, subjectId);
    const kind = row && hooks.kinds.find(({ key }) => key === row.kind);
    if (!kind) return null;
    const { key, name, variables, prefix, byWay } = (await fullView(work, kind)).data;
    const { way, reason, effectiveAt, version } = row;
    const of = byWay.find((one) => one.way === way)!;
    const before = of.versions.find(
      (one) => one.version < version && ['current', 'past'].includes(one.state),
    );
    return {
      kind: { key, name, variables, prefix },
      way,
      reason,
      effectiveAt,
      before: before?.words ?? of.byDefault,
      after: wordsOf(row) ?? of.byDefault,
    };
  },
  carryOut: (work, found) => decideText(work, found, { state: 'approved', step: '核可' }),
  onReturn: (work, found) => decideText(work, found, { state: 'returned', step: '退回' }),
  // What is written, and what is put back by one person, is recorded in the same way: `insertNext`.
  audit: { approved: 'wording.approved', returned: 'wording.returned' },
});

export const wordingActions: Calls = {
  listWordings: shortList(async ({ tx, now }, { q = '', category, words }) => {
    const byKind = Map.groupBy(await allInForce(tx, now), ({ kind }) => kind);
    const all = hooks.kinds.map((kind) => {
      const rows = byKind.get(kind.key) ?? [];
      const times = rows.map(({ changedAt }) => changedAt.getTime());
      return {
        key: kind.key,
        name: kind.name,
        category: kind.category,
        ways: waysOf(kind),
        own: rows.filter(({ isOwn }) => isOwn).map(({ way }) => way),
        changedAt: times.length > 0 ? new Date(Math.max(...times)) : null,
      };
    });
    const data = all.filter(
      (row) =>
        row.name.includes(q) &&
        (category === undefined || row.category === category) &&
        (words === undefined || row.own.length > 0),
    );
    return { data };
  }),

  getWording: (context, { key }) => fullView(context, kindOf(context, key)),

  async writeWording(context, { key, way, words, reason, effectiveAt, version }) {
    const { now, operator } = context;
    const kind = kindOf(context, key);
    if (!waysOf(kind).includes(way)) throw new Refusal('NOT_FOUND');
    assertWritten(context, { way, ...words }, kind);
    const from = effectiveAt ?? now;
    if (from < now) {
      throw new Refusal('WORDING_INVALID', { fields: { effectiveAt: '生效時間請填現在之後' } });
    }
    const row = { kind: key, way, version: version + 1, words, reason, effectiveAt: from };
    const id = await insertNext(context, { ...row, state: 'waiting', restoredFrom: null });
    const label = labelOf(kind, way);
    const subject = { ...subjectOf(id), label };
    await wordingTask.propose(context, { subject, makerId: operator.id });
    const about = { step: '提出', act: '改寫通知內容', what: label };
    await tellOfChange(context, about, `/wordings/${key}`);
    return fullView(context, kind);
  },

  async restoreWording(context, { key, way, reason, version }) {
    const { now, tx } = context;
    const kind = kindOf(context, key);
    if (!waysOf(kind).includes(way)) throw new Refusal('NOT_FOUND');
    const rows = (await versionsOf(tx, key)).filter((row) => row.way === way);
    const last = restorable(rows, wordingsOf(kind, {})[way], now);
    if (!last) throw new Refusal('NOTHING_TO_RESTORE');
    await insertNext(context, {
      kind: key,
      way,
      version: version + 1,
      reason,
      effectiveAt: now,
      words: last.version === 0 ? null : last.words,
      state: 'approved',
      restoredFrom: last.version,
    });
    const about = { step: '執行', act: '回復前一版通知內容', what: labelOf(kind, way) };
    await tellOfChange(context, about, `/wordings/${key}`);
    return fullView(context, kind);
  },

  /**
   * A text message is tested as a mail with the same text, because no message may be sent to a
   * number that an operator types in.
   */
  async testWording(context, { key, ...written }) {
    const kind = kindOf(context, key);
    if (!waysOf(kind).includes(written.way)) throw new Refusal('NOT_FOUND');
    assertWritten(context, written, kind);
    const { brand } = context.services.config;
    const samples = {
      ...Object.fromEntries(variablesOf(kind).map(({ name, sample }) => [name, sample])),
      brand: brand.name,
      servicePhone: brand.phone,
      host: hostOf(context),
    };
    const body = filled(written.body, samples);
    const title = filled(written.title, samples);
    const text = `【${brand.name}】${body}`;
    const { operator } = context;
    await sendMail(
      context,
      written.way === 'sms'
        ? {
            to: operator.email,
            subject: `（測試）簡訊：${kind.name}`,
            paragraphs: [text, `共 ${text.length} 字，以 ${smsParts(text)} 則計費。`],
          }
        : { to: operator.email, subject: `（測試）${title}`, paragraphs: body.split(/\n{2,}/) },
      { kind: 'messages.test' },
    );
    await recordMove(context, {
      subject: { type: 'operator', id: operator.id },
      action: 'wording.tested',
      snapshot: { kind: key, way: written.way },
    });
    return { data: { ok: true } };
  },
};
