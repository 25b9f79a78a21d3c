// What a contract's PDF is made of: plain data; the typesetting formats the figures.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { RepaymentMethod } from '#contract/law/schedule.ts';

/**
 * - `draft`: the master before signing, marked as a draft and not sealed.
 * - `sample`: what a contract of a case would say, without parties, for whoever thinks of it.
 * - `final`: the master with signature and certificate page.
 * - `extract`: one investor's own copy, with the master's hash.
 * - `annex`: the schedule with its dates, once the disbursement is known.
 * - `negotiationDraft`, `negotiation`: new terms before and after the borrower's agreement.
 * - `negotiationCopy`: one investor's own copy of these, with the hash of the whole.
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
  /** The date printed on it; the same data give the same bytes. */
  issuedOn: Day;
  borrower: { name: string; idNumberMasked: string; address: string };
  /**
   * In the master all by order number and masked name. In an extract or copy the one investor's
   * row has his full name in `nameMasked` and `own`.
   */
  investors: { orderNo: string; nameMasked: string; amount: Money; own?: boolean }[];
  platform: { name: string; company: string; companyNo?: string; address?: string };
  trustBank: string;
  principal: Money;
  rateAnnualBps: number;
  /** Percent with two decimals. */
  apr: number;
  periods: number;
  method: RepaymentMethod;
  /** What the borrower pays besides principal and interest, such as 平台服務費. */
  fees: { label: string; amount: Money }[];
  netDisbursement: Money;
  /** `due` is a Day, printed as a date of the Republic, or words such as 撥款後第 1 個月. */
  schedule: {
    no: number;
    due: string;
    principal: Money;
    interest: Money;
    total: Money;
    balance: Money;
    /** Old debt that falls due with it; in a negotiation. */
    arrears?: Money;
  }[];
  clauses: { title: string; paragraphs: string[] }[];
  /** The borrower's signature as PNG; not in a draft. */
  signature?: Uint8Array;
  certificate?: SigningCertificate;
  /** The old plan beside the new one, and what becomes of the arrears; in a negotiation. */
  negotiation?: {
    baseOn: Day;
    plans: { name: string; before: string; after: string }[];
    debts: { name: string; owed: Money; waived: Money; left: Money }[];
  };
  /** The bank's value date; in an annex. */
  disbursedOn?: Day;
  /** SHA-256 of the sealed master, hex; in an extract and an annex. */
  masterSha256?: string;
};

/** How the borrower signed, for the certificate page. */
export type SigningCertificate = {
  signedAt: string;
  /** The network address and the browser he signed from. */
  address: string;
  userAgent: string;
  /** Which one-time code or use of a passkey it was. */
  otpReference: string;
  /** Where the code was sent: 0912***678. Null where a passkey confirmed him. */
  otpSentTo: string | null;
  /** SHA-256 of the draft he read, hex. */
  draftSha256: string;
};
