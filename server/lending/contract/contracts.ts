// A loan's contract: the facts on which it is based, its text, and the documents made from them.
import { purposeOf } from '#contract/lending/purpose.ts';
import { createHash } from 'node:crypto';
import { dayOf, type Day } from '#contract/core/day.ts';
import { sum, type Money } from '#contract/core/money.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import type { Services } from '../../services.ts';
import type { Work } from '../../work.ts';
import type { StoredFile } from '../../adapters/files/files.ts';
import type { ContractDocument, SigningCertificate } from '../../adapters/pdf/contract-document.ts';
import { trustBankOf } from '../../banking/front.ts';
import { payoutAccountOf, personOf } from '../../verification/front.ts';
import type { Tx } from '../../database/db.ts';
import { maskedName } from '../../identity/rules.ts';
import { contractClauses, type Clause } from './contract-text.ts';
import { firstSchedule, sharesOf, specimenOf, type Specimen } from './contract-queries.ts';
import { loanRow, type LoanRow } from '../queries.ts';
import { undatedSchedule, type Offer } from '../rules.ts';
import { agreedTerms } from '../view.ts';

type Person = NonNullable<Awaited<ReturnType<typeof personOf>>>;
type PayoutAccount = NonNullable<Awaited<ReturnType<typeof payoutAccountOf>>>;
export type Creditor = { orderId: number; memberId: number; amount: Money; name: string };

/** Everything that a contract states, as of one moment. */
export type ContractFacts = {
  loan: LoanRow;
  terms: Offer;
  borrower: Person;
  payoutAccount: PayoutAccount | null;
  creditors: Creditor[];
  specimen: Specimen | null;
};

/** Court of first instance for disputes, unless consumer law says otherwise. */
const COURT = '臺灣臺北地方法院';

/** Reads the facts of a funded loan. Throws if the loan was never offered. */
export async function contractFacts(
  tx: Tx,
  services: Services,
  loan: LoanRow,
): Promise<ContractFacts> {
  const terms = agreedTerms(loan);
  const borrower = await personOf(tx, services, loan.memberId);
  if (!terms || !borrower) throw new Error(`loan ${loan.id} has no terms or no borrower`);
  const shares = await sharesOf(tx, loan.id);
  return {
    loan,
    terms,
    borrower,
    payoutAccount: await payoutAccountOf(tx, services, loan.memberId),
    creditors: shares.map(({ sealedName, ...share }) => ({
      ...share,
      name:
        sealedName === null
          ? ''
          : services.secrets.decrypt('verification.profile.name', share.memberId, sealedName),
    })),
    specimen: await specimenOf(tx, loan.id),
  };
}

/**
 * Returns a hash of the facts. A document is rendered before the transaction; the transaction signs
 * the document only if the hash is still the same.
 */
export function fingerprintOf({ loan, terms, payoutAccount, ...facts }: ContractFacts): string {
  const says = [
    loan.id,
    loan.status,
    loan.fundedAt,
    terms,
    loan.servicingTerms,
    facts.borrower.name,
    facts.borrower.address,
    payoutAccount?.account,
    facts.creditors,
    facts.specimen?.sha256,
  ];
  return sha256Of(Buffer.from(JSON.stringify(says)));
}

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns the contract number, C20261121-001 for the case A20261121-001. */
export function contractNoOf(caseNo: string): string {
  return `C${caseNo.slice(1)}`;
}

/** Returns the text of the contract, the same for the page and for every document. */
export function clausesOf(
  services: Services,
  facts: Pick<ContractFacts, 'loan' | 'terms' | 'creditors'>,
): Clause[] {
  const { loan, terms, creditors } = facts;
  const { brand } = services.config;
  return contractClauses({
    principal: terms.amount,
    rateAnnualBps: terms.rateBps,
    apr: terms.apr,
    periods: terms.installments,
    method: 'level',
    dueRule: 'ANNIVERSARY',
    instalment: terms.instalment,
    instalmentLast: terms.instalmentLast,
    totalInterest: terms.totalInterest,
    platformFee: terms.platformFee,
    remittanceFee: terms.remittanceFee,
    netDisbursement: terms.netPayout,
    servicing: loan.servicingTerms,
    investorCount: new Set(creditors.map(({ memberId }) => memberId)).size || null,
    purpose: purposeOf(loan),
    disbursedOn: loan.disbursedOn ?? undefined,
    trustBank: trustBankOf(services).bankName,
    platform: { name: brand.name, company: brand.entity },
    court: COURT,
  });
}

/** Returns the schedule as known at the signing, in months after the disbursement. */
export function scheduleInMonths(terms: Offer): ContractDocument['schedule'] {
  return undatedSchedule(terms).map(({ dueOn: _any, ...row }) => ({
    ...row,
    due: `撥款後第 ${row.no} 個月`,
  }));
}

type ContractTextFacts = Omit<ContractFacts, 'borrower'> & {
  borrower: Pick<Person, 'name' | 'idNumberMasked' | 'address'>;
};
type Extra = Partial<Omit<ContractDocument, 'kind' | 'issuedOn'>>;

/**
 * Returns the data of a document of any kind; `extra` contains the fields that only this kind has.
 */
