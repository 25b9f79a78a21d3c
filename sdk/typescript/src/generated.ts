// Generated from the contract by "npm run sdk"; do not edit.
import { type CallOptions, Transport } from './transport.ts';

/** Version of the API's description from which this file was made. */
export const API_VERSION = '1.0.0';

export type CalculationAnswer = { data: { rows: ({ no: number; date: string; principal: number; interest: number; fee: number; net: number; })[]; totals: { principal: number; interest: number; fee: number; net: number; }; stress: { from: number; received: number; principalLost: number; }; annualRate: number; netIrr: number; xirr: number | null; lossAdjusted: number; }; };

export type Case = { id: string; caseNo: string; planSlug: string; planName: string; grade: string; annualRate: number; expectedLoss: number; installments: number; amountVal: number; fundedAmount: number; remainingAmount: number; progress: number; investorCount: number; endsAt: string; status: number; statusText: string; occupation: string; purpose: string; listedAt: string; };

export type CaseDetail = { id: string; caseNo: string; planSlug: string; planName: string; grade: string; annualRate: number; expectedLoss: number; installments: number; amountVal: number; fundedAmount: number; remainingAmount: number; progress: number; investorCount: number; endsAt: string; status: number; statusText: string; occupation: string; purpose: string; listedAt: string; purposeNote: string | null; borrower: { ageBand: string; tenureBand: string; incomeBand: string; city: string; debtRatioBand: string; lateIn12Months: boolean; }; checks: ({ item: string; on: string; method: string; })[]; schedule: ({ no: number; principal: number; interest: number; total: number; })[]; instalment: number; orderMax: number; ownCase: boolean; unpaidOrderId: string | null; unpaidPayBy: string | null; recentOrders: ({ name: string; amount: number; at: string; })[]; orderCount: number; threads: (number)[]; gradeHistory: { grade: string; loans: number; settled: number; lateOver30: number; defaulted: number; lent: number; lost: number; asOf: string; }; };

export type CashFlowAnswer = { data: { months: ({ month: string; received: { principal: number; interest: number; lateInterest: number; penalty: number; prepaymentFee: number; fee: number; }; scheduled: { principal: number; interest: number; }; outstanding: number; })[]; upcoming: ({ investId: string; caseNo: string; planName: string; purpose: string; no: number; dueOn: string; principal: number; interest: number; })[]; uncertain: number; asOf: string; }; };

