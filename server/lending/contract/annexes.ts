// Documents made after the signing: contract extracts if there are many investors, and the annex
// with due dates.
import { dayOf, formatDay } from '#contract/core/day.ts';
import { add, formatMoney } from '#contract/core/money.ts';
import type { Services } from '../../services.ts';
import type { StoredFile } from '../../adapters/files/files.ts';
import { db } from '../../database/db.ts';
import { tell } from '../../notices/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { eachOne } from '../../each-one.ts';
import { type Work, inWork } from '../../work.ts';
import {
  contractRow,
  extractedOrders,
  firstSchedule,
  insertContract,
  loansWithoutAnnex,
  loansWithoutExtracts,
  supersedeDocument,
  type ContractKind,
} from './contract-queries.ts';
import { contractFacts, sealAnnex, sealExtract, type ContractFacts } from './contracts.ts';
import { loanById } from '../loan.ts';
import { noticeKinds } from '../words.ts';

/** Seals the extracts that were not sealed at the signing. */
export async function sealExtracts(services: Services): Promise<void> {
  const tx = db(services.pool);
  await eachOne(services, await loansWithoutExtracts(tx), async ({ id }) => {
    const loan = await loanById(tx, id);
    const master = await contractRow(tx, id, 'final');
    if (!loan || !master) return;
    const facts = await contractFacts(tx, services, loan);
    const done = new Set((await extractedOrders(tx, id)).map(({ orderId }) => orderId));
    const signed = { sha256: master.sha256, signedOn: dayOf(loan.signedAt ?? master.createdAt) };
    for (const creditor of facts.creditors.filter(({ orderId }) => !done.has(orderId))) {
      const stored = await sealExtract(services, facts, creditor, signed);
      await keepOnce(services, { loanId: id, kind: 'extract', orderId: creditor.orderId, stored });
    }
  });
}

/** Seals the dated schedule of every disbursed loan, and notifies the borrower. */
export async function sealAnnexes(services: Services): Promise<void> {
  const tx = db(services.pool);
  await eachOne(services, await loansWithoutAnnex(tx), async ({ id }) => {
    const loan = await loanById(tx, id);
    const master = await contractRow(tx, id, 'final');
    if (!loan || !master) return;
    const facts = await contractFacts(tx, services, loan);
    const stored = await sealAnnex(tx, services, facts, master.sha256);
    const rows = await firstSchedule(tx, id);
    await keepOnce(services, { loanId: id, kind: 'annex', orderId: null, stored }, async (work) => {
      await recordMove(work, {
        subject: { type: 'loan', id },
        action: 'loan.annex_sealed',
        snapshot: { sha256: stored.sha256, master: master.sha256 },
      });
      await tellDates(work, facts, rows, stored.sha256);
    });
  });
}

/**
 * After a disbursement was returned, the annex with its dates is no longer valid; a later
 * disbursement gets a new one.
 */
export async function supersedeAnnex(work: Work, loanId: number): Promise<void> {
  const annex = await supersedeDocument(work.tx, loanId, 'annex', work.now);
  if (!annex) return;
  await recordMove(work, {
    subject: { type: 'loan', id: loanId },
    action: 'loan.annex_superseded',
    snapshot: { sha256: annex.sha256 },
  });
}

/**
 * Notifies the borrower of the date of every instalment, and the investors of the first and last
 * date.
 */
async function tellDates(
  work: Work,
  { loan, creditors }: ContractFacts,
  rows: Awaited<ReturnType<typeof firstSchedule>>,
  sha256: string,
): Promise<void> {
  const lines = rows.map(
    ({ no, dueOn, principal, interest }) =>
      `第 ${no} 期　${formatDay(dueOn)}　${formatMoney(add(principal, interest))}`,
  );
  const schedule = lines.join('\n');
  await tell(work, loan.memberId, noticeKinds.annexed({ caseNo: loan.caseNo, schedule, sha256 }));
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return;
  for (const memberId of new Set(creditors.map((creditor) => creditor.memberId))) {
    const values = {
      caseNo: loan.caseNo,
      periods: String(rows.length),
      first: formatDay(first.dueOn),
      last: formatDay(last.dueOn),
      sha256,
    };
    await tell(work, memberId, noticeKinds.annexedForInvestors(values));
  }
}

/**
 * Stores a document and runs `more` in the same transaction; does neither if the document was
 * stored earlier.
 */
async function keepOnce(
  services: Services,
  row: { loanId: number; kind: ContractKind; orderId: number | null; stored: StoredFile },
  more: (work: Work) => Promise<void> = async () => {},
): Promise<void> {
  const kept = await inWork(services, async (work) => {
    const fresh = await insertContract(work.tx, { ...row, now: work.now });
    if (fresh) await more(work);
    return fresh;
  });
  if (!kept) await services.files.remove(row.stored.key);
}
