// Every call of the member site by feature and name: method, path, access, kind.
// Types come from the contract; its schemas do not, so that a page loads only those it needs.
import type { Demo, Site } from '#contract/index.ts';
import type { CallTable } from '../api.ts';

/** The bank's own door is not for browsers. */
export type SiteCalls = Omit<Site, 'banking'> & Demo;

export const siteCalls = {
  notices: {
    listNotices: 'GET /v1/notification/list signedIn read',
    getNotice: 'GET /v1/notification/get signedIn command',
    readAllNotices: 'POST /v1/notification/read-all signedIn command',
    preferences: 'GET /v1/me/account/preferences signedIn read',
    setPreferences: 'POST /v1/me/account/preferences signedIn command',
  },
  identity: {
    register: 'POST /v1/users/register public token',
    sendEmailVerification: 'POST /v1/users/send-email-verification public token',
    verifiedEmail: 'POST /v1/users/verified-email public token',
    login: 'POST /v1/users/login public token',
    captcha: 'GET /v1/users/captcha public read',
    logout: 'POST /v1/users/logout signedIn command',
    accountInfo: 'GET /v1/me/account/info signedIn read',
    sendSmsCodeWithVerifiedNumber: 'POST /v1/users/send-sms-code-with-verified-number member token',
    smsCodeVerification: 'POST /v1/users/sms-code-verification member token',
  },
  verification: {
    sendSmsCode: 'POST /v1/users/send-sms-code member token',
    identifyPhone: 'POST /v1/identify/phone member command',
    personalInfo: 'POST /v1/identify/personal-info member command',
    idInfo: 'POST /v1/identify/ID-info member command',
    bankInfo: 'POST /v1/identify/bank-info member command',
    verification: 'GET /v1/identify/verification signedIn read',
    bankList: 'GET /v1/banks/list signedIn read',
    sourceOptions: 'GET /v1/misc/options/source public read',
    sendFinancialStatement: 'POST /v1/identify/financial-statement member command',
    financialStatements: 'GET /v1/me/loan/financial-statement member read',
  },
  lending: {
    planMenu: 'GET /v1/plan/menu-list public read',
    planList: 'GET /v1/plan/list-page-info public read',
    planDetail: 'GET /v1/plan/:id/detail public read',
    refundFee: 'GET /v1/platform/refundfee public read',
    qualification: 'GET /v1/loan/qualification signedIn read',
    apply: 'POST /v1/loan/apply member command',
    audit: 'POST /v1/loan/audit member command',
    myLoans: 'GET /v1/me/loan member read',
    agreeToOffer: 'POST /v1/me/loan/agree member command',
    declineOffer: 'POST /v1/me/loan/decline member command',
    cancelLoan: 'POST /v1/me/loan/cancel member command',
    stylemap: 'POST /v1/me/loan/stylemap member command',
    contractDetails: 'GET /v1/me/loan/contract/details member read',
    contract: 'GET /v1/me/loan/contract member document',
    signContract: 'POST /v1/me/loan/sign-contract member command',
    cardBanks: 'GET /v1/creditCardBanks/list signedIn read',
    purposeOptions: 'GET /v1/misc/dropdown/loan/purpose signedIn read',
    instalmentOptions: 'GET /v1/misc/dropdown/loan/installment signedIn read',
    maritalOptions: 'GET /v1/misc/dropdown/marital_status signedIn read',
  },
  investing: {
    suitability: 'GET /v1/me/suitability member read',
    answerSuitability: 'POST /v1/me/suitability member command',
    searchCases: 'POST /v1/invest/search signedIn read',
    getCase: 'POST /v1/invest/get signedIn read',
    quickApply: 'POST /v1/invest/quick-apply signedIn batched',
    cancelOrder: 'POST /v1/invest/cancel member command',
    orders: 'POST /v1/me/invest-order member read',
    holdings: 'POST /v1/me/invest-search member read',
    holdingsUnversioned: 'POST /me/invest-search member read',
    holding: 'POST /v1/me/invest-detail member read',
    investorContract: 'GET /v1/me/invest/contract member document',
    calculation: 'GET /v1/invest/calculation signedIn read',
  },
  servicing: {
    prepaymentQuote: 'GET /v1/me/loan/prepayment member read',
    instructPrepayment: 'POST /v1/me/loan/prepayment member command',
    violationPoll: 'POST /v1/invest/violation-poll member command',
  },
  demonstration: {
    demoAccounts: 'GET /dev/accounts public read',
    outbox: 'GET /dev/outbox public read',
    bankTransfer: 'POST /dev/bank/transfer public batched',
    advanceClock: 'POST /dev/clock public batched',
  },
} as const satisfies CallTable<SiteCalls>;
