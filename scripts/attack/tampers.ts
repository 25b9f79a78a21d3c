// Ways in which a database owner may rewrite the past. Each is applied once at a random place.
import { type ChainName, chains, readAlike } from '../../server/chains/chain.ts';
import type { Tx } from '../../server/database/db.ts';
import { sql, trusted } from '../../server/database/sql.ts';
import type { Random } from '../../actors/random.ts';

/** `write` runs a statement and returns the number of rows it changed. */
export type Scene = { tx: Tx; random: Random; write(sql: string): Promise<number> };
/** Makes the change and returns the number of rows it affected. */
export type Tamper = { name: string; make(scene: Scene): Promise<number> };

const count = async (tx: Tx, table: string) =>
  (await tx.one<{ n: number }>(sql`select count(*) as n from ${trusted(table)}`)).n;

/** Returns the ctid of a random row. */
export async function anyRow({ tx, random }: Scene, table: string): Promise<string> {
  const place = random.int(0, (await count(tx, table)) - 1);
  const { at } = await tx.one<{ at: string }>(sql`
    select ctid::text as at from ${trusted(table)} order by ctid offset ${place} limit 1
  `);
  return `'${at}'::tid`;
}

/** Returns a random position in a chain, from its first seal to its last. */
export async function anyPosition({ tx, random }: Scene, chain: ChainName): Promise<number> {
  return random.int(1, await count(tx, chains[chain].seal.text));
}

export const changed = (table: string, sets: readonly string[]): Tamper[] => [
  {
    name: `${table} changed`,
    async make(scene) {
      const at = await anyRow(scene, table);
      const set = sets[scene.random.int(0, sets.length - 1)]!;
      return scene.write(`update ${table} set ${set} where ctid = ${at}`);
    },
  },
];

export const deleted = (table: string): Tamper => ({
  name: `${table} deleted`,
  async make(scene) {
    return scene.write(`delete from ${table} where ctid = ${await anyRow(scene, table)}`);
  },
});

export const word = (column: string) => `${column} = coalesce(${column}, '') || 'x'`;
export const number = (column: string) => `${column} = coalesce(${column}, 0) + 1`;
const moment = (column: string) => `${column} = ${column} + interval '1 microsecond'`;

export const auditSets = [
  ...['subject_type', 'action', 'from_status', 'to_status', 'reason', 'request_id'].map(word),
  ...['actor_id', 'subject_id'].map(number),
  ...['at', 'recorded_at'].map(moment),
  `actor_type = case actor_type when 'system' then 'bank' else 'system' end`,
  `snapshot = snapshot || '{"x": 1}'`,
  'reason = null',
];
export const transferSets = [
  ...['id', 'kind', 'memo'].map(word),
  number('loan_id'),
  moment('recorded_at'),
  'happened_on = happened_on - 1',
  'booked_on = booked_on + 1',
];
export const entrySets = [
  'amount = amount * 2',
  'amount = -amount',
  'line = line + 100',
  'account_id = account_id + 1',
  word('transfer_id'),
];

const inserted: Tamper[] = [
  {
    name: 'tasks.audit inserted',
    async make(scene) {
      return scene.write(`insert into tasks.audit
           (at, recorded_at, actor_type, subject_type, subject_id, action)
         select at, recorded_at - interval '1 hour', actor_type, subject_type, subject_id, action
         from tasks.audit where ctid = ${await anyRow(scene, 'tasks.audit')}`);
    },
  },
  {
    name: 'ledger.transfer inserted',
    async make(scene) {
      const at = await anyRow(scene, 'ledger.transfer');
      await scene.write(`insert into ledger.entry
         select transfer_id || 'x', line, account_id, amount
         from ledger.entry
         where transfer_id = (select id from ledger.transfer where ctid = ${at})`);
      return scene.write(`insert into ledger.transfer
           (id, kind, happened_on, booked_on, recorded_at)
         select id || 'x', kind, happened_on, booked_on, recorded_at - interval '1 hour'
         from ledger.transfer where ctid = ${at}`);
    },
  },
  {
    name: 'ledger.entry inserted',
    async make(scene) {
      const at = await anyRow(scene, 'ledger.entry');
      const transfer = scene.random.pick(['transfer_id', `'nowhere'`]);
      return scene.write(`insert into ledger.entry
        select ${transfer}, line + 100, account_id, amount from ledger.entry where ctid = ${at}`);
    },
  },
  ...(['audit', 'ledger'] as const).map((chain): Tamper => ({
    name: `${chains[chain].seal.text} inserted`,
    async make({ write, random }) {
      const [seal, column] = [chains[chain].seal.text, chains[chain].column.text];
      const id = chain === 'audit' ? '1000000' : `'nowhere'`;
      const beyond = random.int(1, 9_000);
      return write(`insert into ${seal} (position, ${column}, hash)
           select max(position) + ${beyond}, ${id}, sha256('forged') from ${seal}`);
    },
  })),
];

