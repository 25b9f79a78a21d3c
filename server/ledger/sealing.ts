// Sealing of the ledger: adds committed transfers to a hash chain shortly after posting, so that no
// posting has to wait for its position in the chain.
import { sealInRounds, transferLeaf } from '../chains/chain.ts';
import type { Services } from '../services.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

const AT_ONCE = 1_000;

/**
 * The condition is checked for each transfer, because the ledger is long and few transfers are
 * unsealed.
 */
const UNSEALED = sql`(select s.position from ledger.seal s where s.transfer_id = t.id) is null`;

/**
 * Seals the transfers of finished transactions in the order of recording; a transfer that was
 * committed late is sealed after transfers that were recorded later.
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
        and app.is_settled(t.xmin, pg_current_snapshot())
      order by t.recorded_at, t.id limit ${limit}
    ), laid as (
      insert into ledger.seal (position, transfer_id, hash)
      select head.position + row_number() over place, t.id,
        app.chained(${transferLeaf}, head.hash) over place
      from waiting t, head window place as (order by t.recorded_at, t.id)
      returning 1
    )
    select (select count(*) from laid)::integer as sealed,
      (select max(recorded_at) from waiting) as last
  `);

/** Moves the time until which everything is sealed; it stays unchanged while the chain is empty. */
const moveSealing = (tx: Tx, upTo: Date) =>
  tx.run(sql`
    update ledger.sealing m set below = ${upTo}
    where below < ${upTo} and exists (select from ledger.seal)
      and exists (select from ledger.transfer t
        where t.recorded_at >= m.below and t.recorded_at < ${upTo})
      and not exists (select from ledger.transfer t
        where t.recorded_at >= m.below and t.recorded_at < ${upTo} and ${UNSEALED})
  `);

/** Seals committed transfers; returns their number. */
export function sealLedger({ pool }: Pick<Services, 'pool'>): Promise<number> {
  const seal = async (tx: Tx, since: Date) => {
    const { sealed, last } = await sealTransfers(tx, AT_ONCE);
    await moveSealing(tx, sealed === AT_ONCE && last !== null && last < since ? last : since);
    return sealed;
  };
  return sealInRounds(pool, { chain: 'ledger', atOnce: AT_ONCE, seal });
}
