// Export of all data stored about a member, as one JSON file.
import { dayOf } from '#contract/core/day.ts';
import type { identityAccount } from '#contract/identity/account.ts';
import type { EncryptedColumn } from '../adapters/secrets.ts';
import type { Actions } from '../call.ts';
import type { Services } from '../services.ts';
import { recordMove } from '../tasks/front.ts';
import { type Work, inWork } from '../work.ts';
import { assertHimself } from '../identity/front.ts';
import { type Part, parts, readPart } from './export-queries.ts';

/** Maximum number of rows per part, newest first, so that the file has a few megabytes at most. */
const ROWS_MAX = 10_000;

/** Decrypts a column, which contains either one text or JSON with several texts. */
function openedColumn(
  { secrets }: Pick<Services, 'secrets'>,
  column: EncryptedColumn,
  owner: number | string,
  sealed: unknown,
): unknown {
  if (typeof sealed !== 'string') return null;
  const text = secrets.decrypt(column, owner, sealed);
  return /^[[{]/.test(text) ? (JSON.parse(text) as unknown) : text;
}

async function partOf({ tx, services }: Work, memberId: number, part: Part) {
  const rows = await readPart(part, tx, memberId, ROWS_MAX + 1);
  const shown = rows.slice(0, ROWS_MAX).map(({ sealed_for: other, ...row }) => {
    const owner = typeof other === 'string' ? other : memberId;
    const open = ([name, column]: [string, EncryptedColumn]) =>
      [name, openedColumn(services, column, owner, row[name])] as const;
    return { ...row, ...Object.fromEntries(Object.entries(part.sealed ?? {}).map(open)) };
  });
  return { title: part.title, complete: rows.length === shown.length, rows: shown };
}

type All = Actions<{ identity: typeof identityAccount }>['identity'];

export const exportActions: Pick<All, 'exportAccount'> = {
  async exportAccount({ services, member, now }) {
    // Uses one transaction, so that using up the step-up and writing the audit row either both
    // happen or neither.
    const copy = await inWork(
      services,
      async (work) => {
        const reference = await assertHimself(work, member, 'export');
        const entries: [string, unknown][] = [];
        for (const part of parts) {
          entries.push([part.name, await partOf(work, member.id, part)]);
        }
        await recordMove(work, {
          subject: { type: 'member', id: member.id },
          action: 'identity.export',
          snapshot: { reference },
        });
        return { ...Object.fromEntries(entries) };
      },
      { type: 'member', id: member.id },
    );
    const { brand } = services.config;
    const about =
      `${brand.name}保存的您的全部資料。金額單位為新臺幣元，利率單位為萬分之一，` +
      '時間為世界協調時間；每個項目列出最新的一萬筆。';
    const whole = { about, exportedAt: now, ...copy };
    return {
      contentType: 'application/json',
      filename: `${brand.name}-我的資料-${dayOf(now)}.json`,
      bytes: Buffer.from(JSON.stringify(whole, null, 2)),
    };
  },
};
