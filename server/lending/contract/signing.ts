// Signing: the specimen, the contract to read, and the one call that signs and seals the contract.
import { assertNoHold, personOf } from '../../verification/front.ts';
import { consumeStepUp, sessionOf } from '../../identity/front.ts';
import { tell } from '../../notices/front.ts';
import { dayOf } from '#contract/core/day.ts';
import type { lending } from '#contract/lending/calls.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { writtenName } from '#contract/taiwan/names.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Action, Asking, Context } from '../../call.ts';
import { prepared } from '../../call.ts';
import type { Services } from '../../services.ts';
import type { Work } from '../../work.ts';
import type { Output } from '#contract/core/endpoint.ts';
import type { StoredFile } from '../../adapters/files/files.ts';
import { drawnName, readSignature, SignatureProblem } from '../../adapters/images/signature.ts';
import { db, type Tx } from '../../database/db.ts';
import { maskedAccount, stepUpMs } from '../../identity/rules.ts';
import {
  contractRow,
  insertContract,
  removeContracts,
  saveSpecimen,
  specimenOf,
} from './contract-queries.ts';
import {
  clausesOf,
  contractFacts,
  contractNoOf,
  fingerprintOf,
  renderDraft,
  scheduleInMonths,
  sealExtract,
  sealMaster,
} from './contracts.ts';
import { summaryOf } from './clause-summaries.ts';
import { assertStatus, lockedActiveLoan, moveLoan } from '../loan.ts';
import { activeLoanId, contractLoan, loanRow, type LoanRow } from '../queries.ts';
import { wrongStatus } from '../rules.ts';
import { loanView, offerView } from '../view.ts';
import { noticeKinds } from '../words.ts';

/**
 * Returns the signed-in caller for the work before the transaction; null if nobody is signed in,
 * which `run` then refuses.
 */
async function askerOf(services: Services, { token }: Asking) {
  if (token === null) return null;
  const found = await sessionOf(db(services.pool), token, services.clock.realNow());
  return found.state === 'ok' ? found.member : null;
}

/** Returns the member's loan that waits for the signature. */
async function loanToSign(tx: Tx, memberId: number): Promise<LoanRow | null> {
  const active = await activeLoanId(tx, memberId);
  const loan = active && (await loanRow(tx, active.id));
  return loan?.status === 50 ? loan : null;
}

function asRefusal(error: unknown): never {
  throw error instanceof SignatureProblem ? new Refusal(error.code) : error;
}

/** Before the transaction the picture is decoded, re-encoded, encrypted and written to disk. */
export const stylemap = prepared<typeof lending.stylemap, StoredFile | null>({
  async prepare(services, input, asking) {
    const member = await askerOf(services, asking);
    if (!member || !(await loanToSign(db(services.pool), member.id))) return null;
    const { png } = await readSignature(input.stylemap).catch(asRefusal);
    return services.files.put(png, 'image/png');
  },
  run: (context, _input, stored) => replaceSpecimen(context, stored),
});

/**
 * The server draws the typed name itself, because it could not read the name in a picture that the
 * browser drew.
 */
export const typeSignature = prepared<typeof lending.typeSignature, StoredFile | null>({
  async prepare(services, { name }, asking) {
    const tx = db(services.pool);
    const member = await askerOf(services, asking);
    if (!member || !(await loanToSign(tx, member.id))) return null;
    const person = await personOf(tx, services, member.id);
    if (!person || name !== writtenName(person.name)) throw new Refusal('SIGNATURE_NAME');
    const svg = await services.documents.renderSvg('signature', { name });
    return services.files.put(await drawnName(svg), 'image/png');
  },
  run: (context, _input, stored) => replaceSpecimen(context, stored),
});

/** Stores the specimen of the member's loan in status 50, or removes the file. */
async function replaceSpecimen(
  context: Context<typeof lending.stylemap>,
  stored: StoredFile | null,
) {
  const { tx, services, member, now } = context;
  try {
    const loan = await lockedActiveLoan(tx, member.id);
    assertStatus(loan, 50);
    if (!stored) throw wrongStatus(loan.status);
    await saveSpecimen(tx, loan.id, stored, now);
    return { data: { savedAt: now } };
  } catch (error) {
    if (stored) await services.files.remove(stored.key);
    throw error;
  }
}

/** Returns the member's loan that has a contract; refuses CONTRACT_NOT_FOUND. */
async function withContract({ tx }: Pick<Work, 'tx'>, memberId: number): Promise<LoanRow> {
  const loan = await contractLoan(tx, memberId);
  if (!loan) throw new Refusal('CONTRACT_NOT_FOUND');
  return loan;
}

export const contractDetails: Action<typeof lending.contractDetails> = async (context) => {
  const { tx, services, member } = context;
  const loan = await withContract(context, member.id);
  const facts = await contractFacts(tx, services, loan);
  const signed = await signedContract(tx, loan);
  const { payoutAccount: account } = facts;
  return {
    data: {
      loanId: loan.id,
      status: loan.status,
      contractNo: contractNoOf(loan.caseNo),
      signedAt: signed && loan.signedAt ? loan.signedAt : null,
      sha256: signed?.sha256 ?? null,
      hasSignature: facts.specimen !== null,
      terms: offerView(facts.terms, loan.grade),
      servicingTerms: loan.servicingTerms,
      payoutAccount: account && {
        bankName: account.bankName,
        accountMasked: maskedAccount(account.accountTail),
      },
      signBy: loan.signBy,
      schedule: scheduleInMonths(facts.terms),
      investors: facts.creditors.map(({ orderId, amount }) => ({
        orderNo: orderNoOf(orderId),
        amount,
      })),
      clauses: clausesOf(services, facts).map((clause) => ({
        ...clause,
        summary: summaryOf(clause.title),
      })),
    },
  };
};

