// Ways in which a database owner may change the proof log, or what its leaves are about.
import { type Bytes, bytesOf } from '#contract/proofs/bytes.ts';
import { leafHash } from '#contract/proofs/merkle.ts';
import { foldOf, TILE_WIDTH } from '#contract/proofs/tiles.ts';
import {
  anyPosition,
  anyRow,
  auditSets,
  changed,
  deleted,
  entrySets,
  number,
  type Scene,
  sealAnew,
  type Tamper,
  transferSets,
  word,
} from '../../scripts/attack/tampers.ts';
import { sql } from '../../server/database/sql.ts';
import { sha256 } from '../../server/proofs/note-signing.ts';

/** Calculates hashes and tiles anew, as if the leaves had always been as they are now. */
async function rehash({ tx, write }: Scene): Promise<void> {
  const leaves = await tx.many<{ position: number; leaf: string }>(sql`
    select position, leaf from proofs.leaf order by position
  `);
  await write('delete from proofs.tile');
  let hashes: Bytes[] = [];
  for (const { position, leaf } of leaves) {
    const hash = await leafHash(sha256, bytesOf(leaf));
    hashes.push(hash);
    const hex = Buffer.from(hash).toString('hex');
    await write(`update proofs.leaf set hash = '\\x${hex}' where position = ${position}`);
  }
  for (let level = 0; hashes.length > 0; level += 1) {
    const full: Bytes[] = [];
    for (let place = 0; place * TILE_WIDTH < hashes.length; place += 1) {
      const row = hashes.slice(place * TILE_WIDTH, (place + 1) * TILE_WIDTH);
      const tile = Buffer.concat(row);
      await write(`insert into proofs.tile values (${level}, ${place},
        '\\x${tile.toString('hex')}')`);
      if (row.length === TILE_WIDTH) full.push(await foldOf(sha256, new Uint8Array(tile)));
    }
    hashes = full;
  }
}

const ofKind = async ({ tx, random }: Scene, kind: string): Promise<number> => {
  const rows = await tx.many<{ position: number }>(sql`
    select position from proofs.leaf where kind = ${kind} order by position
  `);
  return random.pick(rows).position;
};

const leafSets = [
  word('leaf'),
  word('opening'),
  `leaf = replace(leaf, '"on":"2026', '"on":"2025')`,
  `leaf = overlay(leaf placing case substr(leaf, length(leaf) - 5, 1) when 'a' then 'b' else 'a' end
     from length(leaf) - 5)`,
  `hash = set_byte(hash, 7, 255 - get_byte(hash, 7))`,
  'order_id = coalesce(order_id, 0) + 1000000',
  `opening = coalesce(opening, '') || ' '`,
  number('position') + '000000',
];

const leaves: Tamper[] = [
  ...changed('proofs.leaf', leafSets),
  deleted('proofs.leaf'),
  {
    name: 'a leaf moved to another loan',
    async make(scene) {
      const kind = scene.random.pick(['listing', 'order', 'contract', 'disbursement']);
      return scene.write(`update proofs.leaf set loan_id = loan_id + 1
        where position = ${await ofKind(scene, kind)}`);
    },
  },
  {
    name: 'the opening and commitment of an order changed',
    async make(scene) {
      const position = await ofKind(scene, 'order');
      await scene.write(`update proofs.leaf
        set opening = jsonb_set(opening::jsonb, '{amount}', '990000')::text
        where position = ${position}`);
      return scene.write(`update proofs.leaf
        set leaf = jsonb_set(leaf::jsonb, '{commitment}',
          to_jsonb(encode(sha256(convert_to(opening, 'UTF8')), 'hex')))::text
        where position = ${position}`);
    },
  },
  {
    name: 'an order, its leaf and all hashes changed',
    async make(scene) {
      const position = await ofKind(scene, 'order');
      const changes = await scene.write(`update investing."order" set amount = amount + 1000
        where id = (select order_id from proofs.leaf where position = ${position})`);
      await scene.write(`update proofs.leaf
        set opening = regexp_replace(opening, '"amount":\\d+', '"amount":' ||
          (select amount from investing."order" o where o.id = order_id))
        where position = ${position}`);
      await scene.write(`update proofs.leaf set leaf = regexp_replace(leaf,
          '"commitment":"[0-9a-f]+"',
          '"commitment":"' || encode(sha256(convert_to(opening, 'UTF8')), 'hex') || '"')
        where position = ${position}`);
      await rehash(scene);
      return changes;
    },
  },
  {
    name: 'a leaf inserted, and all hashes calculated anew',
    async make(scene) {
      const rows = await scene.write(`insert into proofs.leaf
          (position, kind, leaf, hash, opening, loan_id, order_id, written_at)
        select position + 1 + (select max(position) from proofs.leaf), kind, leaf, hash, opening,
          loan_id, null, written_at
        from proofs.leaf where kind = 'disbursement' limit 1`);
      await scene.write(`update proofs.leaf set position = (select count(*) - 1 from proofs.leaf)
        where position = (select max(position) from proofs.leaf)`);
      await rehash(scene);
      return rows;
    },
  },
  {
    name: 'the end of the log cut off with its checkpoints',
    async make(scene) {
      const from = scene.random.int(1, (await size(scene)) - 1);
      const rows = await scene.write(`delete from proofs.leaf where position >= ${from}`);
      await scene.write(`delete from proofs.stamp`);
      await scene.write(`delete from proofs.checkpoint where size > ${from}`);
      await rehash(scene);
      return rows;
    },
  },
  {
    name: 'the log emptied',
    async make({ write }) {
      await write('truncate proofs.leaf, proofs.tile');
      return 1;
    },
  },
];

