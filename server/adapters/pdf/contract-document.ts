// Data types of a contract's PDF. Figures are plain numbers, which the template formats.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { RepaymentMethod } from '#contract/law/schedule.ts';

/**
 * `draft`: the complete contract before signing, marked as a draft and not sealed. `sample`: the
 * contract that a case would get, without parties, for prospective investors. `final`: the complete
 * contract (the master) with signature and certificate page. `extract`: one investor's own copy,
 * with the master's hash. `annex`: the schedule with its dates, once the disbursement is known.
 * `negotiationDraft`, `negotiation`: new terms before and after the borrower's agreement.
 * `negotiationCopy`: one investor's own copy of the new terms, with the hash of the complete
 * document.
 */
export type ContractKind =
  | 'draft'
  | 'sample'
  | 'final'
  | 'extract'
  | 'annex'
  | 'negotiationDraft'
  | 'negotiation'
  | 'negotiationCopy';

export type ContractDocument = {
  kind: ContractKind;
  caseNo: string;
  contractNo: string;
  /**
   * The date printed on the document. The caller passes it in, so that the same data produce the
   * same bytes.
   */
  issuedOn: Day;
  borrower: { name: string; idNumberMasked: string; address: string };
  /**
   * In the master, every investor with order number and masked name. In an extract or copy, the row
   * of the investor to whom it belongs has `own` set and the full name in `nameMasked`.
   */
  investors: { orderNo: string; nameMasked: string; amount: Money; own?: boolean }[];
  platform: { name: string; company: string; companyNo?: string; address?: string };
  trustBank: string;
  principal: Money;
  rateAnnualBps: number;
  /** Annual percentage rate, as a percentage with two decimals. */
  apr: number;
  periods: number;
  method: RepaymentMethod;
  /** Costs of the borrower besides principal and interest, such as 平台服務費. */
  fees: { label: string; amount: Money }[];
  netDisbursement: Money;
  /**
   * Rows of the repayment schedule. `due` is a Day, printed as a date of the ROC calendar, or text
   * such as 撥款後第 1 個月.
   */
  schedule: {
    no: number;
    due: string;
    principal: Money;
    interest: Money;
    total: Money;
    balance: Money;
    /** Arrears due with this instalment; only in a negotiation. */
    arrears?: Money;
  }[];
  clauses: { title: string; paragraphs: string[] }[];
  /** The borrower's signature as PNG; absent in a draft. */
  signature?: Uint8Array;
  certificate?: SigningCertificate;
  /**
   * Comparison of the old and new plan, and the treatment of the arrears; only in a negotiation.
   */
  negotiation?: {
    baseOn: Day;
    plans: { name: string; before: string; after: string }[];
    debts: { name: string; owed: Money; waived: Money; left: Money }[];
  };
  /** The bank's value date; only in an annex. */
  disbursedOn?: Day;
  /** SHA-256 of the sealed master in hex; only in an extract and an annex. */
  masterSha256?: string;
};

/** Evidence of how the borrower signed, for the certificate page. */
export type SigningCertificate = {
  signedAt: Date;
  /** The IP address and browser that the borrower signed from. */
  address: string;
  userAgent: string;
  /** Reference of the one-time code or passkey use that confirmed the signature. */
  otpReference: string;
  /** Masked number to which the code was sent: 0912***678. Null if a passkey was used. */
  otpSentTo: string | null;
  /** SHA-256 of the draft that the borrower read, in hex. */
  draftSha256: string;
};