export type ErrorCode = 'INVALID_INPUT' | 'MALFORMED' | 'NOT_FOUND' | 'FORBIDDEN' | 'TOO_SLOW' | 'BODY_TOO_LARGE' | 'HEADERS_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'TOO_MANY_REQUESTS' | 'BUSY' | 'FILE_DAMAGED' | 'TOO_MANY_ROWS' | 'IDEMPOTENCY_MISMATCH' | 'IN_PROGRESS' | 'VIEW_ONLY' | 'LOGIN_FAILED' | 'CAPTCHA_REQUIRED' | 'EMAIL_NOT_VERIFIED' | 'NOT_VERIFIED' | 'SUSPENDED' | 'MEMBER_HELD' | 'PASSWORD_COMMON' | 'PASSWORD_SAME' | 'PASSWORD_IS_EMAIL' | 'OLD_PASSWORD_WRONG' | 'PASSWORD_MISMATCH' | 'PASSWORD_WRONG' | 'PASSWORD_REQUIRED' | 'TOKEN_INVALID' | 'EMAIL_ALREADY_CONFIRMED' | 'GOOGLE_TOKEN_INVALID' | 'GOOGLE_ACCOUNT_UNKNOWN' | 'GOOGLE_EMAIL_UNVERIFIED' | 'GOOGLE_OTHER_ACCOUNT' | 'PASSKEY_INVALID' | 'PASSKEY_LIMIT' | 'SMS_CODE_INVALID' | 'SMS_CODE_EXPIRED' | 'SECOND_FACTOR_REQUIRED' | 'SIGN_IN_EXPIRED' | 'FACTOR_MISSING' | 'API_TOKEN_INVALID' | 'API_TOKEN_EXPIRED' | 'API_TOKEN_REVOKED' | 'API_TOKEN_SCOPE' | 'API_TOKEN_CALL' | 'API_TOKEN_CAP' | 'API_TOKEN_LIMIT' | 'API_CAP_MISSING' | 'OAUTH_CLIENT_UNKNOWN' | 'OAUTH_REDIRECT_UNKNOWN' | 'OAUTH_REQUEST_INVALID' | 'STEP_UP_REQUIRED' | 'ORIGIN_REFUSED' | 'CLOSING_BLOCKED' | 'EMAIL_DIFFERS' | 'PUSH_REFUSED' | 'WEBHOOK_URL' | 'WEBHOOK_LIMIT' | 'WEBHOOK_STOPPED' | 'PHONE_TAKEN' | 'ID_NUMBER_TAKEN' | 'STAGE_ORDER' | 'UNDERAGE' | 'BANK_UNKNOWN' | 'FILES_MISSING' | 'FILE_TYPE' | 'FILE_SIZE' | 'FILE_BROKEN' | 'FILE_ENCRYPTED' | 'FILE_PIXELS' | 'FILE_ACTIVE' | 'FILE_INFECTED' | 'FILE_SCAN_DOWN' | 'UPLOADS_FULL' | 'REVIEWS_WAITING' | 'NOTHING_TO_SUPPLEMENT' | 'SUPPLEMENT_INCOMPLETE' | 'ACCOUNT_SAME' | 'CHANGE_WAITING' | 'PLAN_NOT_FOUND' | 'NOT_QUALIFIED' | 'ACTIVE_LOAN' | 'AMOUNT_OUT_OF_PLAN' | 'BORROWER_LIMIT' | 'INSTALMENT_NOT_OFFERED' | 'OCCUPATION_NOT_IN_PLAN' | 'PERSONAL_DATA_IN_TEXT' | 'CONTACT_IS_APPLICANT' | 'DOCUMENTS_MISSING' | 'DRAFT_CHANGED' | 'LOAN_NOT_FOUND' | 'LOAN_STATUS' | 'OFFER_EXPIRED' | 'SIGNATURE_TYPE' | 'SIGNATURE_SIZE' | 'SIGNATURE_BLANK' | 'SIGNATURE_NAME' | 'SIGNATURE_MISSING' | 'CONTRACT_NOT_FOUND' | 'CERTIFICATE_PENDING' | 'RISK_PROFILE_REQUIRED' | 'RISK_PROFILE_TODAY' | 'CASE_NOT_FOUND' | 'CASE_CLOSED' | 'CASE_FULL' | 'AMOUNT_INVALID' | 'AMOUNT_MIN' | 'AMOUNT_EXCEEDS' | 'LIMIT_PER_CASE' | 'LIMIT_TOTAL' | 'OWN_CASE' | 'DUPLICATE_UNPAID' | 'PAYMENT_MODE_INVALID' | 'NO_VIRTUAL_ACCOUNT' | 'ORDER_NOT_FOUND' | 'ORDER_STATUS' | 'REAPPLY_LIMIT' | 'PERIOD_AHEAD' | 'PREPAYMENT_AMOUNT' | 'PREPAYMENT_NOT_NOW' | 'NOTHING_PREPAID' | 'TERMS_PENDING' | 'POLL_CLOSED' | 'NEGOTIATION_STATUS' | 'OPTION_CLOSED' | 'ARTICLE_NOT_FOUND' | 'QUESTION_NOT_FOUND' | 'POLICY_NOT_FOUND' | 'DECISION_INVALID' | 'ROLE_REQUIRED' | 'MANDATES_OFF' | 'MANDATE_TEXT_CHANGED' | 'NO_BANK_ACCOUNT' | 'MANDATE_EXISTS' | 'MANDATE_STATUS' | 'DEBIT_UNDER_WAY' | 'TRUST_REPORT_NOT_FOUND' | 'PROOF_PENDING' | 'UNAUTHORIZED' | 'SERVER_ERROR';

