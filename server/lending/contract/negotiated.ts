// The contract of negotiated terms: another document of the loan, with one version for each
// negotiation.
import { dayOf, formatDay, type Day } from '#contract/core/day.ts';
import { formatPercent, subtract, sum, thousands, ZERO, type Money } from '#contract/core/money.ts';
import { instalmentText } from '#contract/servicing/negotiation.ts';
import type {
  Owed,
  PlanFigures,
  Renegotiation,
  Waivable,
} from '#contract/servicing/negotiation.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import type { Services } from '../../services.ts';
import type { Work } from '../../work.ts';
import type { StoredFile } from '../../adapters/files/files.ts';
import type { ContractDocument, SigningCertificate } from '../../adapters/pdf/contract-document.ts';
import type { Tx } from '../../database/db.ts';
import { maskedName } from '../../identity/rules.ts';
import {
  contractRow,
  contractVersion,
  insertContract,
  type ContractRow,
} from './contract-queries.ts';
import {
  contractFacts,
  documentOf,
  keepSealed,
  sha256Of,
  type ContractFacts,
} from './contracts.ts';
import { loanById } from '../loan.ts';
import { negotiationClauses } from './negotiated-text.ts';

/** The negotiated terms that servicing provides for the document. */
export type Negotiated = {
  loanId: number;
  version: number;
  /**
   * The day to which the figures refer. It also dates the draft, so that the draft's bytes stay the
   * same.
   */
  baseOn: Day;
  before: PlanFigures;
  after: PlanFigures;
  owed: Owed;
  made: Renegotiation;
  /** Outstanding principal of each order. */
  remaining: readonly { orderId: number; remaining: Money }[];
};

const debtNames: Record<Waivable, string> = {
  interest: '積欠利息',
  lateInterest: '遲延利息',
  penalty: '違約金',
};

const amountText = (amount: Money) => `NT$ ${thousands(amount)}`;

function plansOf({ before, after }: Negotiated) {
  const row = (name: string, say: (plan: PlanFigures) => string) => ({
    name,
    before: say(before),
    after: say(after),
  });
  return [
    row('年利率（固定）', (plan) => formatPercent(plan.annualRate)),
    row('期數', (plan) => `${plan.installments} 期`),
    row('寬限期（僅付息）', (plan) => (plan.graceMonths > 0 ? `${plan.graceMonths} 個月` : '無')),
    row('每期應還', (plan) => instalmentText(plan)),
    row('首期應還日', (plan) => formatDay(plan.firstDueOn)),
    row('末期應還日', (plan) => formatDay(plan.lastDueOn)),
    row('本金', (plan) => amountText(plan.principal)),
    row('利息', (plan) => amountText(plan.interest)),
    row('積欠利息及費用', (plan) => amountText(plan.arrears)),
    row('還款總額', (plan) => amountText(plan.total)),
  ];
}

function documentFor(
  services: Services,
  facts: ContractFacts,
  negotiated: Negotiated,
  more: Partial<ContractDocument> & Pick<ContractDocument, 'kind' | 'issuedOn'>,
): ContractDocument {
  const { owed, made, after, version, baseOn } = negotiated;
  const { kind, issuedOn, ...extra } = more;
  const names = new Map(facts.creditors.map(({ orderId, name }) => [orderId, name]));
  const base = documentOf(services, facts, kind, issuedOn, extra);
  return {
    ...base,
    contractNo: `${base.contractNo}-N${version}`,
    principal: owed.principal,
    investors: negotiated.remaining.map(({ orderId, remaining }) => ({
      orderNo: orderNoOf(orderId),
      nameMasked: maskedName(names.get(orderId) ?? ''),
      amount: remaining,
    })),
    schedule: made.rows.map((row) => ({
      ...row,
      due: row.dueOn,
      arrears: sum(Object.values(row.arrears)),
    })),
    clauses: negotiationClauses({
      contractNo: base.contractNo,
      baseOn,
      after,
      waived: sum(Object.values(made.waived)),
    }),
    negotiation: {
      baseOn,
      plans: plansOf(negotiated),
      debts: [
        { name: '未還本金', owed: owed.principal, waived: ZERO, left: owed.principal },
        ...(['interest', 'lateInterest', 'penalty'] as const).map((name) => ({
          name: debtNames[name],
          owed: owed[name],
          waived: made.waived[name],
          left: subtract(owed[name], made.waived[name]),
        })),
      ],
    },
  };
}