/**
 * Returns the sealed contract in force; null while a loan waits for its signature, for the first
 * time or again.
 */
function signedContract(tx: Tx, loan: LoanRow) {
  return loan.status === 50 ? null : contractRow(tx, loan.id, 'final');
}

export const contract: Action<typeof lending.contract> = async (context) => {
  const { tx, services, member } = context;
  const loan = await withContract(context, member.id);
  const signed = await signedContract(tx, loan);
  const bytes = signed
    ? await services.files.get(signed.stored)
    : await renderDraft(services, await contractFacts(tx, services, loan));
  const name = contractNoOf(loan.caseNo);
  return {
    contentType: 'application/pdf',
    filename: signed ? `借貸契約-${name}.pdf` : `借貸契約-${name}-草稿.pdf`,
    bytes: new Uint8Array(bytes),
  };
};

/** Number of extracts sealed while the borrower waits. */
const EXTRACTS_AT_ONCE = 20;

type Sealed = {
  /** Hash of the facts in the sealed documents. */
  fingerprint: string;
  /** Reference of the step-up, which the certificate contains. */
  reference: string;
  signedAt: Date;
  master: StoredFile;
  extracts: { orderId: number; stored: StoredFile }[];
};

/**
 * Renders and seals the documents that would be signed now; null if signing would be refused
 * anyway.
 */
async function sealNow(
  services: Services,
  asking: Asking,
  extractsMax: number,
): Promise<Sealed | null> {
  const tx = db(services.pool);
  const member = await askerOf(services, asking);
  if (!member?.stepUpAt || !member.stepUpReference) return null;
  const age = services.clock.realNow().getTime() - member.stepUpAt.getTime();
  const loan = age < stepUpMs ? await loanToSign(tx, member.id) : null;
  if (!loan || !(await specimenOf(tx, loan.id))) return null;
  const facts = await contractFacts(tx, services, loan);
  const signedAt = services.clock.now();
  const master = await sealMaster(services, facts, {
    signedAt,
    address: asking.address,
    userAgent: asking.agent,
    otpReference: member.stepUpReference,
    // If the step-up was made with a passkey, no code was sent to a phone.
    otpSentTo: member.stepUpReference.startsWith('SMS-') ? facts.borrower.phoneMasked : null,
  });
  const hash = { sha256: master.sha256, signedOn: dayOf(signedAt) };
  const extracts = await Promise.all(
    facts.creditors.slice(0, extractsMax).map(async (creditor) => ({
      orderId: creditor.orderId,
      stored: await sealExtract(services, facts, creditor, hash),
    })),
  );
  const reference = member.stepUpReference;
  return { fingerprint: fingerprintOf(facts), reference, signedAt, master, extracts };
}

/**
 * Returns the call that signs the contract: 50 → 55. The documents were sealed before the
 * transaction. Inside it, under the loan's lock, their facts must still be the same, and the
 * step-up that they name is used up. It seals at most `extractsMax` extracts; a job seals the rest.
 */
export const signingWith = (extractsMax: number) =>
  prepared<typeof lending.signContract, Sealed | null>({
    prepare: (services, _input, asking) => sealNow(services, asking, extractsMax),
    async run(context, _input, sealed) {
      try {
        return await sign(context, sealed);
      } catch (error) {
        const files = sealed ? [sealed.master, ...sealed.extracts.map(({ stored }) => stored)] : [];
        for (const { key } of files) await context.services.files.remove(key);
        throw error;
      }
    },
  });

export const signContract = signingWith(EXTRACTS_AT_ONCE);

async function sign(
  context: Context<typeof lending.signContract>,
  sealed: Sealed | null,
): Promise<Output<typeof lending.signContract>> {
  const { tx, services, member, now } = context;
  const loan = await lockedActiveLoan(tx, member.id);
  assertStatus(loan, 50);
  await assertNoHold(tx, member.id);
  if (loan.signBy !== null && loan.signBy < now) throw wrongStatus(loan.status);
  const facts = await contractFacts(tx, services, loan);
  if (!facts.specimen) throw new Refusal('SIGNATURE_MISSING');
  const object = contractNoOf(loan.caseNo);
  const stepUp = await consumeStepUp(context, member, { act: 'sign-contract', object });
  if (!sealed || sealed.reference !== stepUp.reference) throw new Refusal('STEP_UP_REQUIRED');
  // The facts have changed since the document was sealed, so the page must be read again.
  if (sealed.fingerprint !== fingerprintOf(facts)) throw wrongStatus(loan.status);

  const replaced = await removeContracts(tx, loan.id);
  const { master, signedAt } = sealed;
  const row = { loanId: loan.id, now: signedAt };
  await insertContract(tx, { ...row, kind: 'final', orderId: null, stored: master });
  for (const extract of sealed.extracts)
    await insertContract(tx, { ...row, kind: 'extract', ...extract });
  const signed = await moveLoan(context, loan.id, 55, {
    action: 'loan.signed',
    set: { signedAt },
    snapshot: {
      contractSha256: master.sha256,
      specimenSha256: facts.specimen.sha256,
      stepUp: stepUp.reference,
      address: context.address,
      replaced: replaced.map(({ sha256 }) => sha256),
      // Fees and servicing terms as signed, with which a law of the books compares the loan.
      fees: [loan.platformFee, loan.remittanceFee, loan.investorFeeBps],
      servicingTerms: loan.servicingTerms,
    },
  });
  const values = { caseNo: loan.caseNo, sha256: master.sha256 };
  await tell(context, loan.memberId, noticeKinds.signed(values));
  return {
    data: {
      signedAt,
      sha256: master.sha256,
      loan: await loanView(context, signed),
    },
  };
}
