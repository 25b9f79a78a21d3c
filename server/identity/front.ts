// What the features after identity may use of it.
export { isApiToken } from './api/api-tokens.ts';
export { type OauthError, answerRevocation, answerToken, issuerOf } from './api/oauth.ts';
export type { TokenRefusal } from './api/owner.ts';
export {
  type CodeTry,
  acceptCode,
  attemptCode,
  phoneHashOf,
  phoneHashesOf,
  sendCode,
} from './credentials/codes.ts';
export { takeRateLimits } from './credentials/throttle.ts';
export { holdMember, holdMemberAlone } from './member/closing-queries.ts';
export { closeAccess } from './member/closing.ts';
export { assertHimself } from './member/confirming.ts';
export { type RecoveryLink, hasApprovedId } from './member/recovery-queries.ts';
export { recoveryLinkOf, removeLostPasskeys, spendRecovery } from './member/recovery.ts';
export { isImpersonationToken, noteViewedFile, viewedMember } from './operator/impersonation.ts';
export { tellOfChange } from './operator/operator-checks.ts';
export { touchSessions } from './queries.ts';
export {
  assertStepUp,
  callerOf,
  consumeStepUp,
  memberAsking,
  operatorOf,
  sessionOf,
} from './sessions.ts';
export { assertWorked } from './sign-in/crowds.ts';
export { tokenHash } from './tokens.ts';
export { heldTextOf } from './actions.ts';
