// Documents that follow the signing: extracts of many investors, and the dated annex.
import { dayOf, formatDay } from '#contract/day.ts';
import { thousands } from '#contract/money.ts';
import type { Services, Work } from '../action.ts';
import type { StoredFile } from '../adapters/files.ts';
import { statementsOf } from '../db.ts';
import { inWork } from '../work.ts';
import {
  contractRow,
  extractedOrders,
  firstSchedule,
  insertContract,
  loansWithoutAnnex,
  loansWithoutExtracts,
  type ContractKind,
} from './contract-queries.ts';
import { contractFacts, sealAnnex, sealExtract } from './contracts.ts';
import { loanById, tellBorrower } from './loan.ts';
import { recordMove } from '../tasks/actions.ts';

/** Seals the extracts that signing left for later. */
export async function sealExtracts(services: Services): Promise<void> {
  const tx = statementsOf(services.pool);
  for (const { id } of await loansWithoutExtracts(tx)) {
    const loan = await loanById(tx, id);
    const master = await contractRow(tx, id, 'final');
    if (!loan || !master) continue;
    const facts = await contractFacts(tx, services, loan);
    const done = new Set((await extractedOrders(tx, id)).map(({ orderId }) => orderId));
    const signed = { sha256: master.sha256, signedOn: dayOf(loan.signedAt ?? master.createdAt) };
    for (const creditor of facts.creditors.filter(({ orderId }) => !done.has(orderId))) {
      const stored = await sealExtract(services, facts, creditor, signed);
      await keepOnce(services, { loanId: id, kind: 'extract', orderId: creditor.orderId, stored });
    }
  }
}

/** Seals the schedule with its dates of every loan that was disbursed, and tells the borrower. */
export async function sealAnnexes(services: Services): Promise<void> {
  const tx = statementsOf(services.pool);
  for (const { id } of await loansWithoutAnnex(tx)) {
    const loan = await loanById(tx, id);
    const master = await contractRow(tx, id, 'final');
    if (!loan || !master) continue;
    const facts = await contractFacts(tx, services, loan);
    const stored = await sealAnnex(tx, services, facts, master.sha256);
    const [first] = await firstSchedule(tx, id);
    await keepOnce(services, { loanId: id, kind: 'annex', orderId: null, stored }, async (work) => {
      await recordMove(work, {
        subject: { type: 'loan', id },
        action: 'loan.annex_sealed',
        snapshot: { sha256: stored.sha256, master: master.sha256 },
      });
      await tellBorrower(work, loan, {
        title: '還款計畫確認書已產生',
        body:
          `案號 ${loan.caseNo} 已撥款，還款計畫的各期日期已確定。第一期應還日為 ` +
          `${first ? formatDay(first.dueOn) : ''}，金額 NT$ ${thousands(facts.terms.instalment)}。` +
          `確認書的 SHA-256：${stored.sha256}`,
      });
    });
  }
}

/** Keeps a document and runs `more` in the same transaction; one kept before stays. */
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