async function factsOf(tx: Tx, services: Services, loanId: number) {
  const loan = await loanById(tx, loanId);
  if (!loan) throw new Error(`loan ${loanId} vanished`);
  const facts = await contractFacts(tx, services, loan);
  const master = await contractRow(tx, loanId, 'final');
  return { facts, masterSha256: master?.sha256 };
}

const withMaster = (masterSha256: string | undefined) =>
  masterSha256 === undefined ? {} : { masterSha256 };

/**
 * Renders the draft that the borrower reads before agreeing; it is not sealed, and its bytes are
 * the same every time.
 */
export async function draftNegotiated(
  tx: Tx,
  services: Services,
  negotiated: Negotiated,
): Promise<Buffer> {
  const { facts, masterSha256 } = await factsOf(tx, services, negotiated.loanId);
  const document = documentFor(services, facts, negotiated, {
    kind: 'negotiationDraft',
    issuedOn: negotiated.baseOn,
    ...withMaster(masterSha256),
  });
  return services.documents.renderContract(document);
}

/**
 * Seals and stores the negotiated contract with the evidence of how the borrower agreed;
 * `keepNegotiated` then records it.
 */
export async function sealNegotiated(
  tx: Tx,
  services: Services,
  negotiated: Negotiated,
  certificate: Omit<SigningCertificate, 'draftSha256' | 'otpSentTo'>,
): Promise<StoredFile> {
  const { facts, masterSha256 } = await factsOf(tx, services, negotiated.loanId);
  const draftSha256 = sha256Of(await draftNegotiated(tx, services, negotiated));
  const byCode = certificate.otpReference.startsWith('SMS-');
  const sentTo = byCode ? facts.borrower.phoneMasked : null;
  const document = documentFor(services, facts, negotiated, {
    kind: 'negotiation',
    issuedOn: dayOf(certificate.signedAt),
    certificate: { ...certificate, otpSentTo: sentTo, draftSha256 },
    ...withMaster(masterSha256),
  });
  return keepSealed(services, document, `協商契約 ${document.contractNo}`);
}

/**
 * Seals one investor's own copy of the agreed terms, with their full name but no other investor's,
 * and with the hash of the contract to which the borrower agreed. Throws if the borrower has not
 * agreed.
 */
export async function sealNegotiatedCopy(
  tx: Tx,
  services: Services,
  negotiated: Negotiated,
  orderId: number,
): Promise<StoredFile> {
  const { loanId, version } = negotiated;
  const { facts } = await factsOf(tx, services, loanId);
  const whole = await negotiatedContract(tx, loanId, version);
  if (!whole) throw new Error(`loan ${loanId} has no sealed terms ${version}`);
  const document = documentFor(services, facts, negotiated, {
    kind: 'negotiationCopy',
    issuedOn: dayOf(whole.createdAt),
    masterSha256: whole.sha256,
  });
  const name = facts.creditors.find((creditor) => creditor.orderId === orderId)?.name ?? '';
  const orderNo = orderNoOf(orderId);
  const investors = document.investors.map((one) =>
    one.orderNo === orderNo ? { ...one, nameMasked: name, own: true } : one,
  );
  return keepSealed(services, { ...document, investors }, `協商契約節本 ${orderNo}`);
}

/**
 * Records a sealed version, or the copy for one order; returns false if one is recorded already.
 */
export function keepNegotiated(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  of: { loanId: number; version: number; stored: StoredFile; orderId?: number },
): Promise<boolean> {
  return insertContract(tx, { orderId: null, ...of, kind: 'negotiation', now });
}

/** Returns the sealed contract of one negotiation; null before the borrower agreed. */
export function negotiatedContract(
  tx: Tx,
  loanId: number,
  version: number,
): Promise<ContractRow | null> {
  return contractVersion(tx, loanId, 'negotiation', version);
}

/** Returns the sealed copy of the negotiated contract for one order; null until it is made. */
export function negotiatedCopy(
  tx: Tx,
  loanId: number,
  version: number,
  orderId: number,
): Promise<ContractRow | null> {
  return contractVersion(tx, loanId, 'negotiation', version, orderId);
}
