// Certificate of settlement (清償證明), sealed once when a loan is settled.
import { formatRoc } from '#contract/core/day.ts';
import { settleText } from '#contract/lending/loan-status.ts';
import type { lendingSettlement } from '#contract/lending/settlement.ts';
import type { SettleType } from '#contract/lending/loan-status.ts';
import { add, maxOf, subtract, sum, thousands, ZERO } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Action } from '../call.ts';
import type { Services } from '../services.ts';
import type { StoredFile } from '../adapters/files/files.ts';
import { db, type Tx } from '../database/db.ts';
import { tell } from '../notices/front.ts';
import { recordMove } from '../tasks/front.ts';
import { personOf } from '../verification/front.ts';
import { eachOne } from '../each-one.ts';
import { inWork } from '../work.ts';
import {
  contractRow,
  firstSchedule,
  insertContract,
  loansWithoutCertificate,
  repaidOf,
} from './contract/contract-queries.ts';
import { contractNoOf } from './contract/contracts.ts';
import { loanById } from './loan.ts';
import type { LoanRow } from './queries.ts';
import { wrongStatus } from './rules.ts';
import { noticeKinds } from './words.ts';

/** Seals the certificates of settled loans and notifies their borrowers. */
export async function sealCertificates(services: Services): Promise<void> {
  const tx = db(services.pool);
  await eachOne(services, await loansWithoutCertificate(tx), async ({ id }) => {
    const loan = await loanById(tx, id);
    if (loan?.settledOn == null || loan.disbursedOn === null) return;
    const stored = await sealCertificate(services, loan);
    const kept = await inWork(services, async (work) => {
      const row = { loanId: id, kind: 'settlement' as const, orderId: null, stored };
      if (!(await insertContract(work.tx, { ...row, now: work.now }))) return false;
      await recordMove(work, {
        subject: { type: 'loan', id },
        action: 'loan.certificate_sealed',
        snapshot: { sha256: stored.sha256 },
      });
      const values = { caseNo: loan.caseNo, sha256: stored.sha256 };
      await tell(work, loan.memberId, noticeKinds.certified(values));
      return true;
    });
    if (!kept) await services.files.remove(stored.key);
  });
}

async function sealCertificate(services: Services, loan: LoanRow): Promise<StoredFile> {
  const { documents, clock, files } = services;
  const contractNo = contractNoOf(loan.caseNo);
  const pdf = await documents.renderTypst('settlement', await certificateData(services, loan));
  const { entity: name } = services.config.brand;
  const reason = `清償證明 ${contractNo}`;
  const sealed = await documents.seal(pdf, { reason, name, signedAt: clock.realNow() });
  return files.put(sealed, 'application/pdf');
}

/**
 * Returns the data of a certificate, dated with the day of settlement, so that its content does not
 * depend on when it is made.
 */
async function certificateData(services: Services, loan: LoanRow): Promise<object> {
  const tx = db(services.pool);
  const { brand } = services.config;
  const person = await personOf(tx, services, loan.memberId);
  const { principal, interest, charges, forgiven } = await repaidOf(tx, loan.id);
  const on = loan.settledOn!;
  const amount = (n: number) => `NT$ ${thousands(n)}`;
  const name = person?.name ?? '';
  return {
    brand: brand.name,
    company: brand.entity,
    title: forgiven === 0 ? '清償證明書' : '結清證明書',
    statement:
      forgiven === 0
        ? `茲證明借款人${name}（身分證字號 ${person?.idNumberMasked ?? ''}）就下列借款契約所負之` +
          `本金、利息及一切費用，已於${formatRoc(on)}全部清償完畢，借貸關係消滅。`
        : `茲證明借款人${name}（身分證字號 ${person?.idNumberMasked ?? ''}）就下列借款契約所負之` +
          `債務，已於${formatRoc(on)}結清；未清償之部分，出資人不再請求。`,
    facts: [
      ['案號', loan.caseNo],
      ['契約編號', contractNoOf(loan.caseNo)],
      ['借款金額', amount(loan.amount)],
      ['撥款日', formatRoc(loan.disbursedOn!)],
      ['結清日', formatRoc(on)],
      ['結清方式', settleText[(loan.settleType ?? 'normal') as SettleType].certificate],
      ['已清償本金', amount(principal)],
      ['已支付利息', amount(interest)],
      ...(charges > 0 ? [['已支付遲延利息、違約金及費用', amount(charges)]] : []),
    ].map(([label, value]) => ({ label, value })),
    notes: [
      '平台依契約受全體出資人委任，代為出具本證明。',
      '本文件以電子簽章封存，任何更動均可由閱讀軟體驗證。',
    ],
    issued: formatRoc(on),
    foot: `${brand.entity}　本文件由系統產生`,
    date: on.split('-').map(Number),
  };
}

/** Returns the member's own settled loan. */
async function ownSettled(tx: Tx, memberId: number, id: number): Promise<LoanRow> {
  const loan = await loanById(tx, id);
  if (loan?.memberId !== memberId) throw new Refusal('LOAN_NOT_FOUND');
  if (loan.status !== 90) throw wrongStatus(loan.status);
  return loan;
}

/**
 * Returns the interest that was paid on a settled loan, as its certificate states it, and what an
 * early repayment saved of the interest of the contract. Refuses LOAN_NOT_FOUND for another
 * member's loan, and LOAN_STATUS before the settlement.
 */
export const settlement: Action<typeof lendingSettlement.settlement> = async (
  { tx, member },
  { id },
) => {
  const loan = await ownSettled(tx, member.id, id);
  const { interest, prepaymentFee, forgiven } = await repaidOf(tx, loan.id);
  const planned = sum((await firstSchedule(tx, loan.id)).map((row) => row.interest));
  const isEarly = loan.settleType === 'early' && forgiven === ZERO;
  const saved = isEarly ? maxOf(subtract(planned, add(interest, prepaymentFee)), ZERO) : ZERO;
  return { data: { interestPaid: interest, saved } };
};

/**
 * Returns the certificate of the member's own settled loan, always with the same bytes. Refuses
 * LOAN_NOT_FOUND for another member's loan, LOAN_STATUS before the settlement, and
 * CERTIFICATE_PENDING during the minute until the certificate is sealed.
 */
export const settlementCertificate: Action<typeof lendingSettlement.settlementCertificate> = async (
  { tx, services, member },
  { id },
) => {
  const loan = await ownSettled(tx, member.id, id);
  const row = await contractRow(tx, loan.id, 'settlement');
  if (!row) throw new Refusal('CERTIFICATE_PENDING');
  return {
    contentType: 'application/pdf',
    filename: `清償證明-${contractNoOf(loan.caseNo)}.pdf`,
    bytes: new Uint8Array(await services.files.get(row.stored)),
  };
};