const size = async ({ tx }: Scene) =>
  (await tx.one<{ n: number }>(sql`select count(*) as n from proofs.leaf`)).n;

const tiles: Tamper[] = [
  ...changed('proofs.tile', [
    'hashes = set_byte(hashes, 31, 255 - get_byte(hashes, 31))',
    'hashes = substr(hashes, 1, octet_length(hashes) - 32)',
    'hashes = hashes || sha256(hashes)',
    'place = place + 1',
    'level = level + 2',
  ]),
  deleted('proofs.tile'),
  {
    name: 'the newest checkpoint changed',
    make: ({ write, random }) =>
      write(
        `update proofs.checkpoint set note = ${random.pick([
          `replace(note, E'\\n' || size || E'\\n', E'\\n' || size + 1 || E'\\n')`,
          `regexp_replace(note, 'log', 'lag')`,
          `left(note, length(note) - 9) || E'AAAAAAA=\\n'`,
        ])} where id = (select max(id) from proofs.checkpoint)`,
      ),
  },
];

/** A chain that is hashed anew from a changed row on contradicts the heads in the log. */
const anew = (chain: 'audit' | 'ledger', table: string, set: string): Tamper => ({
  name: `the ${chain} chain hashed anew from a changed row on`,
  async make(scene) {
    const before = await scene.tx.one<{ last: number }>(sql`
      select max((leaf::jsonb->>'position')::integer) as last from proofs.leaf
      where kind = ${`${chain}_head`}
    `);
    const from = Math.min(await anyPosition(scene, chain), before.last);
    const [seal, column] =
      chain === 'audit' ? ['tasks.seal', 'audit_id'] : ['ledger.seal', 'transfer_id'];
    await scene.write(`update ${table} set ${set}
      where id = (select ${column} from ${seal} where position = ${from})`);
    return sealAnew(scene, chain, from);
  },
});

/** Changes a row of a table that a leaf of this kind is about. */
const about = (kind: string, table: string, column: string, sets: readonly string[]): Tamper => ({
  name: `${table} changed`,
  async make(scene) {
    const position = await ofKind(scene, kind);
    return scene.write(`update ${table} set ${scene.random.pick(sets)}
      where ${column} = (select ${kind === 'order' ? 'order_id' : 'loan_id'} from proofs.leaf
        where position = ${position})`);
  },
});

const subjects: Tamper[] = [
  about('order', 'investing."order"', 'id', [
    'amount = amount + 1000',
    'amount = amount - 1',
    number('member_id'),
    number('loan_id'),
    'stored_status = 65',
  ]),
  {
    name: 'an order deleted',
    async make(scene) {
      const position = await ofKind(scene, 'order');
      return scene.write(`delete from investing."order"
        where id = (select order_id from proofs.leaf where position = ${position})`);
    },
  },
  {
    name: 'an order added to a signed loan',
    async make(scene) {
      const position = await ofKind(scene, 'order');
      return scene.write(`insert into investing."order" (id, loan_id, member_id, amount,
          paid_amount, stored_status, payment_mode, virtual_account, pay_by, created_at)
        overriding system value
        select id + 1000000, loan_id, member_id, amount, paid_amount, stored_status, payment_mode,
          virtual_account, pay_by, created_at from investing."order"
        where id = (select order_id from proofs.leaf where position = ${position})`);
    },
  },
  about('listing', 'lending.loan', 'id', [
    'amount = amount + 10000',
    'rate_bps = rate_bps + 1',
    'installments = installments + 1',
    word('case_no'),
  ]),
  about('settlement', 'lending.loan', 'id', [
    `settle_type = case settle_type when 'early' then 'normal' else 'early' end`,
    'status = 60',
  ]),
  about('contract', 'lending.contract', "kind = 'final' and loan_id", [
    `sha256 = encode(sha256(sha256::bytea), 'hex')`,
    'loan_id = loan_id + 1000000',
  ]),
  about('disbursement', 'banking.payment', "purpose = 'disbursement' and subject_id", [
    word('reference'),
    number('subject_id'),
  ]),
];

const books: Tamper[] = [
  // Most rows have no reason, so that removing it would change nothing.
  ...changed(
    'tasks.audit',
    auditSets.filter((set) => set !== 'reason = null'),
  ),
  deleted('tasks.audit'),
  ...changed('ledger.transfer', transferSets),
  ...changed('ledger.entry', entrySets),
  ...['ledger.transfer', 'ledger.entry'].map(deleted),
  anew('audit', 'tasks.audit', word('reason')),
  anew('ledger', 'ledger.transfer', word('memo')),
  {
    name: 'a seal changed',
    async make(scene) {
      const seal = scene.random.pick(['tasks.seal', 'ledger.seal']);
      const at = await anyRow(scene, seal);
      return scene.write(`update ${seal} set hash = sha256(hash) where ctid = ${at}`);
    },
  },
];

export const logTampers: readonly Tamper[] = [...leaves, ...tiles, ...subjects, ...books];
