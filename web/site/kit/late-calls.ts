// Calls that few visits make, in a table of their own, so that no other page has to carry it.
import type { Site } from '#contract/index.ts';
import { clientOf, type CallTable, type Client } from '../../api.ts';
import { door } from './api.ts';

export const lateCalls = {
  identity: {
    passkeyStepUpOptions: 'POST /v1/users/passkey/step-up-options member token',
    passkeyStepUp: 'POST /v1/users/passkey/step-up member token',
    secondFactorCode: 'POST /v1/users/login/code public token',
    secondFactorSms: 'POST /v1/users/login/sms public token',
    secondFactorPasskeyOptions: 'POST /v1/users/login/passkey-options public token',
    secondFactorPasskey: 'POST /v1/users/login/passkey public token',
    recoveryMail: 'POST /v1/users/login/recovery-mail public token',
    signInSafety: 'GET /v1/me/account/second-factor signedIn read',
    setSecondFactor: 'POST /v1/me/account/second-factor member command',
    forgetBrowser: 'POST /v1/me/account/browsers/forget signedIn command',
    exportAccount: 'GET /v1/me/account/export signedIn document',
    closeAccount: 'POST /v1/me/account/close signedIn command',
    reveal: 'POST /v1/me/account/reveal signedIn token',
    confirmPassword: 'POST /v1/me/account/confirm-password signedIn token',
    renamePasskey: 'POST /v1/users/passkey/rename member command',
    removePasskey: 'POST /v1/users/passkey/remove member command',
    passkeyAddOptions: 'POST /v1/users/passkey/register-options member token',
    addPasskey: 'POST /v1/users/passkey/register member token',
    openViewing: 'POST /v1/viewing/open public token',
  },
  verification: {
    supplementIdInfo: 'POST /v1/identify/supplement/ID-info member command',
    supplementBankInfo: 'POST /v1/identify/supplement/bank-info member command',
    submitSupplement: 'POST /v1/identify/supplement/submit member command',
    changeBank: 'POST /v1/me/account/bank-info verified command',
    changeId: 'POST /v1/me/account/ID-info verified command',
    ownUpload: 'GET /v1/me/account/upload member document',
    recoveryCode: 'POST /v1/users/recovery/code public token',
    recoverPhone: 'POST /v1/users/recovery/phone public token',
    cancelPhoneChange: 'POST /v1/me/account/phone-change/cancel member command',
  },
} as const;

export type LateCalls = {
  identity: Pick<Site['identity'], keyof (typeof lateCalls)['identity']>;
  verification: Pick<Site['verification'], keyof (typeof lateCalls)['verification']>;
};

export const lateApi: Client<LateCalls> = clientOf<LateCalls>(
  lateCalls satisfies CallTable<LateCalls>,
  door,
);
