// Sealing the ledger: a hash chain laid over committed transfers a moment after they were posted,
// so that posting waits for nobody's place in the chain.
import { lockSealer, oldestWork, readAlike, transferLeaf } from '../chains/chain.ts';
import type { Services } from '../action.ts';
import { type Tx, withTransaction } from '../database/db.ts';
import { sql } from '../database/sql.ts';

const AT_ONCE = 1_000;
const ROUNDS_MAX = 10;

/** Looked up transfer by transfer: the ledger is long, and little of it is unsealed. */
const UNSEALED = sql`(select s.position from ledger.seal s where s.transfer_id = t.id) is null`;

/**
 * Seals transfers of settled transactions in the order in which they were recorded; one that was
 * committed late comes after those that were recorded after it.
 */
const sealTransfers = (tx: Tx, limit: number) =>
  tx.one<{ sealed: number; last: Date | null }>(sql`
    with head as (
      select coalesce(max(position), 0) as position,
        (select hash from ledger.seal order by position desc limit 1) as hash
      from ledger.seal
    ), waiting as materialized (
      select t.* from ledger.transfer t
      where t.recorded_at >= (select below from ledger.sealing) and ${UNSEALED}
        and door.is_settled(t.xmin, pg_current_snapshot())
      order by t.recorded_at, t.id limit ${limit}
    ), laid as (
      insert into ledger.seal (position, transfer_id, hash)
      select head.position + row_number() over place, t.id,
        door.chained(${transferLeaf}, head.hash) over place
      from waiting t, head window place as (order by t.recorded_at, t.id)
      returning 1
    )
    select (select count(*) from laid)::integer as sealed,
      (select max(recorded_at) from waiting) as last
  `);

/** Moves the moment before which all is sealed; not while the chain has no seal. */
const moveSealing = (tx: Tx, upTo: Date) =>
  tx.run(sql`
    update ledger.sealing m set below = ${upTo}
    where below < ${upTo} and exists (select from ledger.seal)
      and exists (select from ledger.transfer t
        where t.recorded_at >= m.below and t.recorded_at < ${upTo})
      and not exists (select from ledger.transfer t
        where t.recorded_at >= m.below and t.recorded_at < ${upTo} and ${UNSEALED})
  `);

const sealSome = ({ pool }: Pick<Services, 'pool'>) =>
  withTransaction(pool, async (tx) => {
    const { mine } = await lockSealer(tx, 'ledger');
    if (!mine) return 0;
    await readAlike(tx);
    const { since } = await oldestWork(tx);
    const { sealed, last } = await sealTransfers(tx, AT_ONCE);
    await moveSealing(tx, sealed === AT_ONCE && last !== null && last < since ? last : since);
    return sealed;
  });

/** Seals what is committed and unsealed, some thousands at most; answers how many transfers. */
export async function sealLedger(services: Pick<Services, 'pool'>): Promise<number> {
  let sealed = 0;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const some = await sealSome(services);
    sealed += some;
    if (some < AT_ONCE) break;
  }
  return sealed;
}
