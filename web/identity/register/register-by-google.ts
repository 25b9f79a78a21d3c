// Registers with Google. The code is loaded only when used, because the registration page must stay
// small.
import type { InputOf } from '../../api.ts';
import { api } from '../../site/kit/api.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import * as paths from '../../site/kit/paths.ts';
import { forgetNewcomer } from './google-newcomer.ts';
import { keepWaiting, secondStepIn } from '../sign-in/waiting-sign-in.ts';

type GoogleRegistration = InputOf<SiteCalls['identity']['registerGoogle']>;

/**
 * Registers and returns the user to sign in. If the account already exists and needs a second step,
 * redirects to the login page for it and returns null.
 */
export async function registerByGoogle(given: GoogleRegistration, to: string) {
  try {
    const { data } = await api.identity.registerGoogle(given);
    forgetNewcomer();
    return data;
  } catch (error) {
    const step = secondStepIn(error);
    if (!step) throw error;
    forgetNewcomer();
    keepWaiting({ step, to });
    window.location.replace(paths.login());
    return null;
  }
}
