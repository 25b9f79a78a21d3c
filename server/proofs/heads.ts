// Daily heads of the audit log's and the ledger's hash chains as leaves of the log, so that neither
// can be rewritten without contradicting the public log.
import type { HeadKind } from '#contract/proofs/leaf.ts';
import type { Services } from '../services.ts';
import { type ChainName, lastSeal } from '../chains/chain.ts';
import { inWork } from '../work.ts';
import { hasHeadOf, insertPending } from './event-queries.ts';
import { headLeaf } from './leaves.ts';
import { lockHeadLeaves } from './log-queries.ts';

/** The kind of leaf of each chain. */
export const chainOfHead = { audit_head: 'audit', ledger_head: 'ledger' } as const satisfies Record<
  HeadKind,
  ChainName
>;

/** Writes the leaf of each chain's newest seal, once a day. */
export const logHeads = (services: Services): Promise<void> =>
  inWork(services, async ({ tx, today }) => {
    await lockHeadLeaves(tx);
    for (const kind of Object.keys(chainOfHead) as HeadKind[]) {
      const seal = await lastSeal(tx, chainOfHead[kind]);
      if (!seal || (await hasHeadOf(tx, kind, today)).isLogged) continue;
      await insertPending(tx, [headLeaf(kind, today, seal)]);
    }
  });