/**
 * Recalculates the hashes of a chain correctly from a position on, as if deleted rows had never
 * existed.
 */
export async function sealAnew(
  { tx, write }: Scene,
  chain: ChainName,
  from: number,
): Promise<number> {
  const [seal, row] = [chains[chain].seal.text, chains[chain].row.text];
  const [column, body] = [chains[chain].column.text, chains[chain].body.text];
  await readAlike(tx);
  await write(`create temp table anew on commit drop as
     select ${from - 1} + row_number() over place as position, t.id as row,
       app.chained(${body}, (select hash from ${seal} where position = ${from - 1}))
         over place as hash
     from ${seal} s join ${row} t on t.id = s.${column} where s.position >= ${from}
     window place as (order by s.position)`);
  await write(`delete from ${seal} where position >= ${from}`);
  return write(`insert into ${seal} (position, ${column}, hash) select * from anew`);
}

const ofChain = (chain: ChainName): Tamper[] => {
  const [seal, row] = [chains[chain].seal.text, chains[chain].row.text];
  const column = chains[chain].column.text;
  const sealed = (position: number) =>
    `(select ${column} from ${seal} where position = ${position})`;
  return [
    ...changed(seal, [
      `hash = sha256('forged')`,
      'position = position + 1000000',
      elsewhere(column),
    ]),
    deleted(seal),
    {
      name: `${row} and its seal deleted`,
      async make(scene) {
        const position = await anyPosition(scene, chain);
        await scene.write(`delete from ${row} where id = ${sealed(position)}`);
        return scene.write(`delete from ${seal} where position = ${position}`);
      },
    },
    {
      name: `the end of the ${chain} chain cut off`,
      async make(scene) {
        const from = await anyPosition(scene, chain);
        await scene.write(
          `delete from ${row}
           where id in (select ${column} from ${seal} where position >= ${from})`,
        );
        if (chain === 'ledger') {
          await scene.write(`delete from ledger.entry e
             where not exists (select from ledger.transfer t where t.id = e.transfer_id)`);
        }
        return scene.write(`delete from ${seal} where position >= ${from}`);
      },
    },
    {
      name: `the ${chain} chain emptied`,
      async make({ write, random }) {
        const all = chain === 'ledger' ? `${row}, ledger.entry, ${seal}` : `${row}, ${seal}`;
        const what = [row, seal, all][random.int(0, 2)]!;
        // Tables of other schemas may refer to the chain.
        await write(`truncate ${what} cascade`);
        return 1;
      },
    },
    {
      name: `the ${chain} chain hashed anew from a changed row on`,
      async make(scene) {
        const from = await anyPosition(scene, chain);
        const set = chain === 'audit' ? word('reason') : word('memo');
        await scene.write(`update ${row} set ${set} where id = ${sealed(from)}`);
        return sealAnew(scene, chain, from);
      },
    },
    {
      name: `the ${chain} chain hashed anew without a row`,
      async make(scene) {
        const from = await anyPosition(scene, chain);
        await scene.write(`delete from ${row} where id = ${sealed(from)}`);
        if (chain === 'ledger') {
          await scene.write(`delete from ledger.entry e
             where not exists (select from ledger.transfer t where t.id = e.transfer_id)`);
        }
        await sealAnew(scene, chain, from);
        return 1;
      },
    },
  ];
};

/** Makes a seal of the chain refer to a row that does not exist. */
const elsewhere = (column: string) =>
  column === 'audit_id' ? 'audit_id = audit_id + 1000000' : word('transfer_id');

export const tampers: readonly Tamper[] = [
  ...changed('tasks.audit', auditSets),
  ...changed('ledger.transfer', transferSets),
  ...changed('ledger.entry', entrySets),
  ...changed('ledger.account', ['kind = kind || 1', number('loan_id'), number('member_id')]),
  ...['tasks.audit', 'ledger.transfer', 'ledger.entry', 'ledger.account'].map(deleted),
  ...inserted,
  ...ofChain('audit'),
  ...ofChain('ledger'),
];
