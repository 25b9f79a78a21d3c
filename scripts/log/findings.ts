// What `npm run log:verify` found, in plain words.
import { base64Of } from '#contract/proofs/bytes.ts';
import type { Opening } from '#contract/proofs/leaf.ts';
import type { Checkpoint } from '#contract/proofs/note.ts';
import type { ProofFault, ProofResult } from '#contract/proofs/proof-file.ts';
import type { LogFault, LogReading } from '#contract/proofs/whole-log.ts';
import type { Comparison } from '../../server/proofs/comparing.ts';

type Line = { text: string; isBad: boolean };
const good = (text: string): Line => ({ text, isBad: false });
const bad = (text: string): Line => ({ text, isBad: true });

/** Findings of one kind beyond this number are counted only. */
const SHOWN_MAX = 20;

const proofFaults: Record<ProofFault, string> = {
  format: 'This is no proof of an order.',
  key: 'This is no public key of a log.',
  signature: 'The checkpoint is not signed with this key, or it was changed.',
  witness_key: 'A key of a witness cannot be read, or there are fewer keys than the quorum.',
  witnesses: 'Too few of the witnesses have cosigned the checkpoint.',
  leaf: 'A leaf cannot be read, or it contradicts its opening.',
  commitment: 'A leaf commits to another opening: the facts were changed.',
  inclusion: 'A leaf is not in the log at the place that the proof names.',
  case: 'The leaves do not belong to one order and one case.',
};

function factText(opening: Opening): string {
  switch (opening.kind) {
    case 'order':
      return `order ${opening.order} of NT$${opening.amount} in case ${opening.case}`;
    case 'listing': {
      const { amount, rateBps, installments } = opening;
      const terms = `NT$${amount}, ${rateBps / 100} % a year, ${installments} instalments`;
      return `case ${opening.case} was listed: ${terms}`;
    }
    case 'confirmation':
      return `the borrower confirmed the case with step-up ${opening.stepUp}`;
    case 'contract':
      return `contract ${opening.contract} was sealed: SHA-256 ${opening.sha256}`;
    case 'disbursement':
      return `the bank confirmed the payment ${opening.reference}`;
    case 'disbursement_return':
      return `the bank returned the payment ${opening.reference}`;
    case 'settlement':
      return `the loan was settled (${opening.how})`;
  }
}

export const cosignerLines = (names: readonly string[]): Line[] =>
  names.length === 0 ? [] : [good(`Cosigned by ${names.join(', ')}.`)];

/** Says which witnesses have cosigned; bad if they are fewer than `atLeast`. */
export const quorumLines = (names: readonly string[], atLeast: number): Line[] =>
  names.length < atLeast ? [bad(proofFaults.witnesses)] : cosignerLines(names);

export function proofLines(result: ProofResult): Line[] {
  if (result.fault !== null) return [bad(proofFaults[result.fault])];
  const { origin, size } = result.checkpoint;
  return [
    good(`The proof holds. The log ${origin} has signed ${size} leaves, and these are among them:`),
    ...cosignerLines(result.cosigners),
    ...result.facts.map(({ index, on, opening }) =>
      good(`  leaf ${index}, ${on}: ${factText(opening)}`),
    ),
    ...result.missing.map((kind) => bad(`The file lacks the leaf of kind ${kind}.`)),
  ];
}

const logFaults: Record<LogFault['what'], (at: string) => string> = {
  signature: (at) => `The ${at} is not signed with this key.`,
  missing: (at) => `${at} is missing.`,
  entries: (at) => `${at} cannot be read as entries.`,
  leaf: (at) => `Leaf ${at} is no leaf of a known version.`,
  tile: (at) => `${at} has other hashes than the entries: a leaf or the tile was changed.`,
  root: (at) => `The root over ${at} leaves is not the one that was signed.`,
  twice: (at) => `Leaves ${at} are about the same contract: it was listed or sealed twice.`,
  shorter: (at) => `The log was cut: before and now it has ${at} leaves.`,
  rewritten: (at) => `The first ${at} leaves are not those of the kept checkpoint.`,
};

/** At most `SHOWN_MAX` lines, and the number of the others. */
function limited(lines: Line[]): Line[] {
  const more = lines.length - SHOWN_MAX;
  return more > 0 ? [...lines.slice(0, SHOWN_MAX), bad(`… and ${more} more.`)] : lines;
}

export function readingLines(
  { checkpoint, leaves, faults }: LogReading,
  before: Checkpoint | null,
) {
  if (faults.length > 0) return limited(faults.map(({ what, at }) => bad(logFaults[what](at))));
  const counts = Map.groupBy(leaves, ({ leaf }) => leaf.kind);
  const kinds = [...counts].map(([kind, of]) => `${kind} ${of.length}`).join(', ');
  const { origin = '', size = 0, root = new Uint8Array() } = checkpoint ?? {};
  const since = before
    ? `It begins with the ${before.size} leaves of the kept checkpoint.`
    : 'No checkpoint was kept before, so nothing older could be compared.';
  return [
    good(`The log ${origin} holds: ${size} leaves, root ${base64Of(root)}, signed with the key.`),
    good(`Entries, tiles and root agree (${kinds || 'no leaves'}).`),
    good(since),
  ];
}

export function comparisonLines({ differences, chains }: Comparison): Line[] {
  const lines = [
    ...differences.map(({ index, kind, how }) =>
      bad(index === null ? `${kind} ${how}.` : `Leaf ${index} (${kind}) ${how}.`),
    ),
    ...chains.map(({ chain, row, how }) => bad(`The ${chain} chain breaks at ${row}: ${how}.`)),
  ];
  if (lines.length > 0) return limited(lines);
  return [
    good('Every leaf agrees with its order, loan, contract, payment or chain in the database.'),
    good('The chains of the audit log and the ledger hold, and nothing lacks its leaf.'),
  ];
}
