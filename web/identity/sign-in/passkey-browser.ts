// Browser side of passkeys: calls the authenticator and turns its errors into texts.
import type { StepUpFor } from '#contract/identity/step-up.ts';
import type { InputOf } from '../../api.ts';
import { ApiFailure } from '../../api.ts';
import { api } from '../../site/kit/api.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';

type Calls = SiteCalls['identity'];
type Made = InputOf<Calls['addPasskey']>['response'];
type Signed = InputOf<Calls['passkeyLogin']>['response'];

/** The passkey library, loaded when first needed. */
const library = () => import('@simplewebauthn/browser');

/** Returns whether this browser offers passkeys while the user types in the e-mail field. */
export async function offersWhileTyping(): Promise<boolean> {
  return (await library()).browserSupportsWebAuthnAutofill();
}

/** Returns the text for an error; empty if the user need not be told. */
export function passkeyWords(error: unknown): string {
  if (error instanceof ApiFailure) return error.message;
  const name = error instanceof Error ? error.name : '';
  if (name === 'AbortError') return '';
  if (name === 'NotAllowedError') return '沒有完成通行密鑰驗證，請再試一次';
  if (name === 'InvalidStateError') return '這個裝置已經新增過通行密鑰了';
  if (name === 'SecurityError') return '這個網址無法使用通行密鑰，請以網站的正式網址開啟';
  return '這個裝置或瀏覽器目前無法使用通行密鑰';
}

async function sign(options: Record<string, unknown>, whileTyping: boolean): Promise<Signed> {
  const { startAuthentication } = await library();
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return (await startAuthentication({
    optionsJSON: options as unknown as Options,
    useBrowserAutofill: whileTyping,
  })) as Signed;
}

/**
 * Signs in with a passkey that the user chooses; with `whileTyping`, waits until one is picked in
 * the e-mail field. A new request of the page cancels one that is still waiting.
 */
export async function loginByPasskey({ whileTyping = false } = {}) {
  const { data: options } = await api.identity.passkeyLoginOptions();
  const response = await sign(options, whileTyping);
  return (await api.identity.passkeyLogin({ response })).data;
}

/** Completes a sign-in that waits for its second step. */
export async function secondFactorByPasskey(ticket: string) {
  const { data: options } = await deferredApi.identity.secondFactorPasskeyOptions({ ticket });
  const response = await sign(options, false);
  return (await deferredApi.identity.secondFactorPasskey({ ticket, response })).data;
}

/** Cancels a request that waits in the e-mail field. */
export async function stopWaiting(): Promise<void> {
  (await library()).WebAuthnAbortService.cancelCeremony();
}

/** Performs a step-up of this session with one of the member's passkeys. */
export async function stepUpByPasskey(of: StepUpFor): Promise<void> {
  const { data: options } = await deferredApi.identity.passkeyStepUpOptions();
  await deferredApi.identity.passkeyStepUp({ response: await sign(options, false), ...of });
}

/** Creates a passkey on a device the member chooses; requires a step-up. Returns its id. */
export async function makePasskey(): Promise<string> {
  const { data: options } = await deferredApi.identity.passkeyAddOptions();
  const { startRegistration } = await library();
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
  const response = await startRegistration({ optionsJSON: options as unknown as Options });
  return (await deferredApi.identity.addPasskey({ response: response as Made })).data.id;
}
