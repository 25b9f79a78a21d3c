// Message texts in the office: listed by kind, changed by new versions, sent to oneself as a test.
import type { ServerFullWording, wordingsOffice } from '#contract/messages/calls.ts';
import { Refusal } from '#contract/refusals.ts';
import { filled, smsParts, type WordingWay, wordingProblems } from '#contract/core/wording.ts';
import type { Actions, Work } from '../action.ts';
import { hostOf, sendMail } from '../notices/actions.ts';
import { commonVariables, type Kind, waysOf, type Wording, wordingsOf } from '../notices/rules.ts';
import { recordMove } from '../tasks/actions.ts';
import { allInForce, insertVersion, type VersionRow, versionsOf } from './queries.ts';

type Calls = Actions<{ messages: typeof wordingsOffice }>['messages'];
type Written = { way: WordingWay; title: string; body: string };

function kindOf(work: Work, key: string): Kind {
  const kind = work.services.hooks.kinds.find((one) => one.key === key);
  if (!kind) throw new Refusal('NOT_FOUND');
  return kind;
}

const variablesOf = (kind: Kind) =>
  Object.entries({ ...kind.variables, ...commonVariables }).map(([name, [meaning, sample]]) => ({
    name,
    meaning,
    sample,
    must: kind.must?.includes(name) ?? false,
  }));

/**
 * Refuses WORDING_INVALID if a variable is unknown or missing, or if a link leads to another site.
 */
export function assertWritten(work: Work, written: Written, kind?: Kind): void {
  const variables = kind ? variablesOf(kind) : [];
  const fields = wordingProblems(written, { variables, host: hostOf(work) });
  if (Object.keys(fields).length > 0) throw new Refusal('WORDING_INVALID', { fields });
}

const wordsOf = ({ title, body }: Pick<VersionRow, 'title' | 'body'>): Wording | null =>
  body === null ? null : { title: title ?? '', body };

function versionView(row: VersionRow, current: VersionRow | undefined, now: Date) {
  const isWaiting = row.effectiveAt > now && row.version > (current?.version ?? 0);
  return {
    version: row.version,
    words: wordsOf(row),
    reason: row.reason,
    by: row.by ?? '同事',
    madeAt: row.madeAt,
    effectiveAt: row.effectiveAt,
    state: isWaiting
      ? ('waiting' as const)
      : row === current
        ? ('current' as const)
        : ('past' as const),
  };
}

async function fullView(work: Work, kind: Kind): Promise<{ data: ServerFullWording }> {
  const { now, tx, services } = work;
  const byWay = Map.groupBy(await versionsOf(tx, kind.key), ({ way }) => way);
  const inForce = new Map(
    [...byWay].map(([way, rows]) => [way, rows.find((row) => row.effectiveAt <= now)]),
  );
  const own = Object.fromEntries(
    [...inForce].flatMap(([way, row]) => {
      const words = row && wordsOf(row);
      return words ? [[way, words]] : [];
    }),
  );
  const [byDefault, current] = [wordingsOf(kind, {}), wordingsOf(kind, own)];
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
        versions: (byWay.get(way) ?? []).map((row) => versionView(row, inForce.get(way), now)),
      })),
      host: hostOf(work),
      prefix: `【${services.config.brand.name}】`,
    },
  };
}

export const wordingActions: Calls = {
  async listWordings({ tx, now, services }, { q = '', category, words }) {
    const byKind = Map.groupBy(await allInForce(tx, now), ({ kind }) => kind);
    const all = services.hooks.kinds.map((kind) => {
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
  },

  getWording: (context, { key }) => fullView(context, kindOf(context, key)),

  async writeWording(context, { key, way, words, reason, effectiveAt, version }) {
    const { now, operator, tx } = context;
    const kind = kindOf(context, key);
    if (!waysOf(kind).includes(way)) throw new Refusal('NOT_FOUND');
    if (words) assertWritten(context, { way, ...words }, kind);
    const from = effectiveAt ?? now;
    if (from < now) {
      throw new Refusal('WORDING_INVALID', { fields: { effectiveAt: '生效時間請填現在之後' } });
    }
    const before = (await versionsOf(tx, key)).find((row) => row.way === way);
    const row = { kind: key, way, version: version + 1, words, reason, effectiveAt: from };
    const isNext = (before?.version ?? 0) === version;
    if (!isNext || (await insertVersion(tx, { ...row, by: operator.id, now })) === 0) {
      throw new Refusal('CONTENT_CHANGED', { data: { by: before?.by ?? null } });
    }
    await recordMove(context, {
      subject: { type: 'operator', id: operator.id },
      action: words ? 'wording.written' : 'wording.restored',
      from: before?.version ?? 0,
      to: version + 1,
      reason,
      snapshot: {
        kind: key,
        way,
        before: before ? wordsOf(before) : null,
        after: words,
        effectiveAt: from,
      },
    });
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