export type Failure = { status: number; code: ErrorCode; message: string; data?: Record<string, unknown>; fields?: Record<string, string>; requestId: string; };

export type GetCaseAnswer = { data: CaseDetail; };

export type Holding = { id: string; caseId: string; caseNo: string; planName: string; purpose: string; grade: string; annualRate: number; installments: number; original: { annualRate: number; installments: number; } | null; paidInstallments: number; amount: number; outstandingPrincipal: number; receivedPrincipal: number; lostPrincipal: number; receivedInterest: number; receivedLate: number; receivedLateInterest: number; receivedPenalty: number; receivedPrepaymentFee: number; fee: number; status: number; statusCode: string; statusText: string; nextDueOn: string | null; nextAmount: number | null; valuation: { state: 'current' | 'late7' | 'late30' | 'late180' | 'legal' | 'writtenOff'; lossRate: number; value: number; } | null; };

export type HoldingAnswer = { data: { order: Order; holding: Holding | null; instalments: ({ no: number; dueOn: string; expectedPrincipal: number; expectedInterest: number; receivedPrincipal: number; lostPrincipal: number; receivedInterest: number; receivedLateInterest: number; receivedPenalty: number; receivedPrepaymentFee: number; fee: number; receivedOn: string | null; status: 'upcoming' | 'due' | 'partial' | 'paid' | 'late' | 'lost'; })[]; xirr: number | null; xirrExpected: number | null; events: ({ at: string; title: string; text: string; })[]; }; };

export type HoldingsAnswer = { data: (Holding)[]; total: number; };

export type OngoingSummaryAnswer = { data: { holdings: number; invested: number; outstandingPrincipal: number; returnedPrincipal: number; lostPrincipal: number; overduePrincipal: number; overdueCount: number; negotiatingPrincipal: number; negotiatingCount: number; receivedPrincipal: number; receivedInterest: number; receivedLate: number; receivedLateInterest: number; receivedPenalty: number; receivedPrepaymentFee: number; fee: number; expectedValue: number; valuation: ({ state: 'current' | 'late7' | 'late30' | 'late180' | 'legal' | 'writtenOff'; holdings: number; principal: number; lossRate: number; value: number; })[]; xirr: number | null; xirrExpected: number | null; asOf: string; }; };

export type Order = { id: string; orderNo: string; caseId: string; caseNo: string; planName: string; purpose: string; annualRate: number; installments: number; original: { annualRate: number; installments: number; } | null; amount: number; paidAmount: number; status: number; statusCode: string; statusText: string; paymentMode: number; virtualAccount: { bankCode: string; bankName: string; account: string; holder: string; } | null; payBy: string; createdAt: string; paidAt: string | null; refunds: ({ id: string; amount: number; fee: number; reason: string; status: string; toPayer: boolean; })[]; };

export type OrderSummaryAnswer = { data: { total: { orders: number; amount: number; }; unpaid: { orders: number; amount: number; }; paid: { orders: number; amount: number; }; funded: { orders: number; amount: number; }; refunded: { orders: number; amount: number; }; ended: { orders: number; amount: number; }; }; };

export type OrdersAnswer = { data: (Order)[]; total: number; };

export type OverdueAnswer = { data: ({ id: string; caseId: string; caseNo: string; planName: string; purpose: string; grade: string; annualRate: number; installments: number; original: { annualRate: number; installments: number; } | null; paidInstallments: number; amount: number; outstandingPrincipal: number; receivedPrincipal: number; lostPrincipal: number; receivedInterest: number; receivedLate: number; receivedLateInterest: number; receivedPenalty: number; receivedPrepaymentFee: number; fee: number; status: number; statusCode: string; statusText: string; nextDueOn: string | null; nextAmount: number | null; valuation: { state: 'current' | 'late7' | 'late30' | 'late180' | 'legal' | 'writtenOff'; lossRate: number; value: number; } | null; lateDays: number; lateSince: string; })[]; total: number; };

export type QuickApplyAnswer = { data: Order; };

export type ReApplyAnswer = { data: Order; };

