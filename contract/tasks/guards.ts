// Who may change what alone: to stop and to tighten takes one person, at once; to start and to
// loosen takes any two. tests/guards.test.ts compares this table with the calls of the office, the
// kinds of task and the settings.
import type { TaskKind } from './kinds.ts';

/**
 * What a command of the office does. `two`: it proposes, and a second person decides in a task of
 * these kinds (or in a call of its own, if there are none); `now` says what of it counts at once.
 * `stop`, `tighten`: one person, at once. `work`: it prepares, records, hands on or repeats, and
 * starts nothing. `own`: it concerns only the person who acts. `one`: it starts or loosens
 * something and still takes one person; the reason says what holds it in bounds. The list of these
 * only shrinks.
 */
export type Guard =
  | { takes: 'two'; kinds: readonly TaskKind[]; now?: string }
  | { takes: 'stop' | 'tighten' | 'work' | 'own' }
  | { takes: 'one'; because: string };

const two = (...kinds: readonly TaskKind[]): Guard => ({ takes: 'two', kinds });
const stop: Guard = { takes: 'stop' };
const tighten: Guard = { takes: 'tighten' };
const work: Guard = { takes: 'work' };
const own: Guard = { takes: 'own' };
const one = (because: string): Guard => ({ takes: 'one', because });

/** Commands of the office by feature and name. */
export const guards: Readonly<Record<string, Readonly<Record<string, Guard>>>> = {
  tasks: {
    decideTask: two(),
    decideTasks: work,
    takeBackDecision: own,
    nextTask: work,
    claimTasks: work,
    releaseTasks: work,
    assignTasks: work,
    setTaskPriority: work,
    saveListView: own,
    removeListView: own,
    markAbsence: work,
    endAbsence: work,
    verifyChains: work,
    retryJob: work,
    retryMessage: work,
    addNote: work,
    readMentions: own,
  },
  settings: {
    changeSetting: two('setting_approval'),
    withdrawSetting: stop,
  },
  banking: {
    saveLayout: work,
    importStatement: two('statement_check'),
    readAgain: two('statement_check'),
    withdrawStatement: stop,
    rollBackStatement: two('statement_rollback'),
    askBank: work,
    explainDifference: two(),
    signDay: two(),
    reopenDay: two(),
    decideReopening: two(),
    proposeReceipts: two('matches_check', 'payment_check'),
    proposeBooking: two('booking_check'),
    reverseBooking: two('booking_check'),
    attachToBooking: work,
    proposeYearClose: two('booking_check'),
  },
  identity: {
    operatorLogin: own,
    operatorLogout: own,
    startProviderSignIn: own,
    finishProviderSignIn: own,
    openSetup: own,
    finishSetup: own,
    endOwnSession: own,
    endMemberSessions: stop,
    suspendMember: stop,
    liftSuspension: one('the member is told, and payouts have a hold of their own'),
    inviteOperator: two('operator_check'),
    changeRoles: two('operator_check'),
    changeLimits: two('operator_check'),
    disableOperator: stop,
    enableOperator: two('operator_check'),
    endOperatorSessions: stop,
    resetOperator: two('operator_check'),
    startImpersonation: one('it only reads, for a quarter of an hour, and the member is told'),
    stopImpersonation: stop,
    proposePartner: two('partner_check'),
    endPartner: stop,
  },
  verification: {
    revealMember: one('it only reads, and is audited'),
    reopenScreening: tighten,
    resetStage: one('the member verifies again, and another reviewer approves'),
    holdPayouts: {
      takes: 'two',
      kinds: ['payout_hold'],
      now: 'the hold counts at once; the second person agrees or ends it',
    },
    liftPayoutHold: two('payout_hold'),
  },
  lending: {
    createPlan: work,
    draftPlan: work,
    dropPlanDraft: work,
    submitPlan: two('plan_approval'),
    recallPlan: two('plan_recall'),
    withdrawOffer: two('offer_withdrawal'),
    liftPastLoss: one('it lets an earlier borrower apply; the loan itself takes two'),
    revealContact: one('it only reads, and is audited'),
    memberLinks: one('it only reads, and is audited'),
  },
  investing: {
    pinCase: one('it changes the order of a list'),
    extendCase: one('within the days of the plan, and only while the case raises money'),
    closeCase: stop,
    releaseRefunds: two('payment_check'),
  },
  servicing: {
    addContact: work,
    addPromise: work,
    proposeMeasure: two('collection_measure'),
    ownLate: work,
    revealLate: one('it only reads, and is audited'),
    messageLate: one('fixed texts, in permitted hours, within the number of a day'),
    saveLegalFile: work,
    saveHearing: work,
    placeLate: work,
    recallLate: work,
    addHolidays: {
      takes: 'two',
      kinds: ['holiday_check'],
      now: 'one typhoon day of today or tomorrow, undone unless a second person confirms it',
    },
    removeHoliday: two('holiday_check'),
    approveDisbursements: two('disbursement_check'),
  },
  invoices: {
    addTrack: one('it records the numbers that the tax office has given'),
    retryInvoiceMessage: work,
  },
  content: {
    createArticle: work,
    saveArticle: work,
    publishArticle: two('content_release'),
    deleteArticle: work,
    previewArticle: work,
    renderBody: work,
    uploadImage: work,
    saveImage: two('content_release'),
    createQuestion: two('content_release'),
    saveQuestion: two('content_release'),
    deleteQuestion: stop,
    saveSynonyms: one('it changes what a search finds, and no text'),
    createAd: two('content_release'),
    saveAd: two('content_release'),
    deleteAd: stop,
    createPolicy: work,
    draftPolicy: work,
    submitPolicy: two('policy_approval'),
    takeDownContent: stop,
    recallContent: stop,
  },
  reports: {
    noteReportPrint: work,
    addBankLetter: work,
    signTrustReport: two(),
    scheduleReport: own,
    changeReportSchedule: own,
    moveReportSchedule: work,
  },
  messages: {
    writeWording: two('wording_check'),
    restoreWording: stop,
    testWording: own,
    saveBroadcast: work,
    submitBroadcast: two('broadcast_approval'),
    stopBroadcast: stop,
    revealDelivery: one('it only reads, and is audited'),
  },
};

/**
 * Settings that one person changes, in either direction, because they loosen nothing: what a form
 * offers, how work is handed out, and who is told of it.
 */
export const settingsOfOne: readonly string[] = [
  'escalateRoleHours',
  'escalateAdminHours',
  'autoAssigned',
  'voucherColumns',
  'loanPurposes',
  'maritalStatuses',
  'fundSources',
  'channels',
  'cardBanks',
];
/** Settings that one person may lower at once, because that tightens; two raise them. */
export const settingsLoweredByOne: readonly string[] = [
  'captchaFrom',
  'operatorFailures',
  'smsADay',
];
