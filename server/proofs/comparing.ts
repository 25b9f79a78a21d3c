// Comparison of the log with the database, as an auditor makes it: the log is verified as it is
// served, and its leaves are compared with orders, loans, contracts, payments and both chains.
import type { Head } from '#contract/proofs/merkle.ts';
import type { NoteKey } from '#contract/proofs/note.ts';
import { type LogReading, verifyLog } from '#contract/proofs/whole-log.ts';
import { chainNames, proveChain, type Reader } from '../chains/chain.ts';
import type { Tx } from '../database/db.ts';
import {
  contradictions,
  type Difference,
  differentContracts,
  differentHeads,
  differentLoans,
  differentOrders,
  differentPayments,
  missingLeaves,
  surplus,
} from './comparing-queries.ts';
import { fileIn } from './log.ts';
import { nodeCrypto } from './note-signing.ts';

const statements = [
  contradictions,
  differentOrders,
  differentLoans,
  differentContracts,
  differentPayments,
  differentHeads,
  missingLeaves,
  surplus,
];

export type Comparison = {
  reading: LogReading;
  differences: Difference[];
  /** The first broken row of each chain. */
  chains: { chain: string; row: string; how: string }[];
};

/** Compares the log in the database with the rest of it; `read` opens the transactions. */
export async function compareLog(
  read: Reader,
  { key, before }: { key: NoteKey; before: Head | null },
): Promise<Comparison> {
  const get = (path: string) => read((tx: Tx) => fileIn(tx, path));
  const reading = await verifyLog(nodeCrypto, { get, key, before });
  const differences: Difference[] = [];
  for (const statement of statements) differences.push(...(await read(statement)));
  const chains: Comparison['chains'] = [];
  for (const chain of chainNames) {
    const { broken } = await proveChain(read, chain);
    if (broken) chains.push({ chain, ...broken });
  }
  return { reading, differences, chains };
}

/** Whether a comparison found nothing wrong. */
export const isSound = ({ reading, differences, chains }: Comparison): boolean =>
  reading.faults.length + differences.length + chains.length === 0;
