// Names of API calls that few visits make; they are in a separate table, which few pages load.
import type { SiteCalls } from './calls.ts';

export const lateNames = {
  demonstration: ['advanceClock', 'bankTransfer', 'bankRefusal'],
  content: ['voteHelpful'],
  notices: ['channels', 'addPushDevice', 'removePushDevice'],
  lending: ['cancelLoan', 'declineOffer', 'agreeToOffer', 'additionalDocument'],
  investing: ['interestReport', 'answerSuitability', 'cancelOrder'],
  webhooks: [
    ...['listWebhooks', 'addWebhook', 'setWebhookTypes', 'pauseWebhook', 'resumeWebhook'],
    ...['rotateWebhookSecret', 'deleteWebhook', 'testWebhook', 'listDeliveries', 'getDelivery'],
    'replayDelivery',
  ],
  mandates: ['mandate', 'signMandate', 'stopMandate', 'resumeMandate'],
  invoices: ['invoicesFile', 'setInvoicePreference'],
  reports: ['bookFile', 'myTrustReports', 'trustReportFile', 'myTrustProof'],
  proofs: ['proofLog', 'orderLog', 'orderProof'],
  servicing: [
    'investorNegotiationContract',
    'negotiationContract',
    'agreeAsInvestor',
    'agreeToNegotiation',
    'requestNegotiation',
    'addNegotiationPapers',
    'instructPrepayment',
  ],
  identity: [
    'passkeyStepUpOptions',
    'passkeyStepUp',
    'secondFactorCode',
    'secondFactorSms',
    'secondFactorPasskeyOptions',
    'secondFactorPasskey',
    'recoveryMail',
    'changePassword',
    'changePasswordBySms',
    'signInSafety',
    'setSecondFactor',
    'forgetBrowser',
    'revokeSessions',
    'exportAccount',
    'closeAccount',
    'reveal',
    'confirmPassword',
    'renamePasskey',
    'removePasskey',
    'passkeyAddOptions',
    'addPasskey',
    'openImpersonation',
  ],
  verification: [
    'supplementIdInfo',
    'supplementBankInfo',
    'submitSupplement',
    'changeBank',
    'changeId',
    'ownUpload',
    'recoveryCode',
    'recoverPhone',
    'cancelPhoneChange',
  ],
} as const satisfies { [F in keyof SiteCalls]?: readonly (keyof SiteCalls[F])[] };

type LateNames = typeof lateNames;
/** The names of a feature's rarely used calls; most features have none. */
export type LateNameOf<F> = F extends keyof LateNames ? LateNames[F][number] : never;
