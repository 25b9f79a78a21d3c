// The part of the inventory of personal data that concerns the proof log, which holds none: leaves
// are public, and an opening has a case, an order, amounts and the id of a member, but no name.
import type { Table } from './personal-data.ts';

export const proofsData: Readonly<Record<string, Table>> = {
  'proofs.checkpoint': { plain: 'note' },
  'proofs.cosignature': { plain: 'witness line' },
  'proofs.leaf': { plain: 'kind leaf hash opening nullifier' },
  'proofs.pending': { plain: 'kind leaf opening nullifier' },
  'proofs.stamp': { plain: 'token' },
  'proofs.tile': { plain: 'hashes' },
};