export function documentOf(
  services: Services,
  facts: ContractTextFacts,
  kind: ContractDocument['kind'],
  issuedOn: Day,
  extra: Extra = {},
): ContractDocument {
  const { loan, terms, borrower, creditors } = facts;
  const { brand } = services.config;
  return {
    kind,
    caseNo: loan.caseNo,
    contractNo: contractNoOf(loan.caseNo),
    issuedOn,
    borrower: {
      name: borrower.name,
      idNumberMasked: borrower.idNumberMasked,
      address: borrower.address,
    },
    investors: creditors.map(({ orderId, name, amount }) => ({
      orderNo: orderNoOf(orderId),
      nameMasked: maskedName(name),
      amount,
    })),
    platform: { name: brand.name, company: brand.entity },
    trustBank: trustBankOf(services).bankName,
    principal: terms.amount,
    rateAnnualBps: terms.rateBps,
    apr: terms.apr,
    periods: terms.installments,
    method: 'level',
    fees: [
      { label: '平台服務費', amount: terms.platformFee },
      { label: '撥款匯費', amount: terms.remittanceFee },
    ],
    netDisbursement: terms.netPayout,
    schedule: scheduleInMonths(terms),
    clauses: clausesOf(services, facts),
    ...extra,
  };
}

/**
 * Renders the draft that the borrower reads before signing. It is dated with the day of funding, so
 * that its bytes stay the same.
 */
export function renderDraft(services: Services, facts: ContractFacts): Promise<Buffer> {
  const { fundedAt, createdAt } = facts.loan;
  const on = dayOf(fundedAt ?? createdAt);
  return services.documents.renderContract(documentOf(services, facts, 'draft', on));
}

/** Seals and stores a document; the stored file's hash is that of the sealed bytes. */
export async function keepSealed(
  services: Services,
  document: ContractDocument,
  reason: string,
): Promise<StoredFile> {
  const pdf = await services.documents.renderContract(document);
  const signedAt = services.clock.realNow();
  const { entity: name } = services.config.brand;
  const sealed = await services.documents.seal(pdf, { reason, name, signedAt });
  return services.files.put(sealed, 'application/pdf');
}

/**
 * Makes the signed loan contract, which covers all investors, with the borrower's signature, the
 * schedule and the certificate page; seals the PDF and stores it. The names of all investors are
 * masked.
 */
export async function sealMaster(
  services: Services,
  facts: ContractFacts,
  certificate: Omit<SigningCertificate, 'draftSha256'>,
): Promise<StoredFile> {
  if (!facts.specimen) throw new Error('nothing to sign with');
  const draftSha256 = sha256Of(await renderDraft(services, facts));
  const signature = await services.files.get(facts.specimen.stored);
  const document = documentOf(services, facts, 'final', dayOf(certificate.signedAt), {
    signature,
    certificate: { ...certificate, draftSha256 },
  });
  return keepSealed(services, document, `借貸契約 ${document.contractNo}`);
}

/**
 * Seals one investor's own copy, with their full name, the masked names of the other investors, and
 * the hash of the complete contract. Its text is that of the signing, when no day of disbursement
 * was known, whenever it is sealed.
 */
export function sealExtract(
  services: Services,
  facts: ContractFacts,
  creditor: Creditor,
  master: { sha256: string; signedOn: Day },
): Promise<StoredFile> {
  const investors = facts.creditors.map(({ orderId, name, amount }) =>
    orderId === creditor.orderId
      ? { orderNo: orderNoOf(orderId), nameMasked: name, amount, own: true }
      : { orderNo: orderNoOf(orderId), nameMasked: maskedName(name), amount },
  );
  const asSigned = { ...facts, loan: { ...facts.loan, disbursedOn: null } };
  const document = documentOf(services, asSigned, 'extract', master.signedOn, {
    investors,
    masterSha256: master.sha256,
  });
  return keepSealed(services, document, `借貸契約節本 ${orderNoOf(creditor.orderId)}`);
}

/** Seals the dated schedule once the bank's value date of the disbursement is known. */
export async function sealAnnex(
  tx: Tx,
  services: Services,
  facts: ContractFacts,
  masterSha256: string,
): Promise<StoredFile> {
  const { loan } = facts;
  const rows = await firstSchedule(tx, loan.id);
  if (loan.disbursedOn === null || rows.length === 0) throw new Error('no dates to state');
  let balance = sum(rows.map(({ principal }) => principal));
  const schedule = rows.map(({ dueOn, ...row }) => {
    balance = sum([balance, -row.principal as Money]);
    return { ...row, due: dueOn, total: sum([row.principal, row.interest]), balance };
  });
  const document = documentOf(services, facts, 'annex', loan.disbursedOn, {
    schedule,
    disbursedOn: loan.disbursedOn,
    masterSha256,
  });
  return keepSealed(services, document, `還款計畫確認書 ${document.contractNo}`);
}

const LATER = '（契約成立時載明）';

/**
 * Renders the contract that a case would have, without its parties, for investors to read before
 * ordering.
 */
export async function sampleContract({ tx, services, today }: Work, id: number): Promise<Buffer> {
  const loan = await loanRow(tx, id);
  const terms = loan && agreedTerms(loan);
  if (!loan || !terms) throw new Error(`loan ${id} has no terms`);
  const borrower = { name: LATER, idNumberMasked: LATER, address: LATER };
  const facts = { loan, terms, borrower, payoutAccount: null, creditors: [], specimen: null };
  const sample = { contractNo: LATER };
  return services.documents.renderContract(documentOf(services, facts, 'sample', today, sample));
}