export type SearchCasesAnswer = { data: (Case)[]; total: number; };

export type SelectedCasesAnswer = { data: (Case)[]; };

export type WebhookEvent = { type: string; timestamp: string; data: Record<string, string | number | (number)[]>; };

export type SearchCasesInput = { plan?: string | (string)[]; rateMin?: number; rateMax?: number; installment?: number | (number)[]; grade?: 'A1' | 'A2' | 'B1' | 'B2' | 'C1' | 'C2' | 'D1' | 'D2' | ('A1' | 'A2' | 'B1' | 'B2' | 'C1' | 'C2' | 'D1' | 'D2')[]; amountMin?: number; amountMax?: number; purpose?: number; status?: 'open' | 'full' | 'all'; fundable?: boolean | 0 | 1 | '0' | '1' | 'true' | 'false'; orderby?: 'created_at' | 'amount' | 'rate' | 'installment' | 'status' | 'due_date' | 'remaining'; is_orderby_asc?: boolean | 0 | 1 | '0' | '1' | 'true' | 'false'; item_per_page?: number; offset?: number; };

export type GetCaseInput = { id: string | number; };

export type QuickApplyInput = { id: string | number; invest_amount: number; payment_mode: number | string; };

export type ReApplyInput = { id: string | number; payment_mode: number | string; };

export type OrdersInput = { order_type?: 'all' | 'unpaid' | 'paid' | 'expired' | 'refund'; orderby?: 'created_at' | 'amount' | 'rate' | 'installment' | 'status' | 'due_date' | 'remaining'; is_orderby_asc?: boolean | 0 | 1 | '0' | '1' | 'true' | 'false'; item_per_page?: number; offset?: number; };

export type HoldingsInput = { status?: 'ongoing' | 'overdue' | 'violation' | 'negotiation' | 'legal' | 'closed' | 'all' | number; orderby?: 'created_at' | 'amount' | 'rate' | 'installment' | 'status' | 'due_date' | 'remaining'; is_orderby_asc?: boolean | 0 | 1 | '0' | '1' | 'true' | 'false'; item_per_page?: number; offset?: number; };

export type HoldingInput = { invest_id: string | number; };

export type CalculationInput = { amount: number; id?: string | number; rate?: number; installment?: number; method?: 'level' | 'equalPrincipal' | 'interestOnly'; stressFrom?: number; };

export type CaseDocumentInput = { id: string | number; kind: 'contract' | 'risk'; };

export type SelectedCasesInput = Record<string, unknown>;

export type OrderSummaryInput = { start_at: string; end_at: string; };

export type OngoingSummaryInput = { start_at: string; end_at: string; };

export type OverdueInput = { start_at: string; end_at: string; };

export type CashFlowInput = Record<string, unknown>;

/** The calls that a token of the API may make. */
export class Calls extends Transport {
  /** Cases by filter, sort and page. Needs the scope cases:read. */
  searchCases(input: SearchCasesInput = {}, options?: CallOptions): Promise<SearchCasesAnswer> {
    return this.call<SearchCasesAnswer>({"method":"POST","path":"/v1/invest/search","inPath":[],"isOrder":false,"isBytes":false}, input, options);
  }

  /** One case: bands, checks, schedule, who funded it. Needs the scope cases:read. */
  getCase(input: GetCaseInput, options?: CallOptions): Promise<GetCaseAnswer> {
    return this.call<GetCaseAnswer>({"method":"POST","path":"/v1/invest/get","inPath":[],"isOrder":false,"isBytes":false}, input, options);
  }

  /** Reserve an amount of a case; answers with the virtual account to pay to. Needs the scope orders:place. */
  quickApply(input: QuickApplyInput, options?: CallOptions): Promise<QuickApplyAnswer> {
    return this.call<QuickApplyAnswer>({"method":"POST","path":"/v1/invest/quick-apply","inPath":[],"isOrder":true,"isBytes":false}, input, options);
  }

