// Registers with Google; fetched by those who do, because the page of registering must stay light.
import type { InputOf } from '../../api.ts';
import { api } from '../../site/kit/api.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import * as paths from '../../site/kit/paths.ts';
import { forgetNewcomer } from './google-newcomer.ts';
import { keepWaiting, secondStepIn } from '../sign-in/waiting-sign-in.ts';

type Given = InputOf<SiteCalls['identity']['registerGoogle']>;

/**
 * The user to sign in; whoever has an account already that needs a second step is led to the login
 * page for it, and null comes back.
 */
export async function registerByGoogle(given: Given, to: string) {
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