  /** Order anew after a deadline missed, or change how an unpaid order will be paid. Needs the scope orders:place. */
  reApply(input: ReApplyInput, options?: CallOptions): Promise<ReApplyAnswer> {
    return this.call<ReApplyAnswer>({"method":"POST","path":"/v1/invest/re-apply","inPath":[],"isOrder":true,"isBytes":false}, input, options);
  }

  /** The member's orders. Needs the scope portfolio:read. */
  orders(input: OrdersInput = {}, options?: CallOptions): Promise<OrdersAnswer> {
    return this.call<OrdersAnswer>({"method":"POST","path":"/v1/me/invest-order","inPath":[],"isOrder":false,"isBytes":false}, input, options);
  }

  /** Funded orders with what came back. Needs the scope portfolio:read. */
  holdings(input: HoldingsInput = {}, options?: CallOptions): Promise<HoldingsAnswer> {
    return this.call<HoldingsAnswer>({"method":"POST","path":"/v1/me/invest-search","inPath":[],"isOrder":false,"isBytes":false}, input, options);
  }

  /** One funded order: expected against received, events. Needs the scope portfolio:read. */
  holding(input: HoldingInput, options?: CallOptions): Promise<HoldingAnswer> {
    return this.call<HoldingAnswer>({"method":"POST","path":"/v1/me/invest-detail","inPath":[],"isOrder":false,"isBytes":false}, input, options);
  }

  /** What an amount would bring back, by case or by rate and term. Needs the scope cases:read. */
  calculation(input: CalculationInput, options?: CallOptions): Promise<CalculationAnswer> {
    return this.call<CalculationAnswer>({"method":"GET","path":"/v1/invest/calculation","inPath":[],"isOrder":false,"isBytes":false}, input, options);
  }

  /** A paper of a case to read before ordering: the contract as a sample, or its risks. Needs the scope cases:read. */
  caseDocument(input: CaseDocumentInput, options?: CallOptions): Promise<Uint8Array> {
    return this.call<Uint8Array>({"method":"GET","path":"/v1/invest/{id}/document","inPath":["id"],"isOrder":false,"isBytes":true}, input, options);
  }

  /** Up to six cases: pinned ones, those nearly funded, those ending soonest. Needs the scope cases:read. */
  selectedCases(input: SelectedCasesInput = {}, options?: CallOptions): Promise<SelectedCasesAnswer> {
    return this.call<SelectedCasesAnswer>({"method":"GET","path":"/v1/invest/selected-cases","inPath":[],"isOrder":false,"isBytes":false}, input, options);
  }

  /** Orders placed within a period: how many, how much, what became of them. Needs the scope portfolio:read. */
  orderSummary(input: OrderSummaryInput, options?: CallOptions): Promise<OrderSummaryAnswer> {
    return this.call<OrderSummaryAnswer>({"method":"POST","path":"/v1/me/invest-order-summary","inPath":[],"isOrder":false,"isBytes":false}, input, options);
  }

  /** The portfolio: what is out and late now, what came back within a period. Needs the scope portfolio:read. */
  ongoingSummary(input: OngoingSummaryInput, options?: CallOptions): Promise<OngoingSummaryAnswer> {
    return this.call<OngoingSummaryAnswer>({"method":"POST","path":"/v1/me/invest-ongoing-summary","inPath":[],"isOrder":false,"isBytes":false}, input, options);
  }

  /** Holdings whose oldest unpaid instalment fell due within a period and is late. Needs the scope portfolio:read. */
  overdue(input: OverdueInput, options?: CallOptions): Promise<OverdueAnswer> {
    return this.call<OverdueAnswer>({"method":"POST","path":"/v1/me/invest-overdue","inPath":[],"isOrder":false,"isBytes":false}, input, options);
  }

  /** Money by month: what came in the past twelve, what is due in the next; and what next. Needs the scope portfolio:read. */
  cashFlow(input: CashFlowInput = {}, options?: CallOptions): Promise<CashFlowAnswer> {
    return this.call<CashFlowAnswer>({"method":"GET","path":"/v1/me/invest/cash-flow","inPath":[],"isOrder":false,"isBytes":false}, input, options);
  }
}
